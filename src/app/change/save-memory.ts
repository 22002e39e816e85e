// Create: cleaned, rendered, and then written as every text is. What a machine writes is inferred; only a person's own
// write is verified. Fails closed: a secret, a broken text or a missing lock stores nothing.

import { relative } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, deriveId, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { applyStatus } from "../../memory/law/status.ts";
import { type Actor, initialTier } from "../../memory/law/transitions.ts";
import { extendId, type Memory, type Scope } from "../../memory/memory.ts";
import { type FileEntry, listDirectory, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { transitionInput } from "../memories/law.ts";
import { type LoadedMemory, loadFile } from "../memories/load-memory.ts";
import { openWithAutoRoot } from "../workspace/auto-root.ts";
import { actorOf, type OpenRoot, rootOf, type Workspace } from "../workspace/workspace.ts";
import type { Judgement } from "./judge-text.ts";
import { isHeldByRemoved } from "./removed/removed-memories.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";
import type { SigningPreview } from "./sign/signing-preview.ts";
import { createText, judgeNew, judgeOrRefuse } from "./write-text.ts";

export type SaveRequest = {
  readonly root: OpenRoot;
  readonly draft: Draft;
  /** Chosen by the caller; else made from the name. */
  readonly id: string | null;
};

export type SaveOutcome =
  | { readonly kind: "created"; readonly id: string; readonly path: string; readonly judgement: Judgement }
  | { readonly kind: "unchanged"; readonly id: string; readonly why: string };

export async function saveMemory(workspace: Workspace, request: SaveRequest): Promise<SaveOutcome> {
  const draft = sanitizeDraft(request.draft);
  const actor = actorOf(workspace);
  const id = chooseId(workspace, { ...request, draft }, actor);
  const text = renderDraft(draft, {
    tier: initialTier(actor),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const { root } = request;
  const also = (memory: Memory): Change[] => makeRoomFor(workspace, root, memory);
  const outcome = await createText(workspace, root, { id, text, by: actor, command: "save", also });
  if (outcome.kind === "unchanged") return { kind: "unchanged", id, why: outcome.why };
  return { kind: "created", id, path: `${root.shown}memories/${id}.md`, judgement: outcome.judgement };
}

// Where a new memory goes: the shared root of the project, else the personal one; and where the person allowed it, the first
// memory makes that one. A text that would be refused makes none.

export type Destination = { readonly workspace: Workspace; readonly root: OpenRoot };

/** The workspace is another one where a root was made: whoever opened the first one closes both. */
export async function openDestination(
  workspace: Workspace,
  { scope, draft }: { readonly scope: Scope; readonly draft: Draft },
): Promise<Destination> {
  const { roots, failed, config } = workspace;
  const mayMake = scope === "project" && config.config["roots.auto"];
  if (!mayMake || [...roots, ...failed].some((each) => each.scope === scope))
    return { workspace, root: rootOf(workspace, scope) };
  const clean = sanitizeDraft(draft);
  const vouchedBy = actorOf(workspace);
  const marks = { tier: initialTier(vouchedBy), now: workspace.now, machine: workspace.machineName };
  const id = deriveId(clean.type, clean.name);
  await judgeNew(workspace, id, { text: renderDraft(clean, marks), vouchedBy });
  const auto = openWithAutoRoot(workspace);
  if (auto.kind === "opened") return { workspace: auto.workspace, root: rootOf(auto.workspace, scope) };
  throw new CredenceError(
    "NO_ROOT",
    `there is no project memory root, and none is made here by itself: ${auto.why}`,
  );
}

const HASH_CHARS = 8;

/** Made from the title. Where a person removed what had that id, another text with the same title gets one beside it. */
function chooseId(workspace: Workspace, { root, draft, id }: SaveRequest, actor: Actor): string {
  if (id !== null) return id;
  const plain = deriveId(draft.type, draft.name);
  const digest = digestMemory(draft);
  if (!isHeldByRemoved(workspace, root, { id: plain, digest, actor })) return plain;
  return extendId(plain, `_${digest.slice(0, HASH_CHARS)}`);
}

// A memory that is not there yet, as a person would sign it: what they see before they do.

export async function describeDraft(workspace: Workspace, request: SaveRequest): Promise<SigningPreview> {
  const { root } = request;
  const draft = sanitizeDraft(request.draft);
  const id = chooseId(workspace, { ...request, draft }, "person");
  const text = renderDraft(draft, { tier: "verified", now: workspace.now, machine: workspace.machineName });
  const judgement = await judgeOrRefuse(workspace, id, { text, vouchedBy: "person" });
  const { memory, digest } = judgement.judged;
  return {
    id,
    path: `${root.shown}memories/${id}.md`,
    standing: null,
    age: null,
    memory,
    digest,
    text,
    judgement,
    previous: null,
    cutShort: null,
  };
}

// Session summaries pile up: the newest few of a project stay in use, older ones are archived with the write that
// pushes them out. What a person approved stays.

const SUMMARIES_MAX = 5;

/** The changes that make room for a new memory, where it needs some. The caller holds the root's lock. */
export function makeRoomFor(workspace: Workspace, root: OpenRoot, { category }: Memory): Change[] {
  return category === "session_summary" ? retainSummaries(workspace, root) : [];
}

/** The changes that make room for one more, or for as many as are to come. The caller holds the root's lock. */
export function retainSummaries(workspace: Workspace, root: OpenRoot, coming = 1): Change[] {
  return listDirectory(root.path, "memories")
    .entries.filter(mentionsSummary)
    .map((file) => loadFile(workspace, root, { file, remembered: null }))
    .filter(
      ({ memory, standing }) =>
        memory?.category === "session_summary" && isInUse(memory.status, standing.standing),
    )
    .sort((a, b) => (newness(a) < newness(b) ? 1 : -1))
    .slice(SUMMARIES_MAX - coming)
    .flatMap((target) => archiveChange(workspace, target));
}

/** A first look at the bytes: parsing every memory of a large root would keep other writers waiting. */
function mentionsSummary({ path }: FileEntry): boolean {
  const content = readFileContent(path);
  return content.kind === "bytes" && Buffer.from(content.bytes).includes("session_summary");
}

function isInUse(status: string, standing: string): boolean {
  return status === "active" && (standing === "inferred" || standing === "verified");
}

function newness({ memory, file }: LoadedMemory): string {
  return `${memory?.createdAt ?? ""} ${file.id}`;
}

function archiveChange(workspace: Workspace, target: LoadedMemory): Change[] {
  const { memory, text, file, root } = target;
  if (memory === null || text === null) return [];
  const reason = "a newer session summary took its place";
  const law = applyStatus(
    "archive",
    { ...transitionInput(target), status: memory.status },
    { actor: "machine", now: workspace.now, reason },
  );
  const rewritten = law.kind === "applied" ? rewriteFrontmatter(text, law.changes) : null;
  if (rewritten === null) return [];
  const act = { act: "archive", digest: contentDigest(target), reason, by: "machine" } as const;
  return [
    ...(root.format === 2 ? [attestAct(workspace, target.input, act)] : []),
    { kind: "write", path: relative(root.path, file.path), text: rewritten },
  ];
}

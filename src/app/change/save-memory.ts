// Create: cleaned, rendered, and then written as every text is. What a machine writes is inferred; only a person's own
// write is verified. Fails closed: a secret, a broken text or a missing lock stores nothing.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, deriveId, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { type Actor, initialTier } from "../../memory/law/transitions.ts";
import { extendId, type Memory, type Scope } from "../../memory/memory.ts";
import type { Change } from "../../store/transaction.ts";
import { openWithAutoRoot } from "../workspace/auto-root.ts";
import { actorOf, type OpenRoot, rootOf, type Workspace } from "../workspace/workspace.ts";
import type { Judgement } from "./judge-text.ts";
import { isHeldByRemoved } from "./removed/removed-memories.ts";
import { makeRoomFor } from "./retain-summaries.ts";
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

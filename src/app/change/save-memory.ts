// Create. Sanitize → validate → lock → look → write, attest and journal together. What a machine writes is inferred; only
// a person's own write is verified. Fails closed: a secret, a broken text or a missing lock stores nothing.

import { relative } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, deriveId, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { isPlausible, parseInstant } from "../../memory/instant.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import { applyStatus } from "../../memory/law/status.ts";
import { type Actor, initialTier } from "../../memory/law/transitions.ts";
import type { Memory, Standing } from "../../memory/memory.ts";
import { type FileEntry, findFile, listDirectory, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { transitionInput } from "../memories/law.ts";
import { gatherStatements, type LoadedMemory, loadFile, loadMemory } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { attest, commitChanges, type Operation, withLock } from "./change-root.ts";
import { countCreation } from "./daily-limit.ts";
import { type Judgement, judgeText, refuseHardFails } from "./judge-text.ts";
import { createRemovedFinder, type RemovedFinder, vetoRemoved } from "./removed-memories.ts";
import type { SigningPreview } from "./signing-preview.ts";

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
  const id = request.id ?? deriveId(draft.type, draft.name);
  const actor = actorOf(workspace);
  const text = renderDraft(draft, {
    tier: initialTier(actor),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: actor === "person" });
  refuseHardFails(judgement);
  refuseName(judgement);
  const counts = actor !== "person";
  const fresh: NewMemory = { id, text, judgement, actor, command: "save", counts };
  return withLock(request.root, () => store(workspace, request.root, fresh));
}

function store(workspace: Workspace, root: OpenRoot, fresh: NewMemory): SaveOutcome {
  const findRemoved = createRemovedFinder(workspace, root);
  const creation = planCreation(workspace, root, { fresh, findRemoved });
  const { id, judgement } = fresh;
  if (creation.kind === "unchanged") return { kind: "unchanged", id, why: creation.why };
  const { operation, memory } = creation;
  const more = memory.category === "session_summary" ? retainSummaries(workspace, root) : [];
  commitChanges(workspace, root, { ...operation, changes: [...operation.changes, ...more] });
  return { kind: "created", id, path: `${root.shown}memories/${id}.md`, judgement };
}

/** A file that is there already may have an odd name; a new one may not. */
export function refuseName({ structure }: Judgement): void {
  const name = structure.findings.find(({ rule }) => rule === "file-name" || rule === "prefix-type");
  if (name !== undefined) throw new CredenceError("INVALID_MEMORY", name.message, "choose another --id");
}

// A new text, judged and ready, becomes one operation on a root, or a reason why there is nothing to do. The caller holds
// the root's lock. Fails closed: what a person removed stays removed, and nothing is ever overwritten.

export type NewMemory = {
  readonly id: string;
  readonly text: string;
  readonly judgement: Judgement;
  /** Who vouches for it: a person's word approves it, a machine's says that it was written here. */
  readonly actor: Actor;
  /** The command, for the journal. */
  readonly command: string;
  /** Counts among what may be created in a day without a person. */
  readonly counts: boolean;
};

export type Creation =
  | { readonly kind: "operation"; readonly operation: Operation; readonly memory: Memory }
  | ({ readonly kind: "unchanged" } & Veto);

/** Why there is nothing to do. */
export type Veto = {
  readonly why: string;
  /** A person took it out of use. Otherwise it is simply here already. */
  readonly removed: boolean;
};

export function planCreation(
  workspace: Workspace,
  root: OpenRoot,
  { fresh, findRemoved }: { readonly fresh: NewMemory; readonly findRemoved: RemovedFinder },
): Creation {
  const { id, text, actor } = fresh;
  const memory = parseFresh(text);
  const digest = digestMemory(memory);
  const veto = findVeto(workspace, root, { id, memory, digest, actor, findRemoved });
  if (veto !== null) return { kind: "unchanged", ...veto };
  const { tier, status } = memory;
  const input = gatherStatements(workspace, root, {
    id,
    remembered: null,
    file: { digest, tier, status: "active", directory: "memories" },
  });
  if (actor !== "person") refuseIfDecided(input);
  if (fresh.counts) countCreation(workspace, root);
  const key = (actor === "person" ? workspace.keys.person : null) ?? workspace.keys.machine;
  const statement = {
    act: actor === "person" ? "approve" : "wrote",
    digest,
    acknowledged: actor === "person" ? fresh.judgement.flags : [],
  } as const;
  const changes: Change[] = [
    attest(workspace, { key, input }, statement),
    // Signed too, so that taking one line out of the file does not bring it into use.
    ...(status === "retired" ? [attest(workspace, { key, input }, { act: "retire", digest })] : []),
    { kind: "write", path: `memories/${id}.md`, text },
  ];
  const record = { command: fresh.command, id, actor, digest };
  return { kind: "operation", operation: { record, changes }, memory };
}

function parseFresh(text: string): Memory {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") throw new CredenceError("INTERNAL", "a text that validates does not parse");
  return parsed.memory;
}

/** An id is free for a machine where no person has decided about it: not against it, and not for another text. */
export function refuseIfDecided(input: StandingInput): void {
  const { id } = input.place;
  refuseIfNegated(computeStanding(input).standing, id);
  // Even where the text is the approved one: the file would record as inferred what a person verified.
  if (wasEverApproved(input)) throw new CredenceError("ALREADY_APPROVED", `a person approved ${id}`);
}

/** A machine's word lifts nothing: what it wrote under a retired or lowered id would never be used. */
export function refuseIfNegated(standing: Standing, id: string): void {
  if (standing !== "retired" && standing !== "quarantined") return;
  throw new CredenceError(
    "WRONG_STANDING",
    `${id} was ${standing} before`,
    "use another id, or let a person bring it back",
  );
}

type Wanted = {
  readonly id: string;
  readonly memory: Memory;
  readonly digest: string;
  readonly actor: Actor;
  readonly findRemoved: RemovedFinder;
};

const RESURRECTION_MS = 24 * 3_600_000;

/** Null when nothing stands in the way; a veto when there is nothing to do; a refusal when the id is taken. */
function findVeto(workspace: Workspace, root: OpenRoot, wanted: Wanted): Veto | null {
  const { id, memory, digest, actor, findRemoved } = wanted;
  // What lies in the archive does not take the id: below it counts as removed.
  const existing = findFile(root.path, id) === null ? null : loadMemory(workspace, root, id);
  if (existing !== null) return judgeExisting(workspace, existing, { digest, status: memory.status });
  return vetoRemoved({ ...memory, digest }, { actor, findRemoved });
}

function judgeExisting(
  workspace: Workspace,
  existing: LoadedMemory,
  { digest, status }: { readonly digest: string; readonly status: Memory["status"] },
): Veto | null {
  const { file, standing, memory } = existing;
  if (standing.standing === "quarantined") {
    return { why: `you removed this (${file.id} is in quarantine)`, removed: true };
  }
  const isSame = existing.digest === digest;
  if (isSame && memory?.status === "retired" && status === "retired") {
    return { why: `${file.id} is here, retired`, removed: false };
  }
  const retiredAt = memory?.retiredAt ? parseInstant(memory.retiredAt) : null;
  if (memory?.status === "retired" && retiredAt !== null && isPlausible(retiredAt, workspace.now)) {
    if (workspace.now - retiredAt < RESURRECTION_MS) {
      throw new CredenceError("RETIRED_RECENTLY", `${file.id} was retired at ${memory.retiredAt}`);
    }
  }
  if (isSame && memory?.status !== "retired") {
    return { why: `${file.id} says exactly this already`, removed: false };
  }
  const how = memory?.status === "retired" ? "is retired" : "says something else";
  throw new CredenceError("EXISTS", `${file.id} exists and ${how}`);
}

// A memory that is not there yet, as a person would sign it: what they see before they do.

export async function describeDraft(
  workspace: Workspace,
  { root, draft: given, id: chosen }: SaveRequest,
): Promise<SigningPreview> {
  const draft = sanitizeDraft(given);
  const id = chosen ?? deriveId(draft.type, draft.name);
  const text = renderDraft(draft, { tier: "verified", now: workspace.now, machine: workspace.machineName });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: true });
  refuseHardFails(judgement);
  const parsed = parseMemory(text);
  const memory = parsed.kind === "memory" ? parsed.memory : null;
  return {
    id,
    path: `${root.shown}memories/${id}.md`,
    standing: null,
    age: null,
    memory,
    digest: memory === null ? null : digestMemory(memory),
    text,
    judgement,
    previous: null,
  };
}

// Session summaries pile up: the newest few of a project stay in use, older ones are archived with the write that
// pushes them out. What a person approved stays.

const SUMMARIES_MAX = 5;

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
  return rewritten === null ? [] : [{ kind: "write", path: relative(root.path, file.path), text: rewritten }];
}

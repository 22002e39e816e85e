// Turns a candidate into a memory, a change of one, or nothing. Nothing here raises trust: every written memory is
// inferred, has an id that we make, and is signed by the machine key. Memories that a person approved or another author
// wrote are never changed, and words from the web or from a tool do not change a memory without such words. Fails closed.

import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import {
  BLANK_DRAFT,
  type Draft,
  deriveId,
  renderDraft,
  sanitizeBody,
  sanitizeDraft,
} from "../../memory/file/draft.ts";
import { addTaint, BLANK_UPDATE, mergeUpdate, rewriteFile } from "../../memory/file/merge-update.ts";
import { renderInstant } from "../../memory/instant.ts";
import { decideProposal, type KnownMemory } from "../../memory/law/proposal.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { applyTransition, initialTier } from "../../memory/law/transitions.ts";
import { BODY_CHARS_WISHED, SESSION_CHARS_MAX, TAINT_CHARS_MAX } from "../../memory/limits.ts";
import { extendId } from "../../memory/memory.ts";
import { sanitizeLine, truncateChars } from "../../memory/text/sanitize.ts";
import { createOverlap } from "../../observer/model/text-overlap.ts";
import { withLock } from "../change/change-root.ts";
import { changeStatus } from "../change/change-status.ts";
import { fileRequest } from "../change/requests.ts";
import { makeRoomFor } from "../change/retain-summaries.ts";
import { isStrong } from "../change/update-memory.ts";
import { changeText, createText } from "../change/write-text.ts";
import { circumstancesOf, transitionInput } from "../memories/law.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { existsInProject, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { COMMAND, type Effect, listObserved, type Mark, renderMark, suffixOf } from "./marks.ts";
import type { ProvenCandidate, StoredAnswer } from "./pick-batch.ts";

/** Refusals that concern this candidate alone; after any other one the drain stops and continues another time. */
const OWN_FAULTS: ReadonlySet<FailureCode> = new Set([
  "INVALID_MEMORY",
  "SECRET_DETECTED",
  "EXISTS",
  "RETIRED_RECENTLY",
  "WRONG_STANDING",
  "NEEDS_PERSON",
  "NOT_FOUND",
  "OCC_CONFLICT",
  "ALREADY_APPROVED",
  "REMOVED",
]);

export async function storeCandidate(
  observing: StoreContext,
  candidate: ProvenCandidate,
  from: Pick<StoredAnswer, "session" | "taint">,
): Promise<Effect> {
  try {
    return await store(observing, candidate, draftOf(candidate, from));
  } catch (error) {
    if (!(error instanceof CredenceError) || !OWN_FAULTS.has(error.code)) throw error;
    return { kind: "refused", id: null, why: error.code };
  }
}

async function store(
  observing: StoreContext,
  { place, ends }: ProvenCandidate,
  draft: Draft,
): Promise<Effect> {
  const { known, batch } = observing;
  const outcome = decideProposal({ ...draft, digest: digestMemory(draft), ends }, known);
  const mark = { batch, place };
  switch (outcome.kind) {
    case "no-op":
      return { kind: "unchanged", id: null, why: outcome.why };
    case "create":
      return createObserved(observing, { ...draft, supersedes: outcome.supersedes }, mark);
    case "retire":
      return endObserved(observing, outcome.id, { mark, isTainted: draft.taint.length > 0 });
    case "update": {
      const target = known.find(({ id }) => id === outcome.id);
      const isNew = draft.taint.some((name) => target?.taint.includes(name) !== true);
      const grown = isNew ? null : await growObserved(observing, outcome.id, { draft, mark });
      return grown ?? createObserved(observing, { ...draft, supersedes: outcome.id }, mark);
    }
  }
}

function draftOf(
  candidate: ProvenCandidate,
  { session, taint }: Pick<StoredAnswer, "session" | "taint">,
): Draft {
  const { type, category, name, description, tags, body, confidence } = candidate;
  return sanitizeDraft({
    ...BLANK_DRAFT,
    type,
    category,
    name,
    description,
    tags,
    body,
    confidence,
    origin: "inference",
    session: sanitizeLine(session, SESSION_CHARS_MAX),
    taint: taint.map((each) => truncateChars(each, TAINT_CHARS_MAX)),
  });
}

// A new memory from a candidate. Its id is made from the batch and the position in the answer, so that the same candidate
// again is the same memory, and no answer can choose the id of another one.

async function createObserved(observing: StoreContext, draft: Draft, mark: Mark): Promise<Effect> {
  const { workspace, root } = observing;
  const id = extendId(deriveId(draft.type, draft.name), suffixOf(mark));
  const text = renderDraft(draft, {
    tier: initialTier("machine"),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const outcome = await createText(workspace, root, {
    id,
    text,
    by: "machine",
    command: COMMAND,
    reason: renderMark(mark),
    also: (memory) => makeRoomFor(workspace, root, memory),
  });
  if (outcome.kind === "unchanged") return { kind: "unchanged", id: null, why: outcome.why };
  return { kind: "created", id, why: null };
}

// Adds to a memory that the Observer created and no person approved: the old text stays, and the new part is appended. A
// removed text does not return in this way either.

/** @returns null when the memory cannot grow: it is too long, the trust rules forbid it, or it would be withheld. */
async function growObserved(
  { workspace, root }: StoreContext,
  id: string,
  { draft, mark }: { readonly draft: Draft; readonly mark: Mark },
): Promise<Effect | null> {
  const target = loadMemory(workspace, root, id);
  if (target === null) return null;
  const law = applyTransition("edit", transitionInput(target), circumstancesOf(workspace, null));
  const text = law.kind === "applied" ? renderGrown(workspace, target, draft) : null;
  if (text === null || (await isStrong(workspace, id, text))) return null;
  await changeText(workspace, target, {
    text,
    by: "machine",
    command: COMMAND,
    reason: renderMark(mark),
    ifDigest: target.digest,
    adds: { ...draft, digest: digestMemory(draft) },
  });
  return { kind: "updated", id, why: null };
}

function renderGrown(
  workspace: Workspace,
  { memory, text, root }: LoadedMemory,
  draft: Draft,
): string | null {
  if (memory === null || text === null) return null;
  const body = sanitizeBody(`${memory.body.trimEnd()}\n\n## ${draft.name}\n\n${draft.body.trim()}`);
  if ([...body].length > BODY_CHARS_WISHED) return null;
  const { tags, taint, session, confidence } = draft;
  const update = { ...BLANK_UPDATE, tags, body };
  const sources = addTaint(memory.taint, taint);
  const sure = Math.min(memory.confidence ?? 1, confidence ?? 1);
  const changes = {
    ...mergeUpdate(memory, update, (path) => existsInProject(root, path)),
    "updated-at": renderInstant(workspace.now),
    session,
    confidence: String(sure),
    ...(sources.length === 0 ? {} : { taint: sources }),
  };
  return rewriteFile(text, changes, body);
}

// The session says that the subject of a memory is settled. The Observer retires memories that it created and no person
// approved; in a tainted session the request may come from foreign words, so a person decides.

function endObserved(
  { workspace, root }: StoreContext,
  id: string,
  { mark, isTainted }: { readonly mark: Mark; readonly isTainted: boolean },
): Effect {
  const target = loadMemory(workspace, root, id);
  if (target === null) return { kind: "unchanged", id: null, why: `${id} is gone` };
  const reason = `a session says that it is over (${renderMark(mark)})`;
  if (isTainted) {
    withLock(root, () => fileRequest(workspace, target, { command: "retire", reason }));
    return { kind: "requested", id, why: null };
  }
  const { kind } = changeStatus(workspace, target, { action: "retire", reason, ifDigest: target.digest });
  if (kind === "unchanged") return { kind, id, why: `${id} is retired already` };
  return { kind: kind === "changed" ? "retired" : "requested", id, why: null };
}

// The context in which a candidate is stored.

export type StoreContext = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly batch: string;
  readonly known: readonly KnownHere[];
};

// The existing memories, for the candidates of one batch: read once, one memory at a time, because a root can be large.
// Foreign memories count when a text is checked for being new, so that they cannot enter by being copied.

type KnownHere = KnownMemory & { readonly taint: readonly string[] };

export type Survey = {
  /** The memories of the root that a candidate may concern. */
  readonly known: readonly KnownHere[];
  /** By the candidate's position: the memory that says mostly the same. */
  readonly doubles: ReadonlyMap<number, string>;
};

/** Two texts that share this much are mostly the same. */
export const SHARE_MIN = 0.8;

export function surveyKnown(
  workspace: Workspace,
  root: OpenRoot,
  candidates: readonly ProvenCandidate[],
): Survey {
  const own = listObserved(root);
  const sharesIn = createOverlap(candidates.map(({ body }) => body));
  const known: KnownHere[] = [];
  const doubles = new Map<number, string>();
  for (const loaded of walkMemories(workspace, workspace.roots)) {
    const { memory } = loaded;
    if (memory === null) continue;
    // A removed memory blocks its own text and near-copies when a candidate is stored, but must not block a corrected fact.
    const isRemoved = loaded.standing.standing === "quarantined";
    const shares = isRemoved ? [] : sharesIn([memory.name, memory.description, memory.body].join("\n"));
    for (const [index, share] of shares.entries()) {
      const place = candidates[index]?.place ?? 0;
      if (share >= SHARE_MIN && !doubles.has(place)) doubles.set(place, loaded.file.id);
    }
    if (loaded.root.path === root.path) known.push(...describe(loaded, own));
  }
  return { known, doubles };
}

/** A memory of another author is treated like an approved one: it is not changed, and a new memory may name it as the one
 * to replace. */
function describe(
  { file, memory, digest, standing, input }: LoadedMemory,
  own: ReadonlySet<string>,
): KnownHere[] {
  if (memory === null) return [];
  const { type, category, name, tags, taint } = memory;
  const applies = standing.standing === "verified" || standing.standing === "inferred";
  if (!applies || memory.status !== "active") return [];
  const approved = wasEverApproved(input) || !own.has(file.id);
  return [{ id: file.id, type, category, name, tags, taint, digest, approved }];
}

// What can block a new text in a root: a memory that a person took out of use and that the text would bring back
// (quarantined, archived, or forgotten and without a file), and a memory that already has its id. See write-text.

import { CredenceError } from "../../memory/errors.ts";
import { isPlausible, parseInstant } from "../../memory/instant.ts";
import {
  type Described,
  decideProposal,
  findCandidates,
  type KnownMemory,
} from "../../memory/law/proposal.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import type { Actor } from "../../memory/law/transitions.ts";
import { type Memory, parseMemoryId, type Standing, typeOfId } from "../../memory/memory.ts";
import { findFile, listDirectory } from "../../store/memory-files.ts";
import { gatherStatements, type LoadedMemory, loadMemory, readContent } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Wanted = Described & { readonly digest: string };

const REMOVED = { removed: true, approved: false } as const;

/** What of the removed ones has the same content as a proposal, or is a candidate for it. */
export type RemovedFinder = (wanted: Wanted) => KnownMemory[];

/** Reads what was removed once, when it is first asked. Good for as long as the caller holds the root's lock. */
export function createRemovedFinder(workspace: Workspace, root: OpenRoot): RemovedFinder {
  let quarantined: readonly KnownMemory[] | null = null;
  let erased: readonly KnownMemory[] | null = null;
  return (wanted) => {
    quarantined ??= findQuarantined(root);
    erased ??= findErased(workspace, root);
    const isLike = (each: KnownMemory): boolean =>
      each.digest === wanted.digest || findCandidates(wanted, [each]).length > 0;
    return [
      ...quarantined.filter(isLike),
      ...erased.filter(isLike).filter((each) => isStillRemoved(workspace, root, { known: each, wanted })),
    ];
  };
}

/** @returns why this cannot become a new memory of the root; null when nothing like it was removed there. */
export function vetoRemoved(
  wanted: Wanted,
  { actor, findRemoved }: { readonly actor: Actor; readonly findRemoved: RemovedFinder },
): Veto | null {
  const removed = findRemoved(wanted);
  // A person may write what is like something they removed; nobody may write the same text again unasked.
  const known = actor === "person" ? removed.filter(({ digest }) => digest === wanted.digest) : removed;
  const outcome = decideProposal({ ...wanted, ends: false }, known);
  return outcome.kind === "no-op" ? { why: outcome.why, removed: true } : null;
}

/** The removed memory with exactly this content. What is merely like one may grow out of another memory. */
export function findRemovedDuplicate(
  workspace: Workspace,
  root: OpenRoot,
  wanted: Wanted,
): KnownMemory | null {
  const removed = createRemovedFinder(workspace, root)(wanted);
  return removed.find(({ digest }) => digest === wanted.digest) ?? null;
}

function findQuarantined(root: OpenRoot): KnownMemory[] {
  const removed: KnownMemory[] = [];
  for (const file of listDirectory(root.path, "quarantine").entries) {
    const { memory, digest } = readContent(file);
    if (memory === null) continue;
    const { type, category, name, tags } = memory;
    removed.push({ id: file.id, type, category, name, tags, digest, ...REMOVED });
  }
  return removed;
}

/** Of these nothing is left but id and digest; the words of the id stand for the title. */
function findErased(workspace: Workspace, root: OpenRoot): KnownMemory[] {
  const seen = workspace.seenIn(root);
  const removed: KnownMemory[] = [];
  for (const { id, digest } of [...seen.recallAct("forget"), ...seen.recallAct("lower")]) {
    const type = parseMemoryId(id) === null ? null : typeOfId(id);
    if (type === null) continue;
    const name = id.slice(type.length + 1).replaceAll("_", " ");
    removed.push({ id, type, category: "unknown", name, tags: [], digest, ...REMOVED });
  }
  return removed;
}

/** A person may have brought it back since, or written another text under its id. */
function isStillRemoved(
  workspace: Workspace,
  root: OpenRoot,
  { known, wanted }: { readonly known: KnownMemory; readonly wanted: Wanted },
): boolean {
  const { id, digest } = known;
  if (digest !== wanted.digest && findFile(root.path, id) !== null) return false;
  const file = { digest, tier: "inferred", status: "active", directory: "memories" } as const;
  const input = gatherStatements(workspace, root, { id, remembered: null, file });
  return computeStanding(input).standing === "quarantined";
}

// The id of a new memory: free, taken, or decided about by a person.

/** Why there is nothing to do. */
export type Veto = {
  readonly why: string;
  /** A person took it out of use. Otherwise it is simply here already. */
  readonly removed: boolean;
};

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
    "use another id, or have a person bring it back",
  );
}

type NewMemory = {
  readonly id: string;
  readonly memory: Memory;
  readonly digest: string;
  readonly actor: Actor;
  readonly findRemoved: RemovedFinder;
};

const RESURRECTION_MS = 24 * 3_600_000;

/**
 * @returns null when nothing stands in the way, a veto when there is nothing to do.
 * @throws when the id is taken.
 */
export function findVeto(workspace: Workspace, root: OpenRoot, wanted: NewMemory): Veto | null {
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
    return { why: `${file.id} already says exactly this`, removed: false };
  }
  const how = memory?.status === "retired" ? "is retired" : "says something else";
  throw new CredenceError("EXISTS", `${file.id} exists and ${how}`);
}

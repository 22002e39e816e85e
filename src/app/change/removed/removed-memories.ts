// What stands in the way of a text that would come into a root: what a person took out of use and it would bring back, in
// quarantine, in the archive, or forgotten and without a file; and what has its id already. See write-text.
//
// It vetoes little, because a refused text is lost to whoever has no patience: a quarantined memory vetoes its own text and
// near-copies of it, a forgotten one its own text in any case and spacing, under whatever title. A shared title or tag vetoes
// nothing, and neither does a file that nobody trusted here lowered: a clone can put any text into its quarantine.

import { CredenceError } from "../../../memory/errors.ts";
import { type DigestedContent, digestFolded } from "../../../memory/file/digest.ts";
import { isPlausible, parseInstant } from "../../../memory/instant.ts";
import { isNearCopy } from "../../../memory/law/near-copy.ts";
import { isStrangersText } from "../../../memory/law/sets/standing-of-file.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../../memory/law/standing.ts";
import type { TextStatement, Tombstone } from "../../../memory/law/statement.ts";
import type { Actor } from "../../../memory/law/transitions.ts";
import type { Memory, Standing } from "../../../memory/memory.ts";
import { type FileFinder, findFile, findTogether } from "../../../store/memory-files.ts";
import { listTombstones } from "../../memories/forgotten.ts";
import { isNameRefused } from "../../memories/kept/forgotten-names.ts";
import { gatherStatements, type LoadedMemory, loadFile } from "../../memories/load-memory.ts";
import { type Reading, readUntil } from "../../memories/strangers.ts";
import { askEach, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { goesOnAnew } from "../sign/sign-set.ts";
import { type Quarantined, readQuarantined, wasLowered } from "./near-copies.ts";

export type Wanted = DigestedContent & { readonly digest: string };

/** A text that was removed and is wanted again. */
export type Removal = {
  readonly id: string;
  readonly how: "quarantined" | "forgotten";
  /** To the letter, or else nearly so. */
  readonly isSame: boolean;
};

/** @returns null when nothing that was removed is this text, or close to it. */
export type RemovedFinder = (wanted: Wanted) => Removal | null;

/**
 * What was removed in any root that is open: it does not come back by way of the other scope. Read once, when it is first
 * asked. Good for as long as the caller holds the root's lock.
 */
export function createRemovedFinder(workspace: Workspace, root: OpenRoot): RemovedFinder {
  const here = createFinderIn(workspace, root);
  const others = workspace.roots.filter(({ path }) => path !== root.path);
  const elsewhere = new Map(others.map((each) => [each, createFinderIn(workspace, each)]));
  return (wanted) => {
    const there = askEach(workspace, others, (each) => elsewhere.get(each)?.(wanted) ?? null);
    const found = [here(wanted), ...there].filter((each) => each !== null);
    return found.find(({ isSame }) => isSame) ?? found[0] ?? null;
  };
}

function createFinderIn(workspace: Workspace, root: OpenRoot): RemovedFinder {
  let quarantined: readonly Quarantined[] | null = null;
  const buried = atOneMoment();
  const findLowered = createLoweredFinder(workspace, root);
  return (wanted) => {
    if (isBuried(listTombstones(workspace, root, buried).all, wanted))
      return { id: "", how: "forgotten", isSame: true };
    quarantined ??= readQuarantined(workspace, root);
    const same = quarantined.find(({ digest }) => digest === wanted.digest);
    if (same !== undefined) return { id: same.id, how: "quarantined", isSame: true };
    const lowered = findLowered(wanted);
    if (lowered !== null) return lowered;
    const near = quarantined.find(({ memory }) => isNearCopy(wanted, memory));
    return near === undefined ? null : { id: near.id, how: "quarantined", isSame: false };
  };
}

/** Refuses what does not come into the root as a new text, because it was removed there. */
export function refuseRemoved(
  wanted: Wanted,
  { actor, findRemoved }: { readonly actor: Actor; readonly findRemoved: RemovedFinder },
): void {
  const removal = findRemoved(wanted);
  // A person may write what is like something they removed; nobody may write the same text again unasked.
  if (removal !== null && (removal.isSame || actor !== "person")) throw toRefusal(removal);
}

/** Refuses a machine's change to what was removed. A memory that was like it before the change brings nothing back. */
export function refuseRemovedChange(before: Wanted | null, after: Wanted, findRemoved: RemovedFinder): void {
  const removal = findRemoved(after);
  if (removal === null) return;
  const known = before === null ? null : findRemoved(before);
  if (known?.id === removal.id && (known.isSame || !removal.isSame)) return;
  throw toRefusal(removal);
}

function toRefusal({ id, how, isSame }: Removal): CredenceError {
  if (how === "forgotten") {
    return new CredenceError(
      "REMOVED",
      "exactly this text was forgotten, so it is not stored again",
      "if it is needed after all, save it in other words",
    );
  }
  const restore = `a person can bring ${id} back with credence restore ${id}`;
  return isSame
    ? new CredenceError("REMOVED", `this text was removed: ${id} is in quarantine`, restore)
    : new CredenceError(
        "REMOVED",
        `nearly the same text was removed: ${id} is in quarantine`,
        `${restore}; where a fact has changed, say what it is now`,
      );
}

/** Of these nothing is left but what a statement says: the digests. */
function createLoweredFinder(workspace: Workspace, root: OpenRoot): (wanted: Wanted) => Removal | null {
  let known: readonly TextStatement[] | null = null;
  return ({ digest }) => {
    known ??= workspace.seenIn(root).recallAct("lower");
    const found = known.find(
      (each) => each.digest === digest && isStillRemoved(workspace, root, { id: each.id, digest }),
    );
    return found === undefined ? null : { id: found.id, how: "quarantined", isSame: true };
  };
}

/** A tombstone holds against its text whatever a person did since, under whatever title the text comes. */
function isBuried(all: readonly Tombstone[], wanted: Wanted): boolean {
  if (all.length === 0) return false;
  const texts = [wanted.digest, digestFolded(wanted)];
  return all.some(({ digests }) => texts.some((each) => digests.includes(each)));
}

/** A person may have brought it back since. */
function isStillRemoved(
  workspace: Workspace,
  root: OpenRoot,
  { id, digest }: { readonly id: string; readonly digest: string },
): boolean {
  const file = { digest, tier: "inferred", status: "active", directory: "memories" } as const;
  const input = gatherStatements(workspace, root, { id, remembered: null, file });
  return computeStanding(input).standing === "quarantined";
}

// The id of a new memory: free, taken, or decided about by a person.

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

/** What new texts are held against, looked up together. Good for as long as the caller holds the root's lock. */
export type Surroundings = {
  readonly findRemoved: RemovedFinder;
  readonly findFile: FileFinder;
  /** What is remembered of an id; null where that is still to be asked. */
  readonly recall: (id: string) => readonly TextStatement[] | null;
  readonly reading: Reading;
};

/** `ids` are those of the new texts. */
export function withSurroundings<Result>(
  workspace: Workspace,
  { root, ids }: { readonly root: OpenRoot; readonly ids: readonly string[] },
  work: (around: Surroundings) => Result,
): Result {
  const remembered = Map.groupBy(workspace.seenIn(root).recallEach(ids), ({ id }) => id);
  return findTogether(root.path, (find) =>
    work({
      findRemoved: createRemovedFinder(workspace, root),
      findFile: find,
      recall: (id) => remembered.get(id) ?? [],
      reading: atOneMoment(),
    }),
  );
}

/** The same without the lock, for as long as it is good for: each id is looked up by itself. */
export function lookAround(workspace: Workspace, root: OpenRoot): Surroundings {
  return {
    findRemoved: createRemovedFinder(workspace, root),
    findFile: (id) => findFile(root.path, id),
    recall: () => null,
    reading: readUntil(() => false),
  };
}

/** Reads all there is. The tombstones of the root are looked for once. */
function atOneMoment(): Reading {
  return { ...readUntil(() => false), moment: {} };
}

type NewMemory = {
  readonly id: string;
  readonly memory: Memory;
  readonly digest: string;
  readonly actor: Actor;
  readonly around: Surroundings;
};

const RESURRECTION_MS = 24 * 3_600_000;

/**
 * @returns null when nothing stands in the way, and what to say when the text is stored already.
 * @throws when the text was removed, and when the id is taken.
 */
export function findStored(workspace: Workspace, root: OpenRoot, wanted: NewMemory): string | null {
  const { id, memory, digest, actor, around } = wanted;
  // What lies in the archive does not take the id: below it counts as removed.
  const file = around.findFile(id);
  const existing = file === null ? null : loadFile(workspace, root, { file, remembered: around.recall(id) });
  const isQuarantined = existing?.standing.standing === "quarantined";
  if (existing !== null && !isQuarantined && !isAside(existing))
    return judgeExisting(workspace, existing, { digest, status: memory.status });
  refuseRemoved({ ...memory, digest }, { actor, findRemoved: around.findRemoved });
  if (existing === null && isNameRefused(root, id, workspace.now))
    throw new CredenceError(
      "REMOVED",
      `${id} was forgotten less than a day ago, so the name is not given to another text yet`,
      "choose another --id, or save it tomorrow",
    );
  if (existing === null || !isQuarantined) return null;
  if (!wasLowered(existing.input)) {
    const why = `${id} is the name of a file in quarantine that nobody you trust put there`;
    throw new CredenceError("EXISTS", why, "choose another --id");
  }
  throw new CredenceError(
    "EXISTS",
    `${id} was removed and is in quarantine`,
    `choose another --id for a new text; a person can bring ${id} back with credence restore ${id}`,
  );
}

/** Does the new text take the name? In an own root a memory of untrusted signers gives it up; in any root a full, retired one does. */
function isAside({ input, standing }: LoadedMemory): boolean {
  if (standing.standing === "retired") return goesOnAnew(input, input.sets.me ?? "machine:");
  return !input.sets.isShared && isStrangersText(input);
}

function judgeExisting(
  workspace: Workspace,
  existing: LoadedMemory,
  { digest, status }: { readonly digest: string; readonly status: Memory["status"] },
): string {
  const { file, memory } = existing;
  const isSame = existing.digest === digest;
  if (isSame && memory?.status === "retired" && status === "retired") return `${file.id} is here, retired`;
  const retiredAt = memory?.retiredAt ? parseInstant(memory.retiredAt) : null;
  const isRecent = (at: number): boolean =>
    isPlausible(at, workspace.now) && workspace.now - at < RESURRECTION_MS;
  if (memory?.status === "retired" && retiredAt !== null && isRecent(retiredAt))
    throw new CredenceError("RETIRED_RECENTLY", `${file.id} was retired at ${memory.retiredAt}`);
  if (isSame && memory?.status !== "retired") return `${file.id} already says exactly this`;
  const how = memory?.status === "retired" ? "is retired" : "says something else";
  throw new CredenceError("EXISTS", `${file.id} exists and ${how}`);
}

/** Is an id of no use for a new text, because a person removed what had it? */
export function isHeldByRemoved(
  workspace: Workspace,
  root: OpenRoot,
  { id, digest, actor }: { readonly id: string; readonly digest: string; readonly actor: Actor },
): boolean {
  const file = findFile(root.path, id);
  if (file !== null) return file.directory === "quarantine";
  if (isNameRefused(root, id, workspace.now)) return true;
  // A person's word lifts what was said against the id.
  return actor !== "person" && isStillRemoved(workspace, root, { id, digest });
}

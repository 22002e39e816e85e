// What this machine keeps about its roots, opened so that reading needs no writing. What cannot be written is left out and
// said once. What is there and cannot be read is never taken for absent: a key, a trusted signer or a record of negative
// acts may be in it, so every root is withheld from models until it can be read again.

import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { isSqliteFailure } from "../../search/index/open-index.ts";
import { replaceFile } from "../../store/durable.ts";
import type { RootPlace } from "../../store/find-root.ts";
import { codeOf, ifThere, toWriteFailure, writing } from "../../store/fs-failure.ts";
import { type Located, locateRoot } from "../../store/root-location.ts";
import { ensurePrivate, type StateDirectory } from "../../store/state-directory.ts";
import { type SeenPlace, type SeenSet, type Unreadable, unreadableSet } from "../../trust/seen-set.ts";

/** What machine state did not let this process do. */
export type StateTroubles = {
  /** Files that decide about trust and cannot be read, by their names in machine state. */
  readonly unread: Set<string>;
  /** Why something could not be written. */
  readonly unwritten: Set<FailureCode>;
  /** Roots whose record cannot be read, as far as anybody asked for it. */
  readonly withheld: Map<string, Unreadable>;
  /** What the person has been told of it. */
  readonly told: Set<string>;
};

export function noTroubles(): StateTroubles {
  return { unread: new Set(), unwritten: new Set(), withheld: new Map(), told: new Set() };
}

/** In sentences that want the remedy behind them, each to whoever asks first. */
export function takeStateTroubles(
  { unread, unwritten, withheld, told }: StateTroubles,
  roots: readonly RecordedRoot[],
): string[] {
  const sentences = [
    ...(unread.size === 0 ? [] : [sayUnread([...unread])]),
    ...roots.flatMap((root) => {
      const why = withheld.get(root.id);
      return why === undefined || unread.size > 0 ? [] : [sayWithheld(root, why)];
    }),
    ...(unwritten.size === 0 || unread.size > 0 ? [] : [sayUnwritten([...unwritten])]),
  ].filter((sentence) => !told.has(sentence));
  for (const sentence of sentences) told.add(sentence);
  return sentences;
}

/** More names than this nobody reads in passing. */
const NAMED_MAX = 3;

export function sayUnread(names: readonly string[]): string {
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : "";
  const named = names.slice(0, NAMED_MAX).join(", ");
  return `${named}${more} in machine state cannot be read, so every memory is withheld`;
}

const RECORD_WORDS: Readonly<Record<Unreadable, string>> = {
  missing: "is missing",
  damaged: "is damaged",
  closed: "cannot be read",
};

export function sayWithheld({ shown }: RecordedRoot, why: Unreadable): string {
  return `the record of what was seen in ${shown} ${RECORD_WORDS[why]}, so its memories are withheld`;
}

export function sayUnwritten(codes: readonly FailureCode[]): string {
  return `machine state cannot be written (${codes.join(", ")}), so what is new here is not remembered`;
}

/** Does it if the disk lets us; otherwise that is noted, and the reading goes on. */
export function writeIfPossible<Result>(troubles: StateTroubles, work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    const failure = explainUnwritten(error);
    if (!(failure instanceof CredenceError) || !UNWRITTEN.has(failure.code)) throw error;
    troubles.unwritten.add(failure.code);
    return null;
  }
}

/** Can it be written? Nothing is, and a full disk is not seen. */
export function noteUnwritable({ state, troubles }: Pick<SeenOpening, "state" | "troubles">): void {
  if (existsSync(state.path)) writeIfPossible(troubles, () => accessSync(state.path, constants.W_OK));
}

/** What kept machine state from being written; any other error as it is. */
export function explainUnwritten(error: unknown): unknown {
  return isSqliteFailure(error) ? explainFull(error) : toWriteFailure(error, "machine state");
}

const UNWRITTEN: ReadonlySet<string> = new Set(["READ_ONLY", "DISK_FULL", "LOCK_TIMEOUT"]);
const SQLITE_FULL = 13;
const SQLITE_BUSY = 5;

/** A set that another process has for long is left alone, too: the statements are on disk, and the next one remembers them. */
function explainFull(error: Error): CredenceError {
  const code = "errcode" in error ? Number(error.errcode) & 0xff : 0;
  if (code === SQLITE_BUSY) return new CredenceError("LOCK_TIMEOUT", "another process is writing");
  return new CredenceError(
    code === SQLITE_FULL ? "DISK_FULL" : "READ_ONLY",
    "machine state cannot be written",
  );
}

/** Is it absent, or can it be read? */
export function canRead(troubles: StateTroubles, state: string, name: string): boolean {
  try {
    accessSync(join(state, name), constants.R_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    troubles.unread.add(name);
    return false;
  }
}

export type Records = {
  /** What this machine keeps about the root. */
  readonly records: string;
  readonly located: Located;
  /** Its id was seen at another location, or nobody can tell, and no person has looked yet. */
  readonly waits: boolean;
};

export function openRecords(
  state: StateDirectory,
  place: RootPlace & { readonly id: string },
  troubles: StateTroubles,
): Records {
  const { id } = place;
  const name = join("roots", id);
  const records = join(state.path, name);
  const isThere = existsSync(records) || writeIfPossible(troubles, () => ensurePrivate(records)) !== null;
  if (!canRead(troubles, state.path, join(name, "locations.json")) || !isThere)
    return { records, located: "known", waits: false };
  // Where the place cannot be written down, none was known that still holds the root.
  const located = writeIfPossible(troubles, () => locateRoot(records, place, id)) ?? "known";
  if (located === "other") throw otherKind(place);
  return { records, located, waits: located !== "known" };
}

/** Trust and history go by the id, so one that is another root's is opened by nobody. */
export function otherKind({ path, scope, shown }: RootPlace): CredenceError {
  return new CredenceError(
    "PATH_ERROR",
    `root.json in ${shown} has the id of another root of this machine, so it is not used`,
    `if you do not know why, somebody else wrote it: move ${join(path, "root.json")} away, then credence init${scope === "user" ? " --scope user" : ""} gives the root an id of its own`,
  );
}

/** One sentence, for every place that says it. It is a question, and nothing is broken. */
export function sayCopy({ kind, shown }: Pick<RootPlace, "kind" | "shown">): string {
  const what = kind === "shared" ? "second copy of a known project" : `second copy of ${shown}`;
  return `${what}; use it here: credence init`;
}

type RecordedRoot = { readonly id: string; readonly records: string; readonly shown: string };

export type SeenOpening = {
  readonly state: StateDirectory;
  readonly troubles: StateTroubles;
  readonly open: (place: SeenPlace) => SeenSet;
};

/** Everything that was seen of a root, or nothing and why. */
export function openSeen(root: RecordedRoot, { troubles, open }: SeenOpening): SeenSet {
  const set = troubles.unread.size > 0 ? unreadableSet("closed") : open(placeSeen(root));
  if (set.unreadable !== null) troubles.withheld.set(root.id, set.unreadable);
  return {
    ...set,
    remember: (attestations) => void writeIfPossible(troubles, () => set.remember(attestations)),
  };
}

export function placeSeen({ id, records }: Pick<RecordedRoot, "id" | "records">): SeenPlace {
  const mark = join(records, "ledger.json");
  return {
    path: join(records, "ledger.sqlite"),
    root: id,
    mark: {
      read: () => readIfThere(mark),
      write: (text) => writing("machine state", () => replaceFile(mark, text, 0o600)),
    },
    // Every operation of ours leaves a line there, and a statement in the set.
    isKnown: () => (readIfThere(join(records, "journal.ndjson")) ?? "") !== "",
  };
}

function readIfThere(path: string): string | null {
  return ifThere(() => readFileSync(path, "utf8"), null);
}

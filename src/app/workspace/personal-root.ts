// Makes a person's own root about the project that they are in. It lies in their home, because git overwrites, cleans and
// stashes what it ignores in a work tree without a word.
//
// Attack: a model, or whatever it reads, fills a home with roots: without a person only a few are made per day.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderDay } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { ensureDirectory, removeTree, replaceFile } from "../../store/durable.ts";
import {
  findPersonalRoot,
  isRoot,
  placePersonalRoot,
  placePersonalRoots,
  type RootPlace,
} from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { acquireLock } from "../../store/lock.ts";
import { findEntry } from "../../store/paths.ts";
import { makeRoot, type Repository } from "../../store/root-files.ts";
import { ensurePrivate, type StateDirectory } from "../../store/state-directory.ts";
import { findAbandoned } from "../../store/temporary-files.ts";
import type { WorkTree } from "../../store/work-tree.ts";
import { rememberMade } from "./made-directories.ts";

export type PersonalRequest = {
  readonly tree: WorkTree;
  /** Where the user root lies, or would. */
  readonly userRoot: string;
  readonly state: StateDirectory;
  readonly now: Instant;
  /** A person asked for it: nothing counts them. */
  readonly byPerson: boolean;
};

export function makePersonalRoot(request: PersonalRequest): {
  readonly place: RootPlace;
  readonly isNew: boolean;
} {
  const { tree, userRoot, state, now, byPerson } = request;
  const place = placePersonalRoot(tree, userRoot);
  const directory = placePersonalRoots(userRoot);
  return rememberMade({ state: state.path, directories: [directory] }, () =>
    withPersonalRoots(userRoot, () => {
      if (findPersonalRoot(tree, userRoot) !== null) return { place, isNew: false };
      if (isRoot(place.path)) throw takenByAnother(place);
      if (!byPerson && !state.isTest) countRoot(state.path, now);
      return { place, isNew: makeRoot(place, repositoryOf(tree)).isNew };
    }),
  );
}

/** One process at a time makes or moves one. */
export function withPersonalRoots<Result>(userRoot: string, work: () => Result): Result {
  const directory = placePersonalRoots(userRoot);
  writing(directory, () => {
    ensureDirectory(directory, 0o700);
    // Whoever keeps their home, or the user root, in git does not publish these by adding everything.
    const ignore = join(directory, ".gitignore");
    if (findEntry(ignore) === null) replaceFile(ignore, "*\n", 0o600);
  });
  const lock = acquireLock(directory);
  try {
    // What killed processes left: a file before it had its name, or half a copy.
    writing(directory, () => findAbandoned(directory).forEach(removeTree));
    return work();
  } finally {
    lock.release();
  }
}

export function repositoryOf({ commonDirectory, owner }: WorkTree): Repository {
  const stat = findEntry(commonDirectory);
  return { path: commonDirectory, inode: stat?.ino ?? 0, born: Math.trunc(stat?.birthtimeMs ?? 0), owner };
}

function takenByAnother({ shown }: RootPlace): CredenceError {
  return new CredenceError(
    "PATH_ERROR",
    `${shown} is the root of a repository of another owner, or of one elsewhere`,
    "run credence init at a terminal to link it to this repository",
  );
}

// How many were made today without a person.

const ROOTS_PER_DAY_MAX = 5;

/** Counted before it is made, so that a crash cannot gain one. */
function countRoot(state: string, now: Instant): void {
  const path = join(ensurePrivate(state), "roots-made.json");
  const today = renderDay(now);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const known = isRecord(value) && value["day"] === today ? Number(value["count"]) : 0;
  // A count that is none was not written by us.
  const count = Number.isSafeInteger(known) ? known : ROOTS_PER_DAY_MAX;
  if (count >= ROOTS_PER_DAY_MAX)
    throw new CredenceError(
      "DAILY_LIMIT",
      `${ROOTS_PER_DAY_MAX} memory roots were created today without a person`,
      "a person can create one: credence init in a terminal outside the agent",
    );
  const text = `${JSON.stringify({ v: 1, day: today, count: count + 1 })}\n`;
  writing("machine state", () => replaceFile(path, text, 0o600));
}

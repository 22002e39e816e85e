// Removes what Credence keeps on this machine, after its entries have left the agents' settings. Each step looks at what is
// there, and the keys go last: a purge that was killed is finished by the next one.
//
// Attack: a link in machine state, or in place of a root, that leads the removal elsewhere; a variable that calls a directory of
// the person machine state. Links are removed and never followed, a directory that does not look like ours is refused, and what
// is not ours in one that does stays, with the directory.

import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { removeQuietly, removeTree } from "../../store/durable.ts";
import { placePersonalRoots } from "../../store/find-root.ts";
import { codeOf, namesIn, writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { readMade, removeEmptyDirectories } from "../workspace/made-directories.ts";
import {
  isIndex,
  isOfRoot,
  isOfState,
  type RemainingRoot,
  type Remains,
  ROOT_DIRECTORIES,
} from "./remains.ts";

/** One of these is in every state that we made; while it is emptied, the last ones. */
const MARKS = ["launch", "keys", "made.json", "test-state.json"];
const LAST = ["keys", "made.json"];

/** Before anything is changed, where something goes: without it, what is not ours is only named. */
export function refuseForeignState({ state, foreignState }: Remains): void {
  const names = state === null ? [] : namesIn(state);
  if (foreignState === null && (names.length === 0 || names.some((name) => MARKS.includes(name)))) return;
  throw new CredenceError(
    "STATE_REFUSED",
    `${foreignState ?? state} does not look like machine state of Credence`,
    "check CREDENCE_HOME and XDG_STATE_HOME, or remove the directory yourself",
  );
}

/** Those that go: the person's own without a memory, with `all` the others too. A shared one is its project's. */
export function listLeavingRoots({ roots }: Remains, all: boolean): RemainingRoot[] {
  return roots.filter(({ kind, isEmpty, isLinked }) => kind !== "shared" && !isLinked && (all || isEmpty));
}

/** Says what is gone; whoever runs from the program's directory removes that afterwards, and then calls `finish`. */
export function purge(remains: Remains, all: boolean): { readonly finish: () => void } {
  const { state, cache, userRoot } = remains;
  const made = state === null ? [] : readMade(state);
  // The personal roots before the user root that they lie in.
  const leaving = listLeavingRoots(remains, all).sort((a, b) => b.path.length - a.path.length);
  for (const { path } of leaving) removeRoot(path, all);
  removeEmptyPlace(userRoot);
  if (cache !== null) emptyCache(cache, remains.isCacheLinked);
  if (state !== null) emptyState(state, LAST);
  return {
    finish: () => {
      if (state !== null) emptyState(state, ["made.json"]);
      // Once with the record of them still there, and once more for those above it.
      removeEmptyDirectories(made);
      if (state !== null) emptyState(state, []);
      if (state !== null && !remains.isStateLinked) removeLast(state);
      removeEmptyDirectories(made);
    },
  };
}

/** The first file goes last: while it is there, the next purge finds the root. The personal roots in its place are roots of
 * their own. */
function removeRoot(path: string, all: boolean): void {
  const directories = ROOT_DIRECTORIES.map((name) => join(path, name));
  const inside = (name: string): string[] => namesIn(join(path, name)).map((file) => `${name}/${file}`);
  const texts = ["memories", "quarantine"].flatMap(inside).filter(isOfRoot);
  const isPassing = (file: string): boolean => parseMemoryId(file.slice(file.indexOf("/") + 1)) === null;
  writing(path, () => {
    for (const file of all ? texts : texts.filter(isPassing)) removeTree(join(path, file));
    if (all) for (const name of ["attest", "archive", "team"]) removeTree(join(path, name));
  });
  removeEmptyDirectories(directories);
  // Somebody saved a memory just now.
  if (!all && directories.some((each) => findEntry(each) !== null)) return;
  const isGoing = (name: string): boolean => isOfRoot(name) && !ROOT_DIRECTORIES.includes(name);
  writing(path, () => {
    for (const name of namesIn(path).filter((each) => isGoing(each) && each !== "root.json"))
      removeTree(join(path, name));
    removeTree(join(path, "root.json"));
  });
  removeEmptyDirectories([path]);
}

/** The directory of the personal roots, and that of the user root, where nothing is left in them. */
function removeEmptyPlace(userRoot: string): void {
  const personal = placePersonalRoots(userRoot);
  removeEmptyDirectories(namesIn(personal).map((name) => join(personal, name)));
  if (namesIn(personal).every((name) => name === ".gitignore")) {
    removeQuietly(join(personal, ".gitignore"));
    removeEmptyDirectories([personal]);
  }
  removeEmptyDirectories([userRoot]);
}

/** What is no index of ours stays, and with it the directory. */
function emptyCache(cache: string, isLinked: boolean): void {
  writing(cache, () => {
    for (const name of namesIn(cache).filter(isIndex)) removeTree(join(cache, name));
  });
  if (!isLinked) removeEmptyDirectories([cache]);
}

/** The launcher goes first: no hook starts any more while the rest goes. */
function emptyState(state: string, spared: readonly string[]): void {
  writing("machine state", () => {
    for (const name of ["launch", ...namesIn(state).filter(isOfState)])
      if (!spared.includes(name)) removeTree(join(state, name));
  });
}

function removeLast(state: string): void {
  try {
    rmdirSync(state);
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error;
    if (!namesIn(state).some(isOfState)) return;
    throw new CredenceError(
      "OCC_CONFLICT",
      `something was written to ${state} just now`,
      "end the sessions of your agents, then run the command again",
    );
  }
}

// Removes what Credence keeps on this machine, after its entries have left the agents' settings. Each step looks at what is
// there, and the keys go last: a purge that was killed is finished by the next one.
//
// Attack: a link in machine state, or in place of a root, that leads the removal elsewhere; a variable that calls a directory of
// the person machine state. Links are removed and never followed, and a directory that does not look like ours is refused.

import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { removeQuietly, removeTree } from "../../store/durable.ts";
import { placePersonalRoots } from "../../store/find-root.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { readMade, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { listNames, type RemainingRoot, type Remains, ROOT_DIRECTORIES, ROOT_FILES } from "./remains.ts";

/** One of these is in every state that we made; while it is emptied, the last ones. */
const MARKS = ["launch", "keys", "made.json", "test-state.json"];
const LAST = ["keys", "made.json"];
const INDEX = /^[0-9a-f]{32}$/;

/** Before anything is changed. */
export function refuseForeignState({ state }: Remains): void {
  const names = state === null ? [] : listNames(state);
  if (names.length === 0 || names.some((name) => MARKS.includes(name))) return;
  throw new CredenceError(
    "STATE_REFUSED",
    `${state} does not look like machine state of Credence`,
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
  for (const { path } of listLeavingRoots(remains, all).sort(byDepth)) removeRoot(path, all);
  removeEmptyPlace(userRoot);
  if (cache !== null) emptyCache(cache);
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

/** The personal roots before the user root that they lie in. */
function byDepth(a: RemainingRoot, b: RemainingRoot): number {
  return b.path.length - a.path.length;
}

/** The first file goes last: while it is there, the next purge finds the root. The personal roots in its place are roots of
 * their own. */
function removeRoot(path: string, all: boolean): void {
  const directories = ROOT_DIRECTORIES.map((name) => join(path, name));
  if (!all) removeEmptyDirectories(directories);
  // Somebody saved a memory just now.
  if (!all && directories.some((each) => findEntry(each) !== null)) return;
  const names = all ? listNames(path) : ROOT_FILES;
  writing(path, () => {
    for (const name of names.filter((each) => each !== "projects" && each !== "root.json"))
      removeTree(join(path, name));
    removeTree(join(path, "root.json"));
  });
  removeEmptyDirectories([path]);
}

/** The directory of the personal roots, and that of the user root, where nothing is left in them. */
function removeEmptyPlace(userRoot: string): void {
  const personal = placePersonalRoots(userRoot);
  removeEmptyDirectories(listNames(personal).map((name) => join(personal, name)));
  if (listNames(personal).every((name) => name === ".gitignore")) {
    removeQuietly(join(personal, ".gitignore"));
    removeEmptyDirectories([personal]);
  }
  removeEmptyDirectories([userRoot]);
}

/** What is no index of ours stays, and with it the directory. */
function emptyCache(cache: string): void {
  writing(cache, () => {
    for (const name of listNames(cache)) if (INDEX.test(name)) removeTree(join(cache, name));
  });
  removeEmptyDirectories([cache]);
}

/** The launcher goes first: no hook starts any more while the rest goes. */
function emptyState(state: string, spared: readonly string[]): void {
  writing("machine state", () => {
    for (const name of ["launch", ...listNames(state)])
      if (!spared.includes(name)) removeTree(join(state, name));
  });
}

function removeLast(state: string): void {
  try {
    rmdirSync(state);
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error;
    throw new CredenceError(
      "OCC_CONFLICT",
      `something was written to ${state} just now`,
      "end the sessions of your agents, then run the command again",
    );
  }
}

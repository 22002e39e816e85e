// Everything that Credence keeps on this machine beside its entries in agents' settings. Uninstall names it, and a purge removes it.
// Machine state and the search index are two directories of ours; a root of the person's own goes if it holds no memory, or if the person
// typed that memories go. The keys go last, so that a purge that was killed is finished by the next one.
//
// Attack: a link in machine state, or in place of a root, that leads the removal elsewhere; a variable that calls a directory of
// the person machine state. Links are removed and never followed, and a directory without a mark of ours is refused.

import { readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { removeTree } from "../../store/durable.ts";
import { isRoot, placePersonalRoots, placeUserRoot } from "../../store/find-root.ts";
import { codeOf, ifPossible, namesIn, writing } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { KEEP_FILE, type RootKind } from "../../store/root-files.ts";
import { listRootPaths } from "../../store/root-location.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";
import { locateState, type PlaceHints } from "../workspace/locate-state.ts";
import { readMade, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { claudeDirectoryOf } from "../workspace/open-roots.ts";
import { findLeavingProgram } from "./program-home.ts";

export type RemainingRoot = {
  readonly path: string;
  readonly kind: RootKind;
  /** Files that hold one, in use or not. */
  readonly memories: number;
  /** A link leads there: it is the person's arrangement. */
  readonly isLinked: boolean;
};

/** Null for what is not there. */
export type Remains = {
  readonly state: string | null;
  /** A directory in the place of machine state without a mark of ours. */
  readonly foreignState: string | null;
  readonly hasKey: boolean;
  readonly cache: string | null;
  readonly program: string | null;
  /** Directories that a link of the person leads to: they are emptied, and stay. */
  readonly linked: readonly string[];
  readonly userRoot: string;
  readonly roots: readonly RemainingRoot[];
};

/** One of these is in every state that we made; while it is emptied, the last two. */
const MARKS = ["launch", "test-state.json", "made.json", "keys"];
const LAST = ["made.json", "keys"];

export function surveyRemains(hints: PlaceHints): Remains {
  const places = locateState(hints);
  const state = refuseUnsafeState(places.state);
  const names = namesIn(state);
  const isOurs = names.length === 0 || names.some((name) => MARKS.includes(name));
  const isThere = findEntry(state)?.isDirectory() === true;
  const cache = findRealPlace(places.cache) ?? places.cache;
  const hasCache = findEntry(cache)?.isDirectory() === true && isIndexes(namesIn(cache));
  return {
    state: isThere && isOurs ? state : null,
    foreignState: isThere && !isOurs ? state : null,
    hasKey: findEntry(join(state, "keys", "person.json")) !== null,
    cache: hasCache ? cache : null,
    program: findLeavingProgram(hints)?.base ?? null,
    linked: [places.state, places.cache].filter(isLink).map((path) => findRealPlace(path) ?? path),
    ...surveyRoots(hints, state),
  };
}

function isLink(path: string): boolean {
  return findEntry(path)?.isSymbolicLink() === true;
}

const INDEX = /^[0-9a-f]{32}$/;

function isIndexes(names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => INDEX.test(name));
}

function surveyRoots(hints: PlaceHints, state: string): Pick<Remains, "userRoot" | "roots"> {
  const claude = claudeDirectoryOf(hints);
  const userRoot = placeUserRoot(claude).path;
  const isLinked = isLink(join(claude, "claude-memory"));
  const personal = placePersonalRoots(userRoot);
  const own = namesIn(personal).map((name) => join(personal, name));
  const owned = [userRoot, ...own.filter((path) => findEntry(path)?.isDirectory() === true)];
  const shared = listRootPaths(state).filter((path) => !owned.includes(path));
  const roots = [...owned, ...shared].filter(isRoot).map((path): RemainingRoot => {
    const kind = shared.includes(path) ? "shared" : path === userRoot ? "user" : "personal";
    return { path, kind, memories: countMemories(path), isLinked: isLinked && kind !== "shared" };
  });
  return { userRoot, roots };
}

function countMemories(path: string): number {
  return ["memories", "quarantine", "archive"].reduce((sum, name) => sum + countTexts(join(path, name)), 0);
}

/** A file that a person put there counts as well, and so keeps its root. Links are not followed. */
function countTexts(directory: string): number {
  if (findEntry(directory)?.isDirectory() !== true) return 0;
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const isPassing = (name: string): boolean => name === KEEP_FILE || name.endsWith(".tmp");
  return entries.filter((entry) => !entry.isDirectory() && !isPassing(entry.name)).length;
}

/** Everything that a plain uninstall leaves, a line each. */
export function describeRemains({ state, hasKey, cache, program, roots }: Remains): string[] {
  const keys = hasKey ? "your keys" : "this machine's key";
  const kept = "whom you trust, settings, receipts, captured prompts, copies of agents' settings";
  return [
    ...(state === null ? [] : [`${state}: ${keys}, ${kept}`]),
    ...(cache === null ? [] : [`${cache}: the search index`]),
    ...(program === null ? [] : [`${program}: the program`]),
    ...roots.map(describeRoot),
  ];
}

export function describeRoot({ path, memories }: RemainingRoot): string {
  return `${path}: ${memories === 0 ? "no memory" : pluralize(memories, "memory", "memories")}`;
}

/** Is the plugin for Claude Code there as well? Only that client removes it. */
export function hasPlugin(hints: PlaceHints): boolean {
  return ifPossible(() => {
    const path = join(claudeDirectoryOf(hints), "plugins", "installed_plugins.json");
    return readFileSync(path, "utf8").includes('"credence@');
  }, false);
}

/** Before anything is changed. */
export function refuseForeignState({ foreignState }: Remains): void {
  if (foreignState === null) return;
  throw new CredenceError(
    "STATE_REFUSED",
    `${foreignState} does not look like machine state of Credence`,
    "check CREDENCE_HOME and XDG_STATE_HOME, or remove the directory yourself",
  );
}

/** Those that go: the person's own without a memory, with `all` the others too. A shared one is its project's. */
export function listLeavingRoots({ roots }: Remains, all: boolean): RemainingRoot[] {
  return roots.filter(
    ({ kind, memories, isLinked }) => kind !== "shared" && !isLinked && (all || memories === 0),
  );
}

/** `removeProgram` comes before the keys go: a purge that was killed before finds its way back by them. */
export function purge(remains: Remains, all: boolean, removeProgram: () => void): void {
  const { state, cache, linked, userRoot } = remains;
  const made = state === null ? [] : readMade(state);
  // The personal roots before the user root that they lie in.
  for (const { path } of listLeavingRoots(remains, all).toReversed()) removeRoot(path);
  removePersonalPlace(placePersonalRoots(userRoot));
  removeEmptyDirectories([userRoot]);
  if (cache !== null) {
    writing(cache, () => {
      for (const name of namesIn(cache).filter((each) => INDEX.test(each))) removeTree(join(cache, name));
    });
    if (!linked.includes(cache)) removeEmptyDirectories([cache]);
  }
  // No hook starts any more while the rest goes.
  if (state !== null)
    removeNames(state, ["launch", ...namesIn(state).filter((name) => !LAST.includes(name))]);
  removeProgram();
  // Once with the record of them still there, and once more for those above it.
  removeEmptyDirectories(made);
  if (state !== null) {
    removeNames(state, LAST);
    if (!linked.includes(state)) removeLast(state);
  }
  removeEmptyDirectories(made);
}

const ROOT_NAMES = ["memories", "quarantine", "attest", "archive", "team", ".gitignore", "index.md"];
const ROOT_REST = ["memory-config.json", ".index.lockdir", "root.json"];

/** The first file goes last: while it is there, the next purge finds the root. The personal roots in its place are roots of their
 * own, and what else lies beside it is the person's. */
function removeRoot(path: string): void {
  removeNames(path, [...ROOT_NAMES, ...namesIn(path).filter((name) => name.endsWith(".tmp")), ...ROOT_REST]);
  removeEmptyDirectories([path]);
}

function removePersonalPlace(personal: string): void {
  removeEmptyDirectories(namesIn(personal).map((name) => join(personal, name)));
  if (namesIn(personal).join() !== ".gitignore") return;
  removeNames(personal, [".gitignore"]);
  removeEmptyDirectories([personal]);
}

function removeNames(directory: string, names: readonly string[]): void {
  writing(directory, () => {
    for (const name of names) removeTree(join(directory, name));
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

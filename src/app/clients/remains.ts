// What Credence keeps on this machine beside its entries in agents' settings, and where: uninstall names it, a purge removes it.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseMemoryId } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { isRoot, placePersonalRoots, placeUserRoot } from "../../store/find-root.ts";
import { ifPossible, namesIn } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { KEEP_FILE, type RootKind } from "../../store/root-files.ts";
import { listRootPaths } from "../../store/root-location.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";
import { locateState, type PlaceHints } from "../workspace/locate-state.ts";
import { claudeDirectoryOf } from "../workspace/open-roots.ts";
import { findLeavingProgram } from "./program-home.ts";

export type RemainingRoot = {
  readonly path: string;
  readonly kind: RootKind;
  /** Files that hold one, in use or not. */
  readonly memories: number;
  /** Nothing is in it but what was made with it. */
  readonly isEmpty: boolean;
  /** It is reached by a link, so what it leads to is not ours to remove. */
  readonly isLinked: boolean;
  /** What lies in it and is not ours. */
  readonly strangers: readonly string[];
};

export type Remains = {
  /** Null where there is none, here and below. */
  readonly state: string | null;
  /** The directory in its place, where nothing in it has a name of ours. */
  readonly foreignState: string | null;
  /** The way to machine state ends in a link: what is in it goes, the directory and the link stay. */
  readonly isStateLinked: boolean;
  readonly hasKey: boolean;
  /** Where the search index is, if there is one. */
  readonly cache: string | null;
  /** As for machine state. */
  readonly isCacheLinked: boolean;
  readonly program: string | null;
  readonly userRoot: string;
  readonly roots: readonly RemainingRoot[];
  /** What lies in places of ours and is not ours: it stays. */
  readonly strangers: readonly string[];
};

export function surveyRemains(hints: PlaceHints): Remains {
  const places = locateState(hints);
  const state = refuseUnsafeState(places.state);
  const leaving = findLeavingProgram(hints);
  const { cache, isCacheLinked, strangers } = surveyCache(places.cache);
  const names = isThere(state) ? namesIn(state) : [];
  const others = names.filter((name) => !isOfState(name));
  const isForeign = names.length > 0 && others.length === names.length;
  return {
    state: isThere(state) && !isForeign ? state : null,
    foreignState: isForeign ? state : null,
    isStateLinked: isLink(places.state),
    hasKey: findEntry(join(state, "keys", "person.json")) !== null,
    cache,
    isCacheLinked,
    program: leaving?.base ?? null,
    ...surveyRoots(hints, state),
    strangers: [...others.map((name) => join(state, name)), ...strangers, ...(leaving?.stays ?? [])],
  };
}

function isThere(path: string): boolean {
  return findEntry(path)?.isDirectory() === true;
}

function isLink(path: string): boolean {
  return findEntry(path)?.isSymbolicLink() === true;
}

/** A directory that a link leads to is the person's: without an index there is nothing of ours in it. */
function surveyCache(place: string): Pick<Remains, "cache" | "isCacheLinked" | "strangers"> {
  const path = findRealPlace(place) ?? place;
  const isCacheLinked = isLink(place);
  const names = isThere(path) ? namesIn(path) : [];
  const isOurs = names.some(isIndex) || (isThere(path) && names.length === 0 && !isCacheLinked);
  const others = isOurs ? names.filter((name) => !isIndex(name)) : [];
  return { cache: isOurs ? path : null, isCacheLinked, strangers: others.map((name) => join(path, name)) };
}

function surveyRoots(hints: PlaceHints, state: string): Pick<Remains, "userRoot" | "roots"> {
  const userRoot = placeUserRoot(claudeDirectoryOf(hints)).path;
  const isLinked = isLink(join(claudeDirectoryOf(hints), "claude-memory"));
  const personal = namesIn(placePersonalRoots(userRoot)).map((name) =>
    join(placePersonalRoots(userRoot), name),
  );
  const owned = [
    { path: userRoot, kind: "user" as const },
    ...personal.filter(isThere).map((path) => ({ path, kind: "personal" as const })),
  ];
  const shared = listRootPaths(state)
    .filter((path) => !owned.some((each) => each.path === path))
    .map((path) => ({ path, kind: "shared" as const }));
  const roots = [...owned, ...shared]
    .filter(({ path }) => isRoot(path))
    .map((root) => ({
      ...root,
      memories: countMemories(root.path),
      isEmpty: isEmptyRoot(root.path),
      isLinked: isLinked && root.kind !== "shared",
      strangers: listStrangers(root.path),
    }));
  return { userRoot, roots };
}

/** What a root is made with, and what is derived: nothing of it is a memory or a statement about one. */
const ROOT_FILES = ["root.json", ".gitignore", "index.md", "memory-config.json", ".index.lockdir"];
export const ROOT_DIRECTORIES = ["memories", "quarantine", "attest", "archive", "team"];

/** By its path in the root. Statements, cards and the archive have no other files in their directories than ours. */
export function isOfRoot(path: string): boolean {
  const [name = "", file] = path.split("/");
  if (file === undefined) return [...ROOT_FILES, ...ROOT_DIRECTORIES].includes(name) || TEMPORARY.test(name);
  if (name !== "memories" && name !== "quarantine") return true;
  return (file.endsWith(".md") && parseMemoryId(file) !== null) || file === KEEP_FILE || TEMPORARY.test(file);
}

/** Of which it makes no difference to anybody whether they are there. */
function isPassing(name: string): boolean {
  return name === KEEP_FILE || TEMPORARY.test(name);
}

const TEMPORARY = /\.tmp$/;

function listStrangers(root: string): string[] {
  const files = ["memories", "quarantine"].flatMap((name) =>
    namesIn(join(root, name)).map((file) => `${name}/${file}`),
  );
  const names = namesIn(root).filter((name) => name !== "projects");
  return [...names, ...files].filter((path) => !isOfRoot(path)).map((path) => join(root, path));
}

function isEmptyRoot(path: string): boolean {
  const isBare = (name: string): boolean => namesIn(join(path, name)).every(isPassing);
  return listStrangers(path).length === 0 && ROOT_DIRECTORIES.every(isBare);
}

/** What is in machine state, of this version and of those before. */
const STATE_NAMES: ReadonlySet<string> = new Set([
  ...["launch", "keys", "approved", "backups", "claims", "compiled", "contexts", "installed", "projects"],
  ...[
    "owed",
    "pause.json",
    "roots",
    "spool",
    "try",
    "made.json",
    "roots-made.json",
    "test-state.json",
    "version.json",
  ],
  ...["client-versions.json", "server-proof.json", "config.json", "signers.json", "team.json"],
  ...["settings.ndjson", "receipts.ndjson", "hook-trouble.ndjson", "hook-trouble-told", "seen.sqlite"],
  ...["observer-audit.log", "observer-homes", "observer-jail", "observer-ledger", "observer-news.ndjson"],
  ...["observer-runs.ndjson", "observer.key", "page", "refused.ndjson", "chain.json", "sync"],
  ...["git", "hubs"],
]);
/** An older log, what belongs to a database, and what is about to be renamed. */
const STATE_MORE = /(?:\.\d|-(?:wal|shm|journal|checked))?(?:\.\d{1,10}-[a-z0-9]+\.tmp)?$/;

export function isOfState(name: string): boolean {
  return STATE_NAMES.has(name.replace(STATE_MORE, ""));
}

export function isIndex(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

function countMemories(path: string): number {
  return ["memories", "quarantine", "archive"].reduce((sum, name) => sum + countTexts(join(path, name)), 0);
}

/** Links are not followed. */
function countTexts(directory: string): number {
  if (findEntry(directory)?.isDirectory() !== true) return 0;
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith(".md")).length;
}

/** What a plain uninstall leaves, a line each; none where nothing is left. */
export function describeRemains({ state, hasKey, cache, program, roots }: Remains): string[] {
  const keys = hasKey ? "your keys" : "this machine's key";
  const all = [
    ...(state === null
      ? []
      : [
          `${state}: ${keys}, whom you trust, settings, receipts, captured prompts, copies of agents' settings`,
        ]),
    ...(cache === null ? [] : [`${cache}: the search index`]),
    ...(program === null ? [] : [`${program}: the program`]),
    ...roots.map(describeRoot),
  ];
  return all.map((line) => `stays     ${line}`);
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

/** The directories above a path, the nearest first. */
export function listAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    above.push(at);
    if (at === dirname(at)) return above;
  }
}

// Finds out what became of the files that memories cite: which are gone, which changed since the text was last vouched for, how
// long ago and by how much. Never while a prompt waits: after a session began, while the MCP server idles, and in commands whose
// answer needs it. Fails open: what git does not say is not known, and no memory is withheld for it.

import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type Commit, type FileChange, listCommits, readBlobs, readChanges } from "../../git/read-history.ts";
import {
  beginLook,
  type Citing,
  endLook,
  type FoundFate,
  isLookDue,
  listCiting,
  type MovedPath,
} from "../../search/index/cites.ts";
import { isInside } from "../../store/find-root.ts";
import { readHead } from "../../store/read-head.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type CitingRoot, findCitedTree, listFates } from "./cited-fates.ts";
import { withIndexes } from "./open-index.ts";
import type { RefreshOptions } from "./refresh-index.ts";

/** Different paths that are looked at; of more nobody is told. */
const PATHS_MAX = 50_000;
/** Pairs of contents that are compared at one time. */
const PAIRS_MAX = 400;

/** By id, those with a fate alone. */
export type MovedFiles = ReadonlyMap<string, readonly MovedPath[]>;

/** Looks where that is due. @returns null for memories that are about no work tree with a commit, or where git does not say. */
export function listMoved(
  workspace: Workspace,
  root: OpenRoot,
  options: RefreshOptions = {},
): MovedFiles | null {
  if (findCitedTree(root) === null) return null;
  return withIndexes(workspace, { ...options, roots: [root] }, ([indexed]) =>
    indexed !== undefined && lookAtCited(indexed) ? listFates(indexed) : null,
  );
}

/** Says whether what is known holds for the commit that the work tree is at. */
function lookAtCited({ root, index }: CitingRoot): boolean {
  const tree = findCitedTree(root);
  const head = tree === null ? null : readHead(tree);
  if (tree === null || head === null) return false;
  if (!isLookDue(index, head)) return true;
  const { paths, since } = beginLook(index, PATHS_MAX);
  const history = readHistory({ root, top: tree.top, head }, { paths, since });
  if (history === null) return false;
  const found = [...history.changes].flatMap(([path, changes]) =>
    listCiting(index, path).flatMap((citing) => findFate(history, { path, changes, citing })),
  );
  endLook(index, head, addShares(tree.top, found));
  return true;
}

type Place = { readonly root: OpenRoot; readonly top: string; readonly head: string };

type History = Place & {
  readonly commits: readonly Commit[];
  /** By a path as it is cited, the newest first. */
  readonly changes: ReadonlyMap<string, readonly FileChange[]>;
  /** The place of the first commit that is not newer than a time. */
  readonly firstBefore: (time: number) => number;
};

type Cited = { readonly paths: readonly string[]; readonly since: number };

/** @returns null when git does not say. */
function readHistory(place: Place, { paths, since }: Cited): History | null {
  const named = new Map(paths.map((path) => [path, namesOf(place, path)] as const));
  const wanted = new Set([...named.values()].flat());
  const commits = wanted.size === 0 ? [] : listCommits(place.top, place.head);
  if (commits === null) return null;
  const firstBefore = createTimeFinder(commits);
  const found = readAll(place.top, commits, { paths: wanted, count: firstBefore(since) });
  if (found === null) return null;
  const byName = Map.groupBy(found, ({ path }) => path);
  const changes = new Map<string, readonly FileChange[]>();
  for (const [path, names] of named) {
    const own = names.map((name) => byName.get(name) ?? []).find((each) => each.length > 0);
    if (own !== undefined) changes.set(path, own);
  }
  return { ...place, commits, changes, firstBefore };
}

function readAll(
  top: string,
  commits: readonly Commit[],
  asked: { readonly paths: ReadonlySet<string>; readonly count: number },
): FileChange[] | null {
  return asked.paths.size === 0 || asked.count === 0 ? [] : readChanges(top, commits, asked);
}

/** As git calls it: from the directory that the memories are about, or from where the work tree begins. */
function namesOf({ root, top }: Place, path: string): string[] {
  const bases = new Set([root.project ?? top, top]);
  return [...bases].flatMap((base) => {
    const full = resolve(base, path);
    return isInside(top, full) && full !== top ? relative(top, full).split(sep).join("/") : [];
  });
}

/** Times of commits need not be in order. */
function createTimeFinder(commits: readonly Commit[]): (time: number) => number {
  let earliest = Number.POSITIVE_INFINITY;
  const earliestSoFar = commits.map(({ at }) => {
    earliest = Math.min(earliest, at);
    return earliest;
  });
  return (time) => {
    let [low, high] = [0, earliestSoFar.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((earliestSoFar[middle] ?? 0) <= time) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

type Compared = { readonly path: string; readonly changes: readonly FileChange[]; readonly citing: Citing };

/** A fate whose share is still to be found, from these two contents. */
type OpenFate = FoundFate & { readonly pair: readonly [string, string] | null };

/** Nothing where the file is as it was, or only came later: then nobody vouched for a text about another. */
function findFate(history: History, { path, changes, citing }: Compared): OpenFate[] {
  const { row, since, isVerified } = citing;
  const end = history.firstBefore(since);
  const later = changes.filter(({ commit }) => commit < end);
  const [last, first] = [later[0], later.at(-1)];
  if (last === undefined || first === undefined) return [];
  const { commit: commits, after } = last;
  const at = { row, path, since };
  if (after === null) {
    const isThere = existsSync(join(history.top, last.path));
    if (isThere || first.before === null) return [];
    return [{ ...at, fate: { kind: "gone", commits, share: null }, pair: null }];
  }
  const before = first.before ?? first.after;
  if (before === null || before === after) return [];
  const pair = isVerified ? ([before, after] as const) : null;
  return [{ ...at, fate: { kind: "changed", commits, share: null }, pair }];
}

/** How much changed is asked of what a person approved alone. */
function addShares(top: string, found: readonly OpenFate[]): FoundFate[] {
  const pairs = new Map(
    found.flatMap(({ pair }) => (pair === null ? [] : [[pair.join(" "), pair] as const])),
  );
  const compared = [...pairs].slice(0, PAIRS_MAX);
  const blobs = readBlobs(top, [...new Set(compared.flatMap(([, pair]) => pair))]);
  const shares = new Map(
    compared.flatMap(([key, [before, after]]) => {
      const [old, now] = [blobs.get(before), blobs.get(after)];
      return old === undefined || now === undefined ? [] : [[key, measureChange(old, now)] as const];
    }),
  );
  return found.map(({ pair, fate, ...rest }) => ({
    ...rest,
    fate: { ...fate, share: pair === null ? null : (shares.get(pair.join(" ")) ?? null) },
  }));
}

/** The share of lines that the two do not have in common, wherever they stand. */
function measureChange(before: string, after: string): number {
  const [old, now] = [linesOf(before), linesOf(after)];
  const left = new Map<string, number>();
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1);
  let kept = 0;
  for (const line of now) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    kept += 1;
  }
  const longest = Math.max(old.length, now.length);
  return longest === 0 ? 0 : 1 - kept / longest;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

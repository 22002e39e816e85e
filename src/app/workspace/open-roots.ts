// Finds and opens the roots, one by one. One that fails is left out with its failure, and the others go on; a root that the
// caller named is the only one, and its failure the answer.

import { join, resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import {
  findPersonalRoot,
  findProjectRoot,
  isRoot,
  PERSONAL_SHOWN,
  PROJECT_SHOWN,
  placeUserRoot,
  type RootPlace,
  resolveGivenRoot,
  USER_SHOWN,
} from "../../store/find-root.ts";
import { type RootFile, readRootFile, refuseOddDirectories } from "../../store/root-files.ts";
import type { KnownRoot } from "../../store/root-location.ts";
import type { StateDirectory } from "../../store/state-directory.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import { openRecords, type Records, type StateTroubles } from "./open-records.ts";
import { type NamedRoot, type Remarks, remarkLeftOut, remarkUnplaced, toRootFailure } from "./remarks.ts";

type ClaudeHints = {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type RootHints = ClaudeHints & { readonly root: string | null; readonly scope: Scope | null };

type FoundRoot = RootPlace & RootFile;

export type OpenRoot = FoundRoot & Records;

/** Known at a place where roots are looked for, and not there, or behind a nearer one: see lost-roots.ts. */
export type LostRoot = KnownRoot & { readonly kind: "gone" | "hidden" };

export type FailedRoot = NamedRoot & { readonly error: CredenceError };

export type FoundPlaces = { readonly places: readonly FoundRoot[]; readonly failed: readonly FailedRoot[] };

/** Where roots are, without a look into machine state. */
export function findPlaces(hints: RootHints): FoundPlaces {
  if (hints.root !== null) {
    const user = placeUserRoot(claudeDirectoryOf(hints));
    const given = resolveGivenRoot(hints.cwd, hints.root, user);
    return readPlaces([{ ...given, find: () => given }]);
  }
  return readPlaces(listCandidates(hints));
}

/** What is wrong with a root's own files is found before anything is made for it. */
function readPlaces(candidates: readonly Candidate[]): FoundPlaces {
  const places: FoundRoot[] = [];
  const failed: FailedRoot[] = [];
  for (const { find, scope, shown } of candidates) {
    const named = { scope, shown };
    try {
      const place = find();
      if (place === null) continue;
      const file = readRootFile(place.path);
      refuseOddDirectories(place.path);
      places.push({ ...place, ...file });
    } catch (error) {
      failed.push({ ...named, error: toOpenFailure(error, named) });
    }
  }
  return { places, failed };
}

type Candidate = NamedRoot & { readonly find: () => RootPlace | null };

/** The project's first, and what is shared before what is personal: the first of a scope is where new memories go. */
function listCandidates(hints: RootHints): Candidate[] {
  const findTree = once(() => findWorkTree(hints.cwd));
  const placeUser = once(() => placeUserRoot(claudeDirectoryOf(hints)));
  const findPersonal = (): RootPlace | null => {
    const found = findTree();
    return found === null ? null : findPersonalRoot(found, placeUser().path);
  };
  const findUser = (): RootPlace | null => {
    const user = placeUser();
    return isRoot(user.path) ? user : null;
  };
  const all: readonly Candidate[] = [
    { scope: "project", shown: PROJECT_SHOWN, find: () => findProjectRoot(hints.cwd, findTree()) },
    { scope: "project", shown: PERSONAL_SHOWN, find: findPersonal },
    { scope: "user", shown: USER_SHOWN, find: findUser },
  ];
  return all.filter(({ scope }) => hints.scope === null || hints.scope === scope);
}

/** Each prompt asks for this; one that fails is asked again. */
function once<Result>(find: () => Result): () => Result {
  let found: { readonly result: Result } | null = null;
  return () => {
    found ??= { result: find() };
    return found.result;
  };
}

type Opening = {
  readonly found: FoundPlaces;
  readonly troubles: StateTroubles;
  readonly remarks: Remarks;
};

export function openRoots(
  state: StateDirectory,
  { found, troubles, remarks }: Opening,
): { readonly roots: readonly OpenRoot[]; readonly failed: readonly FailedRoot[] } {
  const roots: OpenRoot[] = [];
  const failed = [...found.failed];
  for (const place of found.places) {
    try {
      roots.push({ ...place, ...openRecords(state, place, troubles) });
    } catch (error) {
      failed.push({ scope: place.scope, shown: place.shown, error: toOpenFailure(error, place) });
    }
  }
  // Where none is left the command fails with the first failure, or goes on without any root and names it itself.
  if (roots.length > 0) for (const { error, ...named } of failed) remarks.add(remarkLeftOut(named, error));
  for (const root of roots) if (root.located === "unknown") remarks.add(remarkUnplaced(root));
  return { roots, failed };
}

/** What this machine recorded about one root is that root's trouble, too. */
function toOpenFailure(error: unknown, named: NamedRoot): CredenceError {
  if (error instanceof CredenceError && error.code === "STATE_REFUSED") return error;
  const failure = toRootFailure(error, named);
  if (failure === null) throw error;
  return failure;
}

/** Where the memories about the person lie, or would. */
export function findUserRoot(hints: ClaudeHints): string {
  return placeUserRoot(claudeDirectoryOf(hints)).path;
}

export function claudeDirectoryOf({ cwd, env, home }: ClaudeHints): string {
  return resolve(cwd, env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"));
}

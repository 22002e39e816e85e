// Finds the memory root that a directory belongs to, and never guesses: a path that names no root is an error.
//
// Attack: a repository whose `.claude/memory` is a link out of it, a subdirectory that poses as a root, a path given by
// a caller that leads elsewhere. Every path is resolved, links too, before it counts.

import { dirname, join, relative, resolve, sep } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import type { Scope } from "../memory/memory.ts";
import { findEntry, findRealPlace, resolveLinks } from "./paths.ts";
import { findWorkTree, listWorkTreeTops, type WorkTree } from "./work-tree.ts";

export type RootPlace = {
  readonly scope: Scope;
  /** Where the root is, links resolved. */
  readonly path: string;
  /** How it is called in messages and in the block: `.claude/memory/` or `~/.claude/claude-memory/`. */
  readonly shown: string;
  /** The work tree that contains it; null for the user root and outside git. */
  readonly workTree: WorkTree | null;
};

const INSIDE = join(".claude", "memory");
const USER_ROOT = "claude-memory";
export const PROJECT_SHOWN = `${INSIDE}${sep}`;
export const USER_SHOWN = `~/.claude/${USER_ROOT}/`;

/** @returns the project root for a directory; null when none was made yet. */
export function findProjectRoot(cwd: string): RootPlace | null {
  const tree = findWorkTree(cwd);
  if (tree === null) return isRoot(join(cwd, INSIDE)) ? projectRoot(join(cwd, INSIDE), null) : null;
  for (let at = resolveLinks(cwd); isInside(tree.top, at); at = dirname(at)) {
    if (isRoot(join(at, INSIDE))) return projectRoot(join(at, INSIDE), tree);
    if (at === dirname(at)) break;
  }
  return findElsewhere(tree);
}

/** A linked work tree without a root of its own uses the main one's; in a bare repository the first that has one. */
function findElsewhere(tree: WorkTree): RootPlace | null {
  const tops = tree.mainTop === null ? listWorkTreeTops(tree) : [tree.mainTop];
  const top = tops.find((each) => each !== tree.top && isRoot(join(each, INSIDE)));
  return top === undefined ? null : projectRoot(join(top, INSIDE), findWorkTree(top));
}

/** Where init makes a project root: at the top of the work tree, or here if outside git. */
export function placeProjectRoot(cwd: string): RootPlace {
  const tree = findWorkTree(cwd);
  const home = tree === null ? resolveLinks(cwd) : tree.top;
  return projectRoot(join(home, INSIDE), tree);
}

export function placeUserRoot(claudeDirectory: string): RootPlace {
  const path = resolveExisting(join(claudeDirectory, USER_ROOT));
  return { scope: "user", path, shown: USER_SHOWN, workTree: null };
}

/** A root given by a caller: it, or a path inside it, must contain `.claude/memory` or be the user root. */
export function resolveGivenRoot(cwd: string, given: string, userRoot: RootPlace): RootPlace {
  const path = resolve(cwd, given);
  if (isInside(userRoot.path, path) || isInside(userRoot.path, resolveExisting(path))) {
    if (isRoot(userRoot.path)) return userRoot;
    throw new CredenceError(
      "PATH_ERROR",
      `there is no memory root at ${given}`,
      "credence init --scope user creates one",
    );
  }
  const marker = `${sep}${INSIDE}`;
  const at = `${path}${sep}`.lastIndexOf(`${marker}${sep}`);
  if (at === -1) throw new CredenceError("PATH_ERROR", `${given} is not a path of a memory root`);
  const root = path.slice(0, at + marker.length);
  if (!isRoot(root))
    throw new CredenceError("PATH_ERROR", `there is no memory root at ${given}`, "credence init creates one");
  return projectRoot(root, findWorkTree(dirname(dirname(root))));
}

/** Whatever lies there under the name: a link or a directory makes a root that cannot be opened, and is named as one. */
export function isRoot(path: string): boolean {
  return findEntry(join(path, "root.json")) !== null;
}

/** Is `path` below `directory`, or the same? Both absolute. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !way.startsWith(sep));
}

function projectRoot(path: string, workTree: WorkTree | null): RootPlace {
  const real = resolveExisting(path);
  const boundary = workTree?.top ?? dirname(dirname(path));
  if (!isInside(resolveLinks(boundary), real)) {
    throw new CredenceError(
      "PATH_ERROR",
      `${path} leads out of its work tree`,
      "make .claude/memory a regular directory",
    );
  }
  return { scope: "project", path: real, shown: PROJECT_SHOWN, workTree };
}

function resolveExisting(path: string): string {
  const place = findRealPlace(path);
  if (place === null) throw new CredenceError("PATH_ERROR", `${path} is a broken symlink`);
  return place;
}

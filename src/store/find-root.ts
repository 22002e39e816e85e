// Finds the memory roots that a directory belongs to, and never guesses: a path that names no root is an error.
//
// Attack: a repository whose `.claude/memory` is a link out of it, a subdirectory that poses as a root, a path given by
// a caller that leads elsewhere. Every path is resolved, links too, before it counts. A clone that poses as another project
// to get that project's personal root: see findPersonalRoot.

import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import type { Scope } from "../memory/memory.ts";
import { findEntry, findRealPlace, resolveLinks } from "./paths.ts";
import { type RootKind, readRootFile } from "./root-files.ts";
import { findWorkTree, listWorkTreeTops, type WorkTree } from "./work-tree.ts";

export type RootPlace = {
  readonly kind: RootKind;
  readonly scope: Scope;
  /** Where the root is, links resolved. */
  readonly path: string;
  /** How it is called in messages and in the block, such as `.claude/memory/` or `~/.claude/claude-memory/`. */
  readonly shown: string;
  /** The work tree that contains it; null for a person's own roots and outside git. */
  readonly workTree: WorkTree | null;
  /** The directory that its memories are about; null for the user root. */
  readonly project: string | null;
};

const INSIDE = join(".claude", "memory");
const USER_ROOT = "claude-memory";
const PERSONAL = "projects";
export const PROJECT_SHOWN = `${INSIDE}${sep}`;
export const USER_SHOWN = `~/.claude/${USER_ROOT}/`;
export const PERSONAL_SHOWN = `${USER_SHOWN}${PERSONAL}/`;

/** @returns the shared root for a directory; null when none was made yet. */
export function findProjectRoot(cwd: string, tree = findWorkTree(cwd)): RootPlace | null {
  if (tree === null) return isRoot(join(cwd, INSIDE)) ? projectRoot(join(cwd, INSIDE), null) : null;
  for (let at = resolveLinks(cwd); isInside(tree.top, at); at = dirname(at)) {
    if (isRoot(join(at, INSIDE))) return projectRoot(join(at, INSIDE), tree);
    if (at === dirname(at)) break;
  }
  return findElsewhere(tree);
}

/** Every place where a root for a directory may be, the nearest first, whether or not there is one. */
export function listProjectPlaces(cwd: string): RootPlace[] {
  const tree = findWorkTree(cwd);
  const places: RootPlace[] = [];
  for (let at = resolveLinks(cwd); tree === null || isInside(tree.top, at); at = dirname(at)) {
    const path = findRealPlace(join(at, INSIDE)) ?? join(at, INSIDE);
    const project = tree?.top ?? at;
    places.push({ kind: "shared", scope: "project", path, shown: PROJECT_SHOWN, workTree: tree, project });
    if (tree === null || at === dirname(at)) break;
  }
  return places;
}

/** A linked work tree without a root of its own uses the main one's; in a bare repository the first that has one. */
function findElsewhere(tree: WorkTree): RootPlace | null {
  const tops = tree.mainTop === null ? listWorkTreeTops(tree) : [tree.mainTop];
  const top = tops.find((each) => each !== tree.top && isRoot(join(each, INSIDE)));
  return top === undefined ? null : projectRoot(join(top, INSIDE), findWorkTree(top));
}

/** Where init makes a shared root: at the top of the work tree, or here if outside git. */
export function placeProjectRoot(cwd: string): RootPlace {
  const tree = findWorkTree(cwd);
  const home = tree === null ? resolveLinks(cwd) : tree.top;
  return projectRoot(join(home, INSIDE), tree);
}

export function placeUserRoot(claudeDirectory: string): RootPlace {
  const path = resolveExisting(join(claudeDirectory, USER_ROOT));
  return { kind: "user", scope: "user", path, shown: USER_SHOWN, workTree: null, project: null };
}

// A person's own root about one project lies in their home, where no checkout, clean or stash of git reaches it, under a name
// that is computed from the place of the repository: all of its work trees share it, and finding it takes one look.
//
// Attack: a clone that poses as another repository is shown that project's memories. Its `.git` file or `commondir` counts only
// if that repository names the tree in return (work-tree.ts), and the root itself says which repository it is for, and whose
// that was: another user's repository in a place that was ours is not ours.

const NAME_CHARS_MAX = 32;
const KEY_CHARS = 12;

export function placePersonalRoots(userRoot: string): string {
  return join(userRoot, PERSONAL);
}

/** Where the personal root of a repository is, or would be. */
export function placePersonalRoot(tree: WorkTree, userRoot: string): RootPlace {
  return personalRoot(userRoot, `${nameProject(tree)}-${keyOf(tree)}`, tree.mainTop ?? tree.top);
}

/** Names this repository among the projects of this machine. */
export function keyOf({ commonDirectory }: WorkTree): string {
  return sha256Hex(commonDirectory).slice(0, KEY_CHARS);
}

/** The name that people know it by, as far as it can stand in a path without a question. */
export function nameProject({ mainTop, commonDirectory }: WorkTree): string {
  const name = basename(mainTop ?? commonDirectory).replace(/\.git$/, "");
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_CHARS_MAX);
  return plain.replaceAll(/^-+|-+$/g, "") || "project";
}

/** @returns null when the repository has none, or the one there is for another repository. */
export function findPersonalRoot(tree: WorkTree, userRoot: string): RootPlace | null {
  const place = placePersonalRoot(tree, userRoot);
  if (!isRoot(place.path)) return null;
  const { repository } = readRootFile(place.path);
  const isTheirs = repository?.path === tree.commonDirectory && repository.owner === tree.owner;
  return isTheirs ? place : null;
}

function personalRoot(userRoot: string, name: string, project: string | null): RootPlace {
  const path = resolveExisting(join(userRoot, PERSONAL, name));
  const shown = `${PERSONAL_SHOWN}${name}/`;
  return { kind: "personal", scope: "project", path, shown, workTree: null, project };
}

/** A root given by a caller: it, or a path inside it, must contain `.claude/memory` or be one of the person's own. */
export function resolveGivenRoot(cwd: string, given: string, userRoot: RootPlace): RootPlace {
  const path = resolve(cwd, given);
  const own = [path, resolveExisting(path)].find((each) => isInside(userRoot.path, each));
  if (own !== undefined) {
    const [first, name] = relative(userRoot.path, own).split(sep);
    if (first === PERSONAL && name !== undefined) return resolvePersonal(given, userRoot.path, name);
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

function resolvePersonal(given: string, userRoot: string, name: string): RootPlace {
  const { path } = personalRoot(userRoot, name, null);
  if (!isRoot(path))
    throw new CredenceError("PATH_ERROR", `there is no memory root at ${given}`, "credence init creates one");
  const common = readRootFile(path).repository?.path ?? null;
  return personalRoot(
    userRoot,
    name,
    common !== null && basename(common) === ".git" ? dirname(common) : common,
  );
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
  const project = workTree?.top ?? dirname(dirname(real));
  return { kind: "shared", scope: "project", path: real, shown: PROJECT_SHOWN, workTree, project };
}

function resolveExisting(path: string): string {
  const place = findRealPlace(path);
  if (place === null) throw new CredenceError("PATH_ERROR", `${path} is a broken symlink`);
  return place;
}

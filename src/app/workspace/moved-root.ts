// A personal root moves with its project as a whole: with its id, its memories and all statements about them, so that nothing is
// signed again.
//
// Attack: a clone that resembles a project which was moved or deleted, to be shown what a person kept about that one. What looks
// like it is offered and never linked by itself: a person sees both paths and says yes.

import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { copyPlain } from "../../store/backup.ts";
import { removeTree, syncDirectory, temporaryBeside } from "../../store/durable.ts";
import {
  isRoot,
  nameProject,
  PERSONAL_SHOWN,
  placePersonalRoot,
  placePersonalRoots,
  type RootPlace,
} from "../../store/find-root.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { linkRoot, type Repository, readRootFile } from "../../store/root-files.ts";
import type { WorkTree } from "../../store/work-tree.ts";
import { repositoryOf, withPersonalRoots } from "./personal-root.ts";

export type MovedRoot = {
  readonly path: string;
  readonly shown: string;
  /** The repository that it was made for. */
  readonly repository: Repository;
};

/** Personal roots that may be this project's: their repository is gone, and has its number or its name. */
export function findMovedRoots(tree: WorkTree, userRoot: string): MovedRoot[] {
  const directory = placePersonalRoots(userRoot);
  const here = repositoryOf(tree);
  const own = placePersonalRoot(tree, userRoot).path;
  return readNames(directory).flatMap((name) => {
    const path = join(directory, name);
    const repository = readRepository(path);
    if (repository === null) return [];
    const isHere = repository.path === tree.commonDirectory;
    // Another process may have made it just now.
    if (isHere && path === own && repository.owner === tree.owner) return [];
    const isSame = repository.inode === here.inode && repository.born === here.born;
    const isAlike = isSame || name.replace(/-[^-]*$/, "") === nameProject(tree);
    const isGone = findEntry(join(repository.path, "HEAD")) === null;
    return isHere || (isGone && isAlike) ? [{ path, shown: `${PERSONAL_SHOWN}${name}/`, repository }] : [];
  });
}

/** @returns null for what is not a personal root, or cannot be read as one. */
function readRepository(path: string): Repository | null {
  if (!isRoot(path)) return null;
  try {
    return readRootFile(path).repository;
  } catch (error) {
    if (error instanceof CredenceError || codeOf(error) !== "") return null;
    throw error;
  }
}

/** A person said that it is this project's. Says where it is from now on. */
export function linkMovedRoot(tree: WorkTree, userRoot: string, moved: MovedRoot): RootPlace {
  const place = placePersonalRoot(tree, userRoot);
  return withPersonalRoots(userRoot, () => {
    if (place.path !== moved.path && isRoot(place.path))
      throw new CredenceError(
        "EXISTS",
        `${place.shown} is there already`,
        "credence move moves single memories",
      );
    // First what it says, then its name: after a crash in between it is offered once more.
    linkRoot({ ...place, path: moved.path }, repositoryOf(tree));
    if (place.path !== moved.path) moveRoot(moved.path, place);
    return place;
  });
}

function readNames(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).sort() : [];
}

/** On another disk it is copied, whole and on disk before it has its name, and removed here after. */
function moveRoot(from: string, to: RootPlace): void {
  writing(to.shown, () => {
    // What a process left that was killed while it made one.
    if (isUnfinished(to.path)) removeTree(to.path);
    try {
      renameSync(from, to.path);
    } catch (error) {
      if (["ENOTEMPTY", "EEXIST"].includes(codeOf(error)))
        throw new CredenceError(
          "EXISTS",
          `${to.shown} is not empty`,
          "move it away; it is not a memory root",
        );
      if (codeOf(error) !== "EXDEV") throw error;
      const half = temporaryBeside(to.path);
      copyPlain(from, half);
      renameSync(half, to.path);
    }
    syncDirectory(dirname(to.path));
    removeTree(from);
  });
}

function isUnfinished(path: string): boolean {
  const stat = findEntry(path);
  if (stat?.isDirectory() === true) return readdirSync(path).every((name) => isUnfinished(join(path, name)));
  return basename(path) === ".gitignore";
}

// What older versions made with `--private`: a root in the work tree that git ignores. A checkout of a branch that tracks the same
// path overwrites it, a clean removes it, and git says nothing. It moves into the person's home.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { isIgnored } from "../../git/record-rename.ts";
import { CredenceError } from "../../memory/errors.ts";
import { removeTree, replaceFile, setMode } from "../../store/durable.ts";
import { isRoot, placePersonalRoot, type RootPlace } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { linkRoot, readRootFile } from "../../store/root-files.ts";
import { isUntracked, type WorkTree } from "../../store/work-tree.ts";
import { moveRoot } from "./moved-root.ts";
import { repositoryOf, withPersonalRoots } from "./personal-root.ts";

/** Does git ignore the root, and is any of it tracked nevertheless? @returns null when git does not ignore it. */
export function howIgnored({ workTree, path }: RootPlace): "private" | "tracked" | null {
  if (workTree === null || !isIgnored(workTree.top, relative(workTree.top, path))) return null;
  return isUntracked(workTree.top, path) ? "private" : "tracked";
}

export function moveOutOfTree(old: RootPlace, tree: WorkTree, userRoot: string): RootPlace {
  const place = placePersonalRoot(tree, userRoot);
  return withPersonalRoots(userRoot, () => {
    if (isRoot(place.path)) finishCopy(old, place);
    else {
      linkRoot(old, repositoryOf(tree));
      moveRoot(old.path, place);
    }
    setMode(place.path, 0o700);
    includeAgain(old);
    return place;
  });
}

/** A process was killed between the copy and the removal. */
function finishCopy(old: RootPlace, place: RootPlace): void {
  if (readRootFile(old.path).id !== readRootFile(place.path).id || !isContained(old.path, place.path))
    throw new CredenceError(
      "EXISTS",
      `${place.shown} is there already, and ${old.shown} holds something else`,
      "credence move ID --scope user takes single memories out of it",
    );
  writing(old.shown, () => removeTree(old.path));
}

/** Does the copy have everything? What is derived is made again. */
function isContained(path: string, copy: string): boolean {
  const stat = findEntry(path);
  if (stat?.isDirectory() === true)
    return readdirSync(path).every((name) => isContained(join(path, name), join(copy, name)));
  if (basename(path) === "index.md") return true;
  return findEntry(copy)?.isFile() === true && readFileSync(path).equals(readFileSync(copy));
}

/** The line that kept it out of git would keep out a shared root, too. */
function includeAgain({ workTree, path }: RootPlace): void {
  if (workTree === null) return;
  const exclude = join(workTree.commonDirectory, "info", "exclude");
  if (!existsSync(exclude)) return;
  const lines = readFileSync(exclude, "utf8").split("\n");
  const kept = lines.filter((line) => line !== `/${relative(workTree.top, path)}/`);
  if (kept.length === lines.length) return;
  writing(exclude, () => replaceFile(exclude, kept.join("\n"), 0o644));
}

// Which git work tree a directory is in, read from the disk alone: a hook has no time to start git, and git would run
// what a hostile repository configures.
//
// Attack: a `.git` file can point anywhere, so that a directory poses as a part of another repository and borrows its
// memories. It counts only if the place it points to names this tree in return.

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findEntry } from "./paths.ts";

export type WorkTree = {
  /** Where the checkout begins, links resolved. */
  readonly top: string;
  /** This tree's own git directory: its HEAD, its index, a merge under way. */
  readonly gitDirectory: string;
  /** The repository that its work trees share. */
  readonly commonDirectory: string;
  /** The main work tree, or null in a bare repository. */
  readonly mainTop: string | null;
};

const GIT_FILE_BYTES_MAX = 4_096;

/** @returns the nearest work tree at or above a directory; null when there is none. */
export function findWorkTree(directory: string): WorkTree | null {
  let at = realpathSync(directory);
  for (;;) {
    const tree = readWorkTree(at);
    if (tree !== null) return tree;
    const parent = dirname(at);
    if (parent === at) return null;
    at = parent;
  }
}

/** The checkouts of a repository, the main one first, then the linked ones by name. */
export function listWorkTreeTops(tree: WorkTree): string[] {
  const tops = tree.mainTop === null ? [] : [tree.mainTop];
  const links = join(tree.commonDirectory, "worktrees");
  for (const name of readNames(links)) {
    const back = readLine(join(links, name, "gitdir"));
    if (back === null) continue;
    const top = findRealPath(dirname(resolve(links, name, back)));
    if (top !== null && readWorkTree(top)?.commonDirectory === tree.commonDirectory) tops.push(top);
  }
  return [...new Set(tops)];
}

/** A merge, rebase, cherry-pick or revert that is not finished: files may hold both sides, so nothing is moved. */
export function isMidMerge({ gitDirectory }: WorkTree): boolean {
  return ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"].some(
    (name) => findEntry(join(gitDirectory, name)) !== null,
  );
}

function readWorkTree(top: string): WorkTree | null {
  const dotGit = join(top, ".git");
  const stat = findEntry(dotGit);
  if (stat === null) return null;
  if (stat.isDirectory()) {
    return isGitDirectory(dotGit)
      ? { top, gitDirectory: dotGit, commonDirectory: dotGit, mainTop: top }
      : null;
  }
  return stat.isFile() ? readLinkedTree(top, dotGit) : null;
}

function readLinkedTree(top: string, dotGit: string): WorkTree | null {
  const pointer = /^gitdir: (.+)$/.exec(readLine(dotGit) ?? "")?.[1];
  if (pointer === undefined) return null;
  const gitDirectory = findRealPath(resolve(top, pointer));
  if (gitDirectory === null || !namesTree(gitDirectory, top)) return null;
  const common = readLine(join(gitDirectory, "commondir"));
  const commonDirectory = findRealPath(resolve(gitDirectory, common ?? "."));
  if (commonDirectory === null || !isGitDirectory(commonDirectory)) return null;
  // The repository names its trees by their place in it; a git directory elsewhere only claims to belong there.
  if (common !== null && dirname(gitDirectory) !== join(commonDirectory, "worktrees")) return null;
  // A submodule is its own main tree: it shares its repository with nobody.
  const mainTop = common === null ? top : mainTopOf(commonDirectory);
  return { top, gitDirectory, commonDirectory, mainTop };
}

/** Does that git directory name this tree in return: as a linked work tree, or as a submodule's? */
function namesTree(gitDirectory: string, top: string): boolean {
  const back = readLine(join(gitDirectory, "gitdir"));
  if (back !== null) return findRealPath(dirname(resolve(gitDirectory, back))) === top;
  const configured = readSetting(gitDirectory, "worktree");
  return configured !== null && findRealPath(resolve(gitDirectory, configured)) === top;
}

function mainTopOf(commonDirectory: string): string | null {
  if (basename(commonDirectory) !== ".git" || readSetting(commonDirectory, "bare") === "true") return null;
  return dirname(commonDirectory);
}

function isGitDirectory(path: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => findEntry(join(path, name)) !== null);
}

/** A key of the [core] section; the simple forms that git itself writes. */
function readSetting(gitDirectory: string, key: string): string | null {
  const text = readText(join(gitDirectory, "config"), 64 * 1024);
  const core = /^\[core\]\n((?:[^[].*\n?)*)/m.exec(text ?? "")?.[1] ?? "";
  for (const line of core.split("\n")) {
    const [name, value] = line.split("=", 2);
    if (name?.trim().toLowerCase() === key && value !== undefined)
      return value.trim().replace(/^"(.*)"$/, "$1");
  }
  return null;
}

function readLine(path: string): string | null {
  const text = readText(path, GIT_FILE_BYTES_MAX);
  return text === null ? null : (text.split("\n")[0] ?? "").trimEnd();
}

function readText(path: string, bytesMax: number): string | null {
  const stat = findEntry(path);
  return stat?.isFile() === true && stat.size <= bytesMax ? readFileSync(path, "utf8") : null;
}

function readNames(directory: string): string[] {
  return findEntry(directory)?.isDirectory() === true ? readdirSync(directory).sort() : [];
}

function findRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // A path that leads nowhere names no tree.
    return null;
  }
}

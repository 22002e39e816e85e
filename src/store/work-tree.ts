// Which git work tree a directory is in, read from the disk alone: a hook has no time to start git, and git would run
// what a hostile repository configures.
//
// Attack: a `.git` file can point anywhere, so that a directory poses as a part of another repository and borrows its
// memories. It counts only if the place it points to names this tree in return.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { codeOf } from "./fs-failure.ts";
import { findEntry, nameIn, resolveLinks } from "./paths.ts";

export type WorkTree = {
  /** Where the checkout begins, links resolved. */
  readonly top: string;
  /** This tree's own git directory: its HEAD, its index, a merge under way. */
  readonly gitDirectory: string;
  /** The repository that its work trees share. */
  readonly commonDirectory: string;
  /** The main work tree, or null in a bare repository. */
  readonly mainTop: string | null;
  /** It shares its repository with nobody, and another one says where that is. */
  readonly isSubmodule: boolean;
  /** Whose the repository and this checkout's `.git` are; null when they belong to different users. */
  readonly owner: number | null;
};

const GIT_FILE_BYTES_MAX = 4_096;

/** @returns the nearest work tree at or above a directory; null when there is none. */
export function findWorkTree(directory: string): WorkTree | null {
  let at = resolveLinks(directory);
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

/** As git makes them today, or as an older one did: with a repository of its own, in a work tree that tracks it. */
export function isSubmodule({ isSubmodule, top }: WorkTree): boolean {
  if (isSubmodule) return true;
  const above = findWorkTree(dirname(top));
  return above !== null && above.top !== top && !isUntracked(above.top, top);
}

/** A merge, rebase, cherry-pick or revert that is not finished: files may hold both sides, so nothing is moved. */
export function isMidMerge({ gitDirectory }: WorkTree): boolean {
  return ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"].some(
    (name) => findEntry(join(gitDirectory, name)) !== null,
  );
}

function readWorkTree(top: string): WorkTree | null {
  const dotGit = nameIn(top, ".git");
  const stat = findEntry(dotGit);
  if (stat === null) return null;
  if (stat.isDirectory()) {
    const places = { top, gitDirectory: dotGit, commonDirectory: dotGit, mainTop: top };
    return isGitDirectory(dotGit) ? { ...places, isSubmodule: false, owner: stat.uid } : null;
  }
  return stat.isFile() ? readLinkedTree(top, dotGit, stat.uid) : null;
}

function readLinkedTree(top: string, dotGit: string, uid: number): WorkTree | null {
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
  const isSubmodule = common === null;
  const mainTop = isSubmodule ? top : mainTopOf(commonDirectory);
  const owner = findEntry(commonDirectory)?.uid === uid ? uid : null;
  return { top, gitDirectory, commonDirectory, mainTop, isSubmodule, owner };
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
    return resolveLinks(path);
  } catch {
    // A path that leads nowhere names no tree.
    return null;
  }
}

// Whether git tracks anything in a directory.
//
// Attack: a repository that begins at somebody's home brings a machine state with it. Fails closed: an index that is not
// understood to its end tracks everything.

const INDEX_BYTES_MAX = 256 * 1024 * 1024;
const HEADER_BYTES = 12;
const ENTRY_BYTES = 62;
const HASH_BYTES = { sha1: 20, sha256: 32 } as const;
const FLAG_EXTENDED = 0x4000;
const MODE_DIRECTORY = 0o040000;

/** `top` is where a work tree begins, `directory` lies below it. */
export function isUntracked(top: string, directory: string): boolean {
  try {
    const index = readIndex(top);
    const inside = Buffer.from(relative(top, directory).split(sep).join("/")).toString("latin1");
    // Some file systems take names that differ in case for the same.
    return (
      index === null || !listTracked(index).some((path) => overlaps(path.toLowerCase(), inside.toLowerCase()))
    );
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof RangeError || codeOf(error) !== "") return false;
    throw error;
  }
}

class NotUnderstood extends Error {}

/** The same, something in it, or something in whose place it lies: a file, a link or another repository. */
function overlaps(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`) || directory.startsWith(`${path}/`);
}

/** @returns null when nothing was ever added. */
function readIndex(top: string): Buffer | null {
  const path = join(findGitDirectory(top), "index");
  const stat = findEntry(path);
  if (stat === null) return null;
  if (!stat.isFile() || stat.size > INDEX_BYTES_MAX) throw new NotUnderstood();
  return readFileSync(path);
}

function findGitDirectory(top: string): string {
  const dotGit = join(top, ".git");
  const stat = findEntry(dotGit);
  if (stat?.isDirectory() === true) return dotGit;
  const pointer =
    stat?.isFile() === true ? /^gitdir: (.+)\n?$/.exec(readFileSync(dotGit, "utf8"))?.[1] : undefined;
  if (pointer === undefined) throw new NotUnderstood();
  const directory = resolve(top, pointer);
  // What leads nowhere tells nothing about what is tracked.
  if (findEntry(join(directory, "HEAD")) === null) throw new NotUnderstood();
  return directory;
}

/** Versions 2 to 4 of the index, with hashes of either length. */
function listTracked(index: Buffer): string[] {
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (index.toString("latin1", 0, 4) !== "DIRC" || version < 2 || version > 4) throw new NotUnderstood();
  for (const hashBytes of Object.values(HASH_BYTES)) {
    const read = readEntries(index, { version, count, hashBytes });
    if (read !== null) return read;
  }
  throw new NotUnderstood();
}

type Shape = { readonly version: number; readonly count: number; readonly hashBytes: number };

/** @returns null when the entries do not end where the rest of the file begins. */
function readEntries(index: Buffer, { version, count, hashBytes }: Shape): string[] | null {
  const paths: string[] = [];
  let [at, previous] = [HEADER_BYTES, ""];
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + ENTRY_BYTES - HASH_BYTES.sha1 - 2 + hashBytes;
    if (flagsAt + 2 > index.length) return null;
    // A sparse index keeps one entry for a whole directory; its path ends with a slash.
    const isDirectory = (index.readUInt32BE(at + 24) & 0o170000) === MODE_DIRECTORY;
    const isExtended = (index.readUInt16BE(flagsAt) & FLAG_EXTENDED) !== 0;
    const nameAt = flagsAt + (isExtended ? 4 : 2);
    const name = version === 4 ? readSuffix(index, nameAt, previous) : readName(index, nameAt);
    if (name === null) return null;
    previous = name.path;
    paths.push(isDirectory ? name.path.replace(/\/$/, "") : name.path);
    // Before version 4 an entry is padded with one to eight zeros to a multiple of eight.
    at = version === 4 ? name.end + 1 : at + Math.ceil((name.end - at + 1) / 8) * 8;
  }
  return isWholeRest(index, at, hashBytes) ? paths : null;
}

type Name = { readonly path: string; readonly end: number };

function readName(index: Buffer, from: number): Name | null {
  const end = index.indexOf(0, from);
  return end === -1 ? null : { path: index.toString("latin1", from, end), end };
}

/** Version 4: how many characters of the path before are dropped, in git's own numbers, then the rest. */
function readSuffix(index: Buffer, from: number, previous: string): Name | null {
  let at = from;
  let byte = index.readUInt8(at);
  let dropped = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    at += 1;
    byte = index.readUInt8(at);
    dropped = (dropped + 1) * 128 + (byte & 0x7f);
  }
  const rest = readName(index, at + 1);
  if (rest === null || dropped > previous.length) return null;
  return { path: previous.slice(0, previous.length - dropped) + rest.path, end: rest.end };
}

/** Extensions, each with its length, then a checksum. A shared index keeps entries elsewhere: that is not followed. */
function isWholeRest(index: Buffer, from: number, hashBytes: number): boolean {
  let at = from;
  while (at + 8 <= index.length - hashBytes) {
    if (index.toString("latin1", at, at + 4) === "link") throw new NotUnderstood();
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === index.length - hashBytes;
}

// Writes that survive a crash: a file is on disk before its name is, and a name before the next step. What is temporary
// bears the number of the process that made it, so that what a killed one left can be told from what a living one is about
// to use. A stricter umask is honoured, as far as it leaves the owner what we need; a looser one opens nothing.

import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { kill, pid } from "node:process";
import { codeOf, ifPossible } from "./fs-failure.ts";

export const OWN_PROCESS = pid;

/** Is there no process of this number on this system? */
export function isGone(number: number): boolean {
  try {
    kill(number, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/** Where the next content of a file is written. */
export function temporaryBeside(path: string): string {
  return `${path}.${OWN_PROCESS}-${Math.random().toString(36).slice(2)}.tmp`;
}

/** Whole, or in pieces where it should not be in memory at once. */
type Text = string | Iterable<string | Uint8Array>;

/** Creates a new file with all of its text on disk; fails if the name is taken, and then leaves nothing. */
export function writeNewFile(path: string, text: Text, mode: number): void {
  createFile(path, text, { mode, sync: fsyncSync });
}

/** The same, and nothing is on disk yet: whoever makes many syncs them afterwards. */
export function writeUnsynced(path: string, text: Text, mode: number): void {
  createFile(path, text, { mode, sync: () => undefined });
}

type Creating = { readonly mode: number; readonly sync: (descriptor: number) => void };

function createFile(path: string, text: Text, { mode, sync }: Creating): void {
  const descriptor = openSync(path, "wx", mode);
  try {
    restoreOwner(path, mode);
    for (const piece of typeof text === "string" ? [text] : text) writeAll(descriptor, piece);
    sync(descriptor);
  } catch (error) {
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** The old file or the new one, never a part: a temporary file beside it, then a rename. */
export function replaceFile(path: string, text: Text, mode: number): void {
  replaceBy(writeNewFile, { path, text, mode });
  syncDirectory(dirname(path));
}

/** For what can be made again, and whose owner knows it by its looks: a power loss may leave less of it. */
export function replaceDerived(path: string, text: Text, mode: number): void {
  replaceBy(writeUnsynced, { path, text, mode });
}

type Replacing = { readonly path: string; readonly text: Text; readonly mode: number };

function replaceBy(write: typeof writeNewFile, { path, text, mode }: Replacing): void {
  const temporary = temporaryBeside(path);
  write(temporary, text, mode);
  try {
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Adds a line, or nothing. One that a crash cut short is ended first, so that it spoils no other. */
export function appendLine(path: string, line: string, mode: number): void {
  const descriptor = openSync(path, "a+", mode);
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) restoreOwner(path, mode);
    try {
      writeAll(descriptor, `${endsInsideLine(descriptor, size) ? "\n" : ""}${line}\n`);
      fsyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, size);
      throw error;
    }
    if (size === 0) syncDirectory(dirname(path));
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a directory and the ones above it; says whether it was missing. Whoever makes many at once syncs what they are in
 * once, afterwards, by a `sync` of their own. */
export function ensureDirectory(
  path: string,
  mode: number,
  sync: (directory: string) => void = syncDirectory,
): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
  const parent = dirname(path);
  if (parent !== path) ensureDirectory(parent, mode, sync);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error;
    // Another process made it just now.
    return false;
  }
  restoreOwner(path, mode);
  sync(parent);
  return true;
}

/** After it was made with that mode: the umask took its share, and the owner gets back what it took from them. */
function restoreOwner(path: string, mode: number): void {
  const has = statSync(path).mode & 0o777;
  const wanted = (has & mode) | (mode & 0o700);
  if (has !== wanted) setMode(path, wanted);
}

export function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Some file systems know no modes; what they give is all there is.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EINVAL"].includes(codeOf(error))) throw error;
  }
}

/** For a file that the system wrote by itself, as it does when it copies. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function syncDirectory(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some network file systems cannot sync a directory; their renames are synchronous.
    if (!["EINVAL", "EBADF", "ENOTSUP", "EPERM"].includes(codeOf(error))) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** What is written and not on disk yet. */
export type Unsynced = { readonly files: Set<string>; readonly directories: Set<string> };

/** Puts all of them on disk in one go; says whether it could. */
export type SyncTogether = () => boolean;

/** Fewer are synced one by one: starting a program for it would take longer. */
export const TOGETHER_MIN = 8;

export function syncAll({ files, directories }: Unsynced, together: SyncTogether = () => false): void {
  if (files.size + directories.size >= TOGETHER_MIN && together()) return;
  for (const path of files) syncFile(path);
  for (const path of directories) syncDirectory(path);
}

/** A file, or a directory with all that is in it, and the removal is on disk. Links are not followed. */
export function removeTree(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) removeTree(join(path, name));
    rmdirSync(path);
  } else unlinkSync(path);
  syncDirectory(dirname(path));
}

/** After a failure that is already on its way to the caller: what cannot be removed now, doctor removes. */
export function removeQuietly(path: string): void {
  ifPossible(() => unlinkSync(path));
}

/** The system may take less than it is given. Without a place it is written where the last write ended. */
export function writeAll(descriptor: number, text: string | Uint8Array, at: number | null = null): void {
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  for (let written = 0; written < bytes.length; ) {
    const place = at === null ? null : at + written;
    written += writeSync(descriptor, bytes, written, bytes.length - written, place);
  }
}

function endsInsideLine(descriptor: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last.toString() !== "\n";
}

// Copies of a root's memories and statements in machine state, made before many of them change at once. Private, plain
// files, whole or not there. The newest few of each root are kept; forgetting a memory erases it here, too.

import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { removeTree, syncDirectory, syncFile, temporaryBeside } from "./durable.ts";
import { codeOf, ifThere, writing } from "./fs-failure.ts";
import { DIRECTORIES } from "./memory-files.ts";
import { ensurePrivate } from "./state-directory.ts";
import { findAbandoned } from "./temporary-files.ts";

export type BackedUpRoot = { readonly id: string; readonly path: string };

const COPIED = [...DIRECTORIES, "attest", "team", "root.json"];
/** Of one root; the newest one is kept whatever its size is: the change that it precedes may not be over. */
const BACKUPS_MAX = 10;
const BACKUP_BYTES_MAX = 512 * 1024 * 1024;

/** Says where the copy is. `time` names it; a second one of the same time gets a number. */
export function backUpRoot(state: string, root: BackedUpRoot, time: string): string {
  return writing("the backup", () => {
    const backups = ensurePrivate(join(state, "backups"));
    const directory = ensurePrivate(findFreeName(backups, time, root.id));
    for (const time of namesIn(backups)) {
      for (const path of findAbandoned(join(backups, time))) rmSync(path, { recursive: true, force: true });
    }
    const half = temporaryBeside(join(directory, root.id));
    mkdirSync(half, { mode: 0o700 });
    for (const name of COPIED) copyPlain(join(root.path, name), join(half, name));
    syncDirectory(half);
    renameSync(half, join(directory, root.id));
    syncDirectory(directory);
    prune(backups, root.id);
    return join(directory, root.id);
  });
}

/** The oldest first. Times sort as texts; a second one of the same time has a number behind it. */
function prune(backups: string, rootId: string): void {
  const copies = namesIn(backups)
    .filter((time) => namesIn(join(backups, time)).includes(rootId))
    .sort(compareTimes)
    .map((time) => join(backups, time, rootId))
    .reverse();
  let bytes = 0;
  for (const [place, path] of copies.entries()) {
    bytes += measureDirectory(path);
    if (place === 0 || (place < BACKUPS_MAX && bytes <= BACKUP_BYTES_MAX)) continue;
    rmSync(path, { recursive: true, force: true });
    removeIfEmpty(dirname(path));
  }
}

function compareTimes(a: string, b: string): number {
  const [first, second] = [a, b].map(
    (name) => [name.slice(0, TIME_CHARS), Number(name.slice(TIME_CHARS + 1))] as const,
  );
  if (first === undefined || second === undefined) return 0;
  return first[0] < second[0] ? -1 : Number(first[0] > second[0]) || first[1] - second[1];
}

/** `2026-05-01T120000Z` */
const TIME_CHARS = 18;

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
  }
}

/** Two roots of one run share a directory. */
function findFreeName(backups: string, time: string, id: string): string {
  for (let number = 1; ; number += 1) {
    const directory = join(backups, number === 1 ? time : `${time}-${number}`);
    const names = namesIn(directory);
    if (!names.some((name) => name.startsWith(id))) return directory;
  }
}

/**
 * Directories and regular files; a link or a device is not what a root holds, and is left out. Everything is on disk before
 * the backup gets its name: it is wanted when the change that follows went wrong, and a power loss is one way to go wrong.
 */
export function copyPlain(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat?.isFile() === true) {
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    syncFile(to);
  }
  if (stat?.isDirectory() !== true) return;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) copyPlain(join(from, name), join(to, name));
  syncDirectory(to);
}

/**
 * Every copy of one memory, of its statements and of what a killed process had left of it, in every backup of its root. None
 * comes back after a power loss. What cannot be removed is the caller's to tell.
 */
export function eraseFromBackups(state: string, rootId: string, id: string): void {
  for (const root of listBackups(state, rootId)) {
    for (const path of [...findTexts(root, id), join(root, "attest", id)]) {
      writing(`a copy in ${dirname(path)}`, () => removeTree(path));
    }
  }
}

/** Every copy of a root, those that a killed process left half done included. */
export function listBackups(state: string, rootId: string): string[] {
  const backups = join(state, "backups");
  return namesIn(backups).flatMap((time) =>
    namesIn(join(backups, time))
      .filter((name) => name.startsWith(rootId))
      .map((name) => join(backups, time, name)),
  );
}

function findTexts(root: string, id: string): string[] {
  return DIRECTORIES.flatMap((directory) =>
    namesIn(join(root, directory))
      .filter((name) => name === `${id}.md` || name.startsWith(`.${id}.md.`))
      .map((name) => join(root, directory, name)),
  );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** How many bytes its files have. One that somebody removes just now has none: others work in the same directory. */
export function measureDirectory(path: string): number {
  let bytes = 0;
  for (const entry of ifThere(() => readdirSync(path, { withFileTypes: true }), [])) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) bytes += measureDirectory(inside);
    else if (entry.isFile()) bytes += lstatSync(inside, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

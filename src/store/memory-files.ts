// Reads memory files. Attack: a link, a second name for another file, a FIFO, a socket, a device or a directory in place
// of a memory; a file too large to be one. None of them is opened.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
} from "node:fs";
import { join, sep } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import type { Directory } from "../memory/law/transitions.ts";
import { FILE_BYTES_MAX, ROOT_FILES_MAX } from "../memory/limits.ts";
import { parseMemoryId } from "../memory/memory.ts";
import { codeOf } from "./fs-failure.ts";
import { nameIn, refuseOutside } from "./paths.ts";

export type FileEntry = {
  readonly id: string;
  readonly directory: Directory;
  readonly path: string;
};

/** What is on disk under a name: the bytes, or why they were not read. */
export type FileContent =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly mtimeMs: number }
  | { readonly kind: "refused"; readonly why: string };

export const DIRECTORIES: readonly Directory[] = ["memories", "quarantine"];

/** Other names are counted, not listed. */
export type Listing = { readonly entries: FileEntry[]; readonly strangers: string[] };

export type IsWanted = (id: string) => boolean;

/** Every file of a root whose name is that of a memory and whose id is wanted, sorted by id. */
export function listFiles(root: string, isWanted: IsWanted = () => true): Listing {
  let memories = 0;
  const isListed = (id: string): boolean => {
    memories += 1;
    return isWanted(id);
  };
  const [used, held] = [
    listDirectory(root, "memories", isListed),
    listDirectory(root, "quarantine", isListed),
  ];
  if (memories > ROOT_FILES_MAX) throw tooLarge("memories and quarantine");
  const entries = mergeSorted(used.entries, held.entries);
  return { entries, strangers: [...used.strangers, ...held.strangers] };
}

/** Of two with one id that of the first list comes first. */
function mergeSorted(first: FileEntry[], second: readonly FileEntry[]): FileEntry[] {
  // As in most roots.
  if (second.length === 0) return first;
  const merged: FileEntry[] = [];
  let at = 0;
  for (const entry of first) {
    for (let next = second[at]; next !== undefined && next.id < entry.id; next = second[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(entry);
  }
  return merged.concat(second.slice(at));
}

/** One file for each id, sorted by id: of two the one with less trust is meant. */
export function listOneOfEach(root: string, isWanted?: IsWanted): FileEntry[] {
  const { entries } = listFiles(root, isWanted);
  // The one in quarantine follows the other.
  return entries.filter(({ id }, at) => entries[at + 1]?.id !== id);
}

/** Where each id lies, by names alone: of two files the one with less trust is meant. */
export function listIds(root: string): Map<string, Directory> {
  const ids = new Map<string, Directory>();
  for (const directory of DIRECTORIES) {
    for (const name of readNames(root, directory)) {
      const id = name.endsWith(".md") ? parseMemoryId(name) : null;
      if (id !== null) ids.set(id, directory);
    }
  }
  if (ids.size > ROOT_FILES_MAX) throw tooLarge("memories and quarantine");
  return ids;
}

/** How many ids there are, without a look at any file. */
export function countMemories(root: string): number {
  const isMemory = (name: string): boolean => name.endsWith(".md") && parseMemoryId(name) !== null;
  const held = new Set(readNames(root, "quarantine").filter(isMemory));
  const count = readNames(root, "memories").filter((name) => isMemory(name) && !held.has(name)).length;
  return held.size + count;
}

/** Whether there are more files than this, without a look at all of them. */
export function hasMoreFiles(root: string, most: number): boolean {
  return DIRECTORIES.reduce((count, directory) => count + readNames(root, directory, most).length, 0) > most;
}

/** Ids that have a file in each of the directories. */
export function listTwice(root: string): string[] {
  const held = new Set(readNames(root, "quarantine").filter((name) => name.endsWith(".md")));
  if (held.size === 0) return [];
  return readNames(root, "memories").flatMap((name) => (held.has(name) ? (parseMemoryId(name) ?? []) : []));
}

/** Those of one directory. Only what is wanted is sorted: of a large root that takes as long as to read its names. */
export function listDirectory(root: string, directory: Directory, isWanted: IsWanted = () => true): Listing {
  const wanted: string[] = [];
  const strangers: string[] = [];
  const start = join(root, directory, sep);
  for (const name of readNames(root, directory)) {
    const id = name.endsWith(".md") ? parseMemoryId(name) : null;
    if (id === null && !name.startsWith(".")) strangers.push(name);
    else if (id !== null && isWanted(id)) wanted.push(name);
  }
  // No character of an id comes before the dot that ends its name.
  const entries = wanted.sort().map((name) => ({
    id: name.slice(0, -".md".length),
    directory,
    path: `${start}${name}`,
  }));
  return { entries, strangers: strangers.sort().map((name) => join(directory, name)) };
}

/** The file of one memory. In two directories at once, the one with less trust is meant. */
export function findFile(root: string, id: string): FileEntry | null {
  // Looked for twice: it may have gone from the second directory to the first between the two looks.
  return findFiles(root, id)[0] ?? findFiles(root, id)[0] ?? null;
}

/** Every file of one memory, the one with less trust first. */
export function findFiles(root: string, id: string): FileEntry[] {
  return findIn(listPlaces(root), id);
}

export type FileFinder = (id: string) => FileEntry | null;

/** As `findFile`, for many ids: the directories are looked at before the first of them and after the last. */
export function findTogether<Result>(root: string, work: (find: FileFinder) => Result): Result {
  const places = listPlaces(root);
  const result = work((id) => findIn(places, id)[0] ?? findIn(places, id)[0] ?? null);
  listPlaces(root);
  return result;
}

type Place = { readonly directory: Directory; readonly path: string };

const LESS_TRUST_FIRST = ["quarantine", "memories"] as const;

/** The directories that are there. */
function listPlaces(root: string): Place[] {
  return LESS_TRUST_FIRST.filter((directory) => refuseOutside(root, directory)).map((directory) => ({
    directory,
    path: nameIn(root, directory),
  }));
}

function findIn(places: readonly Place[], id: string): FileEntry[] {
  return places
    .map(({ directory, path }) => ({ id, directory, path: nameIn(path, `${id}.md`) }))
    .filter(({ path }) => isThere(path));
}

export function readFileContent(path: string, bytesMax: number = FILE_BYTES_MAX): FileContent {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: "refused", why: "it is gone" };
  if (stat.isSymbolicLink()) return { kind: "refused", why: "it is a symbolic link" };
  if (!stat.isFile()) return { kind: "refused", why: "it is not a regular file" };
  if (stat.nlink > 1) return { kind: "refused", why: "it is a hard link: the same file has another name" };
  if (stat.size > bytesMax) return { kind: "refused", why: `it is larger than ${bytesMax / 1024} KiB` };
  return readOpened(path, bytesMax);
}

function readOpened(path: string, bytesMax: number): FileContent {
  const descriptor = openRegular(path);
  if (descriptor === null) return { kind: "refused", why: "it cannot be read" };
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() || stat.nlink > 1) return { kind: "refused", why: "it is not a regular file" };
    const buffer = Buffer.alloc(Math.min(stat.size, bytesMax) + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    }
    // One byte more than it had: somebody writes to it just now.
    if (length > stat.size) return { kind: "refused", why: "it grew while it was read" };
    return { kind: "bytes", bytes: buffer.subarray(0, length), mtimeMs: stat.mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

function openRegular(path: string): number | null {
  try {
    // Checked again after opening: the name may lead elsewhere by now.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw toReadFailure(error, path);
  }
}

/** No more than one above `most`. */
function readNames(root: string, directory: string, most = Infinity): string[] {
  if (!refuseOutside(root, directory)) return [];
  const names: string[] = [];
  try {
    // One by one, so that a directory without end is not read to its end.
    const opened = opendirSync(join(root, directory), { bufferSize: 256 });
    try {
      for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
        if (names.length >= ROOT_FILES_MAX) throw tooLarge(directory);
        names.push(entry.name);
        if (names.length > most) break;
      }
    } finally {
      opened.closeSync();
    }
  } catch (error) {
    throw toReadFailure(error, directory);
  }
  return names;
}

function tooLarge(where: string): CredenceError {
  return new CredenceError("ROOT_TOO_LARGE", `${where} hold more than 200 000 files`);
}

function toReadFailure(error: unknown, what: string): unknown {
  return codeOf(error) === "EACCES" ? new CredenceError("NOT_READABLE", `${what} cannot be read`) : error;
}

// The local archive: `archive/YYYY-MM/<id>.md`. Never synced, never read for recall.

const MONTH = /^\d{4}-\d{2}$/;

/** Every archived copy of one memory, the oldest first. */
export function findArchived(root: string, id: string): string[] {
  return listMonths(root).flatMap((month) => {
    const paths: string[] = [];
    for (let copy = 1; isFile(join(root, nameCopy(month, id, copy))); copy += 1) {
      paths.push(join(root, nameCopy(month, id, copy)));
    }
    return paths;
  });
}

/** Where the next copy goes, relative to the root. A memory that comes and goes twice in a month has two. */
export function nameArchived(root: string, month: string, id: string): string {
  for (let copy = 1; ; copy += 1) {
    const name = nameCopy(join("archive", month), id, copy);
    if (lstatSync(join(root, name), { throwIfNoEntry: false }) === undefined) return name;
  }
}

/** Its directories, relative to the root. */
export function listMonths(root: string): string[] {
  if (!refuseOutside(root, "archive")) return [];
  return readdirSync(join(root, "archive"))
    .filter((name) => MONTH.test(name))
    .map((name) => join("archive", name))
    .sort()
    .filter((month) => refuseOutside(root, month));
}

/** Every file in there. */
export function listArchive(root: string): FileEntry[] {
  return listMonths(root).flatMap((month) =>
    readdirSync(join(root, month)).flatMap((name) => {
      // A second copy of a month bears a number.
      const id = parseMemoryId(name.replace(/(?:-\d+)?\.md$/, ""));
      return id === null ? [] : [{ id, directory: "quarantine" as const, path: join(root, month, name) }];
    }),
  );
}

function nameCopy(month: string, id: string, copy: number): string {
  // No id holds a hyphen, so this is nobody else's name.
  return join(month, copy === 1 ? `${id}.md` : `${id}-${copy}.md`);
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

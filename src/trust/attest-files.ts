// Attestations as files: `attest/<id>/<hash>.json`, immutable, named by content, so that merging two histories is putting
// the files together. Any other file there is reported and ignored.

import { type Dirent, lstatSync, opendirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { HEX, isOf } from "../memory/alphabet.ts";
import { CredenceError } from "../memory/errors.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import {
  isTextStatement,
  parseStatement,
  type SignedStatement,
  type Statement,
} from "../memory/law/statement.ts";
import {
  ROOT_FILES_MAX,
  STATEMENT_BYTES_MAX,
  STATEMENTS_MAX,
  TOMBSTONE_BYTES_MAX,
} from "../memory/limits.ts";
import { isMemoryId } from "../memory/memory.ts";

export type AttestFiles = {
  readonly attestations: readonly SignedStatement[];
  /** Those of the known ones that are there, to the last byte. */
  readonly recognized: readonly Statement[];
  /** Names and why they do not count. */
  readonly odd: readonly OddFile[];
  /** Names that the caller knows to count for nothing: they were not read. */
  readonly ignored: readonly string[];
  /** More files than any history has, or one that may not be read: nothing in it can be relied on. */
  readonly overflow: boolean;
  /** Somebody waited long enough: some of them were not read. */
  readonly unfinished: boolean;
};

export type OddFile = {
  readonly name: string;
  readonly why: string;
  /** Set where the file was read for this, and so may be known by its identity from now on. */
  readonly path?: string;
  /** It has a newer version: what it says is not known. */
  readonly newer?: true;
  /** Because of it nothing about its id can be relied on. */
  readonly withholds?: true;
};

export type AttestReading = {
  /** What was read and verified before is not read as a statement again: its name is the hash of its bytes. */
  readonly known?: ReadonlyMap<string, Statement>;
  /** Counts for nothing, as the caller knows. */
  readonly isIgnored?: (name: string, path: string) => boolean;
  /** Whether one more file that is not known may be read now. */
  readonly mayRead?: () => boolean;
};

const HASH_CHARS = 64;
const NAME_END = ".json";

/** Where tombstones lie, beside the directories of the ids. No id is spelt like this. */
export const FORGOTTEN = "forgotten";

export function attestPath(statement: Statement): string {
  return join("attest", placeOf(statement), `${statement.hash}.json`);
}

/** Beside which memory it lies. */
export function placeOf(statement: Statement): string {
  return isTextStatement(statement) ? statement.id : FORGOTTEN;
}

export function readAttestFiles(root: string, id: string, reading: AttestReading = {}): AttestFiles {
  const directory = `${root}${sep}attest${sep}${id}`;
  const stat = hasStatements(root) ? lstatSync(directory, { throwIfNoEntry: false }) : undefined;
  if (stat === undefined) return NONE;
  if (!stat.isDirectory()) {
    return { ...NONE, odd: [{ name: id, why: "it is not a directory" }] };
  }
  const entries = readEntries(directory, stat.size <= SMALL_BYTES ? "small" : "any");
  if (entries === "denied") return unreliable(id, "it cannot be read");
  if (entries === "too many") return unreliable(id, "it contains more files than any history has");
  // A directory has no order of its own.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return readStatements(directory, entries, reading);
}

function readStatements(directory: string, entries: readonly Dirent[], reading: AttestReading): AttestFiles {
  const { known, isIgnored = () => false, mayRead = () => true } = reading;
  const id = basename(directory);
  const bytesMax = id === FORGOTTEN ? TOMBSTONE_BYTES_MAX : STATEMENT_BYTES_MAX;
  const attestations: SignedStatement[] = [];
  const recognized: Statement[] = [];
  const odd: OddFile[] = [];
  const ignored: string[] = [];
  let unfinished = false;
  for (const entry of entries.filter(({ name }) => !name.startsWith("."))) {
    const path = `${directory}${sep}${entry.name}`;
    const hash = entry.isFile() ? hashOf(entry.name) : null;
    if (hash === null) {
      odd.push({ name: join(id, entry.name), why: "it is not an attestation file" });
      continue;
    }
    if (isIgnored(entry.name, path)) {
      ignored.push(entry.name);
      continue;
    }
    const vouching = known?.get(hash);
    unfinished = vouching === undefined && !mayRead();
    if (unfinished) break;
    const read = readOne({ path, hash, bytesMax }, vouching);
    if (read === null) return unreliable(join(id, entry.name), "it cannot be read");
    if (!("hash" in read)) odd.push({ name: join(id, entry.name), ...read, path });
    else if ("signature" in read && read !== vouching) attestations.push(read);
    else recognized.push(read);
  }
  return { attestations, recognized, odd, ignored, overflow: false, unfinished };
}

/** @returns null when it is not the name of a statement. */
function hashOf(name: string): string | null {
  const hash = name.slice(0, HASH_CHARS);
  return name === hash + NAME_END && hash.length === HASH_CHARS && isOf(HEX, hash) ? hash : null;
}

const NONE: AttestFiles = {
  attestations: [],
  recognized: [],
  odd: [],
  ignored: [],
  overflow: false,
  unfinished: false,
};

/** Every id that has statements, whether or not its file is there, sorted. */
export function listAttestedIds(root: string): string[] {
  return findAttestedIds(root).sort();
}

/** The same in no order: of a large root that takes as long as to read its names. */
export function findAttestedIds(root: string): string[] {
  if (!hasStatements(root)) return [];
  const entries = readEntries(join(root, "attest"), "any", ROOT_FILES_MAX);
  if (entries === "too many") throw new CredenceError("ROOT_TOO_LARGE", "attest holds more than 200 000 ids");
  if (entries === "denied") throw new CredenceError("NOT_READABLE", "attest cannot be read");
  return entries.map(({ name }) => name).filter(isMemoryId);
}

/** A link in its place leads out of the root, and what is there is not the root's. */
function hasStatements(root: string): boolean {
  return lstatSync(`${root}${sep}attest`, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** An act that we cannot see may be a negative one. */
function unreliable(name: string, why: string): AttestFiles {
  return { ...NONE, odd: [{ name, why, withholds: true }], overflow: true };
}

/** A directory of this size has a few thousand entries at most, whatever the file system counts. */
const SMALL_BYTES = 4_096;

function readEntries(
  directory: string,
  size: "small" | "any",
  most: number = STATEMENTS_MAX,
): Dirent[] | "denied" | "too many" {
  try {
    const entries =
      size === "small" ? readdirSync(directory, { withFileTypes: true }) : readOneByOne(directory, most);
    return entries.length > most ? "too many" : entries;
  } catch (error) {
    if (isDenied(error)) return "denied";
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Up to one more than `most`: a directory without end is not read to its end. */
function readOneByOne(directory: string, most: number): Dirent[] {
  const entries: Dirent[] = [];
  const opened = opendirSync(directory, { bufferSize: 256 });
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      entries.push(entry);
      if (entries.length > most) break;
    }
  } finally {
    opened.closeSync();
  }
  return entries;
}

function isDenied(error: unknown): boolean {
  return hasCode(error, "EACCES");
}

/** Another process has just forgotten it. */
function isAbsent(error: unknown): boolean {
  return hasCode(error, "ENOENT");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

type StatementFile = { readonly path: string; readonly hash: string; readonly bytesMax: number };

/** @returns null when the file may not be read. */
function readOne(
  { path, hash, bytesMax }: StatementFile,
  vouching: Statement | undefined,
): SignedStatement | Statement | Pick<OddFile, "why" | "newer"> | null {
  try {
    if (lstatSync(path).size > bytesMax) return { why: "it is too large" };
    const text = readFileSync(path, "utf8");
    if (vouching !== undefined && sha256Hex(text) === hash) return vouching;
    const read = parseStatement(text, hash);
    if ("hash" in read) return read;
    return { why: read.message, ...(read.kind === "newer" && { newer: true }) };
  } catch (error) {
    if (isDenied(error)) return null;
    if (isAbsent(error)) return { why: "it is gone" };
    throw error;
  }
}

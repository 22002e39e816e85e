// Opens the search index of a root, or makes one. Fails open: what is missing, damaged or of another version is made anew,
// and where nothing can be written the index lives in memory for this one answer.

import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { INDEX_VERSION, SCHEMA } from "./schema.ts";

export type SearchIndex = {
  readonly database: DatabaseSync;
  /** Null for one that lives in memory. */
  readonly path: string | null;
};

/** Nothing of a foreign schema is run, and what is erased is overwritten. A server that stays keeps few pages in memory: the
 * rest is read again from the system's own cache. */
const SETTINGS = `
  PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096`;

/** Another process writes at most this long at a time. */
const BUSY_MS = 2_000;

/** SQLite's own numbers: a table that is not there, damaged pages, rows that contradict each other, no database at all. A
 * full disk or another writer is none of them. */
const DAMAGES: ReadonlySet<number> = new Set([1, 11, 19, 20, 26]);

export function openMemoryIndex(): SearchIndex {
  const database = new DatabaseSync(":memory:");
  database.exec(SCHEMA);
  return { database, path: null };
}

/** Null where there is no usable place for it. `path` lies in a directory that is private already. */
export function openIndexFile(path: string): SearchIndex | null {
  try {
    const existing = openExisting(path);
    if (existing !== null) return existing;
    removeIndexFile(path);
    return openExisting(path);
  } catch (error) {
    if (!isSqliteFailure(error) && !isFsFailure(error)) throw error;
    return null;
  }
}

/** Before many rows are written, or their pages would be read over and over. */
export function widenCache({ database }: SearchIndex): void {
  database.exec("PRAGMA cache_size = -32768");
}

/** After a failure in the middle of the work: is the file itself to blame? */
export function isDamaged(error: unknown): boolean {
  return isSqliteFailure(error) && "errcode" in error && DAMAGES.has(Number(error.errcode) & 0xff);
}

export function isSqliteFailure(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Whoever has it open keeps what they have; the next one to come makes a new file. */
export function removeIndexFile(path: string): void {
  for (const suffix of ["", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}

/** Null where what is there is damaged, of another version or no file of its own. */
function openExisting(path: string): SearchIndex | null {
  if (isOddEntry(path)) return null;
  // Made by us first: SQLite would make it as open as the umask allows.
  closeSync(openSync(path, "a", 0o600));
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    database.exec(SETTINGS);
    if (versionOf(database) === 0) makeTables(database);
    if (versionOf(database) === INDEX_VERSION) return { database, path };
  } catch (error) {
    database.close();
    if (isDamaged(error)) return null;
    throw error;
  }
  database.close();
  return null;
}

/** A link or a second name would have us write tables into some other file; a pipe would never open, and what we may not
 * write can only be replaced. */
function isOddEntry(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && (!stat.isFile() || stat.nlink > 1 || (stat.mode & 0o600) !== 0o600);
}

/** Of two that come to an empty file at once, one makes the tables and the other finds them. */
function makeTables(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    if (versionOf(database) === 0) database.exec(SCHEMA);
    database.exec("COMMIT");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function versionOf(database: DatabaseSync): unknown {
  return database.prepare("PRAGMA user_version").get()?.["user_version"];
}

function isFsFailure(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

// Opens the search index of a root, or makes one. Fails open: an index that is missing, damaged or of another version
// is rebuilt, and if nothing can be written it lives in memory for this one answer.

import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { INDEX_VERSION, type IndexPart, SCHEMA } from "./tables.ts";

export type SearchIndex = {
  readonly database: DatabaseSync;
  /** Null for one that lives in memory. */
  readonly path: string | null;
  /** Which of its memories are asked: all of them unless it says otherwise. */
  readonly part?: IndexPart;
  /** Where it stays open: counts no word twice (known-counts.ts). */
  readonly keepCounts?: (count: IndexCounter, part: IndexPart) => IndexCounter;
};

const verifiedParts = new WeakMap<SearchIndex, SearchIndex>();

/** The same index, asked about its verified memories alone. */
export function verifiedPart(index: SearchIndex): SearchIndex {
  const part = verifiedParts.get(index) ?? { ...index, part: "verified" };
  verifiedParts.set(index, part);
  return part;
}

/** In how many memories each of these words is, up to a limit. */
export type IndexCounter = (words: readonly string[], limit: number) => ReadonlyMap<string, number>;

/** Nothing of a foreign schema is run, and what is erased is overwritten. A server that stays keeps few pages in memory: the
 * rest is read again from the system's own cache. */
const SETTINGS = `
  PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -4096`;

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

/** The directory of `path` must already be private. @returns null when the path cannot be used. */
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
  widened.add(database);
}

const widened = new WeakSet<DatabaseSync>();

export function isWidened({ database }: SearchIndex): boolean {
  return widened.has(database);
}

/** For one that stays open: what a person's many servers hold counts more than the pages that are read again. */
export function narrowCache({ database }: SearchIndex): void {
  database.exec("PRAGMA cache_size = -1024");
}

/** After a failure in the middle of the work: is the file itself to blame? */
export function isDamaged(error: unknown): boolean {
  return isSqliteFailure(error) && "errcode" in error && DAMAGES.has(Number(error.errcode) & 0xff);
}

export function isSqliteFailure(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Of what the index can do without: a full disk, or somebody who has the file just now, leaves it as it is. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
  }
}

/** Whoever has it open keeps what they have; the next one to come makes a new file. */
export function removeIndexFile(path: string): void {
  for (const suffix of ["", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}

/** @returns null when the file is damaged, has another version, or is not a file of its own. */
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
  return database.prepare(READ_VERSION).get()?.["user_version"];
}

/** The same of one that has been open for a while. */
export function hasOwnVersion(index: SearchIndex): boolean {
  return prepareOnce(index, READ_VERSION).get()?.["user_version"] === INDEX_VERSION;
}

const READ_VERSION = "PRAGMA user_version";

function isFsFailure(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** All of it or nothing, as the only writer. */
export function transact({ database }: SearchIndex, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

// The questions that a prompt asks are prepared once for as long as the index is open: that takes longer than to ask them, and
// some are asked many times.

/** By the index and not by its connection: a statement keeps its connection in memory, so neither would ever go. */
const prepared = new WeakMap<SearchIndex, Map<string, StatementSync>>();

/** `sql` is a text of our own, one of a few. Whoever walks with `iterate` needs a statement of their own. */
export function prepareOnce(index: SearchIndex, sql: string): StatementSync {
  const statements = prepared.get(index) ?? new Map<string, StatementSync>();
  const statement = statements.get(sql) ?? index.database.prepare(sql);
  prepared.set(index, statements.set(sql, statement));
  return statement;
}

/** How many there are, the first or the last of them: `of` is a text of our own. */
export function askNumber(
  index: SearchIndex,
  what: "count(*)" | "min(row)" | "max(row)",
  of: string,
): number {
  return Number(prepareOnce(index, `SELECT ${what} AS number FROM ${of}`).get()?.["number"]);
}

// What an index knows about itself.

/** `basis`: what its standings rest on; `places`: the directories as they were; `exact`: whether S2's table is kept;
 * `path`: whose files these are; `beyond`: the directories that held more than a root may; `unread`: how many files have no
 * row, because nobody vouches for them and there are too many; `tries`: how often somebody waited for the queue; `table`:
 * whether rows were written while the table of word vectors was absent; `head`: the commit that the fates of cited files
 * hold for; `compared`: the last row that was compared with its file in passing; `lines`: how often lines of index.md changed;
 * `list`: which of these the index.md has that was written last, and how its file looked then. */
export type FactKey =
  | "basis"
  | "places"
  | "exact"
  | "path"
  | "beyond"
  | "unread"
  | "tries"
  | "table"
  | "head"
  | "compared"
  | "lines"
  | "list"
  | "judged";

export function readFact(index: SearchIndex, key: FactKey): string | null {
  const value = prepareOnce(index, "SELECT value FROM facts WHERE key = ?").get(key)?.["value"];
  return typeof value === "string" ? value : null;
}

export function writeFact({ database }: SearchIndex, key: FactKey, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(key, value);
}

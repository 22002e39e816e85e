// Opens the search index of a root, or makes one. Fails open: an index that is missing, damaged or of another version
// is rebuilt, and if nothing can be written it lives in memory for this one answer.

import { closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { MEMORY_TYPES, TYPE_TRAITS } from "../../memory/memory.ts";

export type SearchIndex = {
  readonly database: DatabaseSync;
  /** Null for one that lives in memory. */
  readonly path: string | null;
  /** Which of its memories are asked: all of them unless it says otherwise. */
  readonly part?: IndexPart;
  /** Where it stays open: counts no word twice (known-counts.ts). */
  readonly keepCounts?: (count: IndexCounter, part: IndexPart) => IndexCounter;
};

/** `verified`: as if no other memory were in the store, so that what an agent writes moves no number of a fact. */
export type IndexPart = "all" | "verified";

/** The tables that hold the words of a part, and how many memories have each. */
export const PART_TABLES = {
  all: { words: "words", vocabulary: "vocabulary" },
  verified: { words: "verified_words", vocabulary: "verified_vocabulary" },
} as const satisfies Record<IndexPart, { readonly words: string; readonly vocabulary: string }>;

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

// The tables of a search index. Everything in it is derived from files: it can be deleted at any time, and whatever is
// shown is read from the files again.

/** Raised with every change of the tables or of how words are made; an index of another version is rebuilt. */
const INDEX_VERSION = 14;

/** How much of what is written FTS5 holds back, so that a rebuild is not a thousand small ones. */
const WRITE_BYTES = 32 * 1024 * 1024;

const PERSONAL = MEMORY_TYPES.filter((type) => TYPE_TRAITS[type].isPersonal).map((type) => `'${type}'`);

/** In which part of what a session begins with a memory is: verified ones first, and in each those about the person, then
 * the rules of the project. */
export const START_GROUP: string = `(CASE standing WHEN 'verified' THEN 0 ELSE 3 END
  + CASE WHEN type IN (${PERSONAL.join(", ")}) OR category = 'preference' THEN 0
    WHEN category IN ('constraint', 'decision') THEN 1 ELSE 2 END)`;
export const START_GROUPS = 6;

function makeWords({ words, vocabulary }: (typeof PART_TABLES)[IndexPart]): string {
  return `
  CREATE VIRTUAL TABLE ${words} USING fts5(
    name, tags, body, content='', contentless_delete=1, tokenize="ascii tokenchars '_.-'"
  );
  CREATE VIRTUAL TABLE ${vocabulary} USING fts5vocab(${words}, row);
  INSERT INTO ${words}(${words}, rank) VALUES('hashsize', ${WRITE_BYTES});
  INSERT INTO ${words}(${words}, rank) VALUES('usermerge', 2);`;
}

// Searchable are only the memories that recall may show: the others have a row, so that a change of theirs is noticed, but
// no words. `words` holds our own words, `verified_words` those of verified memories once more; `exact` the tokens of S2 and `parts` our words for the tokens that S2 does not find,
// both filled when somebody asks for that strategy. These two keep their text, because without it FTS5 counts deleted rows
// on and bm25 says something else after each change; `words` is small instead, and its scores come from `totals`.
// Whatever is erased is overwritten: a forgotten text stays nowhere.
const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE totals (
    part TEXT PRIMARY KEY,
    memories INTEGER NOT NULL, name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO totals VALUES ('all', 0, 0, 0, 0), ('verified', 0, 0, 0, 0);
  CREATE TABLE memories (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, directory TEXT NOT NULL, digest TEXT, standing TEXT NOT NULL,
    status TEXT NOT NULL, type TEXT, category TEXT, tier TEXT, name TEXT NOT NULL, tags TEXT NOT NULL,
    time INTEGER NOT NULL, file TEXT NOT NULL, attest TEXT NOT NULL, young INTEGER NOT NULL,
    searchable INTEGER NOT NULL, line TEXT, cause TEXT NOT NULL, mark INTEGER, supersedes TEXT, queued INTEGER,
    waits TEXT, doubt INTEGER NOT NULL DEFAULT 0, fault TEXT
  );
  CREATE INDEX memories_by_line ON memories (line) WHERE line IS NOT NULL;
  CREATE INDEX memories_by_kind ON memories (category, standing DESC, time DESC, id) WHERE searchable = 1;
  CREATE INDEX memories_by_time ON memories (time, id) WHERE searchable = 1;
  CREATE INDEX memories_by_start ON memories (${START_GROUP}, time DESC, id) WHERE searchable = 1;
  CREATE INDEX memories_by_standing ON memories (standing, status, cause, waits, doubt, mark) WHERE file <> '';
  CREATE INDEX memories_by_doubt ON memories (row) WHERE searchable = 0;
  CREATE INDEX memories_by_replaced ON memories (supersedes) WHERE searchable = 1 AND supersedes IS NOT NULL;
  CREATE INDEX memories_by_review ON memories (row) WHERE doubt = 1;
  CREATE INDEX memories_by_fault ON memories (fault) WHERE fault IS NOT NULL;
  CREATE INDEX memories_by_queue ON memories (queued, id) WHERE queued IS NOT NULL;
  CREATE TABLE removed (id TEXT PRIMARY KEY, attest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE strangers (
    id TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, digest TEXT, act TEXT, PRIMARY KEY (id, name)
  ) WITHOUT ROWID;
  CREATE TABLE passages (
    row INTEGER PRIMARY KEY, words BLOB NOT NULL,
    name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  );
  CREATE TABLE cites (
    row INTEGER NOT NULL, path TEXT NOT NULL, since INTEGER NOT NULL,
    looked INTEGER NOT NULL DEFAULT 0, fate TEXT, commits INTEGER, share REAL, PRIMARY KEY (row, path)
  ) WITHOUT ROWID;
  CREATE INDEX cites_by_path ON cites (path);
  CREATE INDEX cites_by_look ON cites (looked) WHERE looked <> 1;
  CREATE INDEX cites_by_fate ON cites (row) WHERE fate IS NOT NULL;
  CREATE TABLE verdicts (
    row INTEGER PRIMARY KEY, file TEXT NOT NULL, attest TEXT NOT NULL, standing TEXT NOT NULL,
    rules INTEGER NOT NULL, flags TEXT NOT NULL, open INTEGER NOT NULL
  );
  CREATE INDEX flagged ON verdicts (row) WHERE flags <> '[]';
  CREATE TABLE claims (row INTEGER PRIMARY KEY, claims TEXT NOT NULL, sketch BLOB, keys TEXT NOT NULL);
  CREATE TABLE claim_keys (
    key INTEGER NOT NULL, rank INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, rank, row)
  ) WITHOUT ROWID;
  CREATE TABLE pairs (
    row INTEGER NOT NULL, other INTEGER NOT NULL, kind TEXT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (row, other)
  ) WITHOUT ROWID;
  CREATE TABLE wordings (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, rules INTEGER NOT NULL, wording TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE vectors (block INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  ${Object.values(PART_TABLES).map(makeWords).join("")}
  CREATE VIRTUAL TABLE exact USING fts5(name, tags, body, tokenize="unicode61 tokenchars '_.-'");
  CREATE VIRTUAL TABLE parts USING fts5(name, tags, body, tokenize="ascii tokenchars '_.-'");
  CREATE VIRTUAL TABLE exact_vocabulary USING fts5vocab(exact, row);
  INSERT INTO exact(exact, rank) VALUES('secure-delete', 1);
  INSERT INTO parts(parts, rank) VALUES('secure-delete', 1);
  PRAGMA user_version = ${INDEX_VERSION};
`;

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

// The ledger of a root in machine state, one SQLite file: statements that were seen here, tombstones, and retained texts. Here it is
// made, opened, and held to be whole.
//
// Attack: the file goes missing, is damaged or is replaced, and with it every negative act whose statement was deleted from
// its root. Fails closed: a file that cannot be read to its last row is named as such and answers nothing. A mark beside
// the file names the set that it holds, so that a new and empty set is not taken for the one that is gone; and whenever somebody else than us changed the file, all of it is checked before it is believed.
//
// It has a rollback journal and no write-ahead log: a reader then needs no second file, and so neither room nor permission.

import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { CredenceError } from "../memory/errors.ts";
import { isRecord, parseJson } from "../memory/json.ts";

/** Why a set cannot be relied on: it is gone, its content is not whole, or this process cannot read it. */
export type Unreadable = "missing" | "damaged" | "closed";

export type SeenPlace = {
  readonly path: string;
  readonly root: string;
  readonly mark: SeenMark;
  /** Does anything but the mark tell that statements of this root were seen here? */
  readonly isKnown: () => boolean;
};

/** The file beside a root's records that names its set. */
export type SeenMark = { readonly read: () => string | null; readonly write: (text: string) => void };

export type SeenFile =
  | { readonly kind: "open"; readonly database: DatabaseSync }
  /** There is none yet, and none can be made: nothing was seen, and nothing can be remembered. */
  | { readonly kind: "none"; readonly why: unknown }
  | { readonly kind: "unreadable"; readonly why: Unreadable };

const VERSION = 1;
const FORMAT = "credence/1";
/** Of several that open a new file at once, all but one wait. */
const WAIT_MS = 5_000;
/** A row of `texts` is a source by its hash, with the digest of its text and the reason why it is retained. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS statements (
    hash TEXT PRIMARY KEY, id TEXT NOT NULL, born TEXT NOT NULL, act TEXT NOT NULL,
    signer TEXT NOT NULL, statement TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS statements_by_id ON statements (id);
  CREATE INDEX IF NOT EXISTS statements_by_act ON statements (act);
  CREATE INDEX IF NOT EXISTS statements_by_born ON statements (born);
  CREATE TABLE IF NOT EXISTS tombstones (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS texts (
    hash TEXT NOT NULL, why TEXT NOT NULL, digest TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (hash, why)
  );
  CREATE INDEX IF NOT EXISTS texts_by_digest ON texts (digest);
  PRAGMA user_version = ${VERSION};
`;
/** A mark that names no set: the record of the root is being rebuilt. */
export const NO_SET = 0;

/** SQLite's result codes; the low byte is the kind of trouble. */
const [ERROR, BUSY, LOCKED, CORRUPT, NOTADB] = [1, 5, 6, 11, 26];

export function openSeenFile(place: SeenPlace): SeenFile {
  try {
    const named = readMark(place.mark);
    if (sizeOf(place.path) > 0) return openPresent(place, named);
    if (named !== null || place.isKnown()) return { kind: "unreadable", why: "missing" };
    return makeNew(place);
  } catch (error) {
    return { kind: "unreadable", why: explain(error) };
  }
}

export type OpenFile = { readonly path: string; readonly database: DatabaseSync };

/** Writes rows of ours, all of them or none. */
export function inTransaction(file: OpenFile, work: (file: OpenFile) => void): void {
  const { path, database } = file;
  database.exec("BEGIN IMMEDIATE");
  try {
    work(file);
    database.exec("COMMIT");
  } finally {
    // Some failures end the transaction themselves; one left open would refuse every later one.
    if (database.isTransaction) database.exec("ROLLBACK");
  }
  noteChecked(path);
}

/** To be called after each write of ours: what we wrote is whole. */
export function noteChecked(path: string): void {
  try {
    const note = `${path}-checked`;
    if (!existsSync(note)) makePrivate(note);
    writeFileSync(note, identify(path));
  } catch (error) {
    // Without the note the next process checks the file again.
    if (!isDiskFailure(error)) throw error;
  }
}

function makeNew(place: SeenPlace): SeenFile {
  let database: DatabaseSync;
  try {
    database = makeFile(place.path);
  } catch (why) {
    return { kind: "none", why };
  }
  mark(place, database);
  return { kind: "open", database };
}

/** A root whose mark is on disk is withheld if its rows are not, so a commit has to outlast a power loss: FULL does not sync the
 * directory from which the rollback journal is deleted, and a journal that comes back takes the commit back. */
const DURABLE = "PRAGMA synchronous = EXTRA; PRAGMA secure_delete = ON";

export function makeFile(path: string): DatabaseSync {
  // Made by us first: SQLite would make it as open as the umask allows, and its side files take the mode of this one.
  makePrivate(path);
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    database.exec(DURABLE);
    makeTables(database);
  } catch (error) {
    database.close();
    throw error;
  }
  noteChecked(path);
  return database;
}

/** Whatever the umask is. */
function makePrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  if ((statSync(path).mode & 0o777) !== 0o600) chmodSync(path, 0o600);
}

/** Of several that come at once, one makes the tables and names the set, and the others find them. */
function makeTables(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    if (readPragma(database, "user_version") !== VERSION) database.exec(SCHEMA);
    if (readSet(database) === NO_SET) {
      const name = database.prepare("SELECT abs(random() % 2147483646) + 1 AS name").get()?.["name"];
      database.exec(`PRAGMA application_id = ${Number(name)}`);
    }
    database.exec("COMMIT");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function openPresent(place: SeenPlace, named: number | null): SeenFile {
  const database = openWhole(place.path);
  try {
    const why = judge(place, named, database);
    if (why !== null) {
      database.close();
      return { kind: "unreadable", why };
    }
    if (named === null) adopt(place, database);
    return { kind: "open", database };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

/** Null where this is the set which the root is in, or where the root is new. */
function judge(
  { path, isKnown }: SeenPlace,
  named: number | null,
  database: DatabaseSync,
): Unreadable | null {
  const version = Number(readPragma(database, "user_version"));
  if (version > VERSION) return "closed";
  if (!isChecked(path)) {
    if (readPragma(database, "integrity_check(1)") !== "ok") return "damaged";
    noteChecked(path);
  }
  if (named !== null) return named === readSet(database) ? null : "missing";
  // No mark: the root is new here, or the process that made the file was killed before it could mark it.
  const isIn = version === VERSION && database.prepare("SELECT 1 FROM statements LIMIT 1").get();
  return isIn || !isKnown() ? null : "missing";
}

/** Fails open: what cannot be marked now, because nothing can be written, is marked by a later process. */
function adopt(place: SeenPlace, database: DatabaseSync): void {
  try {
    makeTables(database);
    noteChecked(place.path);
    mark(place, database);
  } catch (error) {
    if (codeIn(error) === null || [ERROR, CORRUPT, NOTADB].includes(codeIn(error) ?? 0)) throw error;
  }
}

function mark(place: SeenPlace, database: DatabaseSync): void {
  try {
    place.mark.write(renderMark(readSet(database)));
  } catch (error) {
    // As above: the set is there, and the root is in it.
    if (!(error instanceof CredenceError)) throw error;
  }
}

/** Also where the directory may not be written, or is full. */
function openWhole(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    database.exec(DURABLE);
    database.prepare("SELECT 1 FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isChecked(path: string): boolean {
  try {
    return readFileSync(`${path}-checked`, "utf8") === identify(path);
  } catch {
    return false; // Never checked, or not to be read.
  }
}

/** The file and its mark, by which a later look tells that nothing about them has changed. @returns null when it cannot. */
export function nameState({ path, mark }: SeenPlace): string | null {
  try {
    const named = mark.read();
    return named === null ? null : `${identify(path)}${named}`;
  } catch (error) {
    if (isDiskFailure(error)) return null;
    throw error;
  }
}

function identify(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}\n`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

export function readSet(database: DatabaseSync): number {
  return Number(readPragma(database, "application_id"));
}

function readPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
}

/** One that is damaged names no set. @returns null when there is none. */
function readMark({ read }: SeenMark): number | null {
  const text = read();
  if (text === null) return null;
  const value = parseJson(text);
  return isRecord(value) && value["format"] === FORMAT && typeof value["set"] === "number"
    ? value["set"]
    : NO_SET;
}

export function renderMark(set: number): string {
  return `${JSON.stringify({ format: FORMAT, set })}\n`;
}

function explain(error: unknown): Unreadable {
  if (isBusy(error)) throw error;
  if (isBad(error)) return "damaged";
  if (codeIn(error) === null && !isDiskFailure(error)) throw error;
  return "closed";
}

function isDiskFailure(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function isBusy(error: unknown): boolean {
  return [BUSY, LOCKED].includes(codeIn(error) ?? 0);
}

function isBad(error: unknown): boolean {
  return [ERROR, CORRUPT, NOTADB].includes(codeIn(error) ?? 0);
}

/** Null for what is no failure of the database. */
export function codeIn(error: unknown): number | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return null;
  return "errcode" in error ? Number(error.errcode) & 0xff : 0;
}

// What this machine has ever seen of a root's attestations, so that deleting one undoes nothing: a negative one stays in
// force, an approval that vanished is missed. Only statements whose signature held are in here, so it also spares
// verifying them again.

import { readFileSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isRecord } from "../memory/json.ts";
import { isStatementKind, type StatementKind } from "../memory/law/kinds.ts";
import type { SignedStatement, TextStatement } from "../memory/law/statement.ts";
import { codeIn, noteChecked, openSeenFile, type SeenPlace, type Unreadable } from "./seen-file.ts";

export type { SeenPlace, Unreadable } from "./seen-file.ts";

export type SeenSet = {
  /** Null where it can be read to its last row. Otherwise nothing is recalled, and nothing remembered. */
  readonly unreadable: Unreadable | null;
  /** Why there is none yet and none could be made: a change of the root would not be remembered, and its memories withheld. */
  readonly unmade: unknown;
  /** For seen-history.ts alone; null where nothing can be recalled. */
  readonly opened: { readonly database: DatabaseSync; readonly root: string } | null;
  /** Everything remembered of one id. */
  readonly recall: (id: string) => TextStatement[];
  /** Of each of these ids. */
  readonly recallEach: (ids: readonly string[]) => TextStatement[];
  /** Of every id from the first to the last, both included. */
  readonly recallBetween: (first: string, last: string) => TextStatement[];
  /** Everything of the root that says one thing. */
  readonly recallAct: (act: StatementKind) => TextStatement[];
  /** What was first seen after a position, and the position of the last of it: by order of arrival, not by date. */
  readonly recallAfter: (position: number) => {
    readonly statements: TextStatement[];
    readonly position: number;
  };
  /** Ids under which anything is remembered of one of these memories. */
  readonly idsOfBorns: (borns: readonly string[]) => string[];
  readonly ids: () => ReadonlySet<string>;
  readonly remember: (statements: readonly TextStatement[]) => void;
  /** Every row of an id, overwritten on disk. Says whether no other process kept the words from going. */
  readonly erase: (id: string) => boolean;
  readonly close: () => void;
};

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export function openSeenSet(place: SeenPlace): SeenSet {
  const file = openSeenFile(place);
  switch (file.kind) {
    case "open":
      return toSet(place, file.database);
    case "none":
      return {
        ...emptySet(null, (statements) => {
          if (statements.length > 0) throw file.why;
        }),
        unmade: file.why,
      };
    case "unreadable":
      return unreadableSet(file.why);
  }
}

/** One that says nothing, and says why. */
export function unreadableSet(why: Unreadable): SeenSet {
  return emptySet(why, () => undefined);
}

function emptySet(unreadable: Unreadable | null, remember: SeenSet["remember"]): SeenSet {
  const none = (): TextStatement[] => [];
  return {
    unreadable,
    unmade: null,
    opened: null,
    recall: none,
    recallEach: none,
    recallBetween: none,
    recallAct: none,
    recallAfter: (position) => ({ statements: [], position }),
    idsOfBorns: () => [],
    ids: () => new Set(),
    remember,
    erase: () => true,
    close: () => undefined,
  };
}

/** A file that is open, as a set. */
export function toSet({ path, root }: SeenPlace, database: DatabaseSync): SeenSet {
  const ask = openQuestions(database, root);
  const recallAfter = (position: number): ReturnType<SeenSet["recallAfter"]> => {
    const rows = ask(AFTER, position);
    const last = rows.at(-1)?.["place"];
    return { statements: rows.map(readRow), position: typeof last === "number" ? last : position };
  };
  return {
    unreadable: null,
    unmade: null,
    opened: { database, root },
    recall: (id) => ask("id = ?", id).map(readRow),
    recallEach: (ids) => ask(EACH, JSON.stringify(ids)).map(readRow),
    recallBetween: (first, last) => ask("id BETWEEN ? AND ?", first, last).map(readRow),
    recallAct: (act) => ask("act = ?", act).map(readRow),
    // A position beyond the last row is one of a set that was rebuilt since.
    recallAfter: (position) => recallAfter(position > lastRow(database) ? 0 : position),
    idsOfBorns: (borns) => listIdsOf(database, root, borns),
    ids: () => listIds(database, root),
    remember: (statements) => insertAll({ path, root, database }, statements),
    erase: (id) => {
      database.exec("PRAGMA secure_delete = ON");
      database.prepare("DELETE FROM seen WHERE root = ? AND id = ?").run(root, id);
      // A log that an earlier version left, while another process has it open.
      const isWhole = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
      const isGone = isWhole && leavesNoTrace(path, database, id);
      noteChecked(path);
      return isGone;
    },
    close: () => database.close(),
  };
}

/** A page that was split keeps what moved to another in bytes that it no longer uses, and no deletion finds those. */
function leavesNoTrace(path: string, database: DatabaseSync, id: string): boolean {
  if (!readFileSync(path).includes(id)) return true;
  try {
    database.exec("VACUUM");
    return true;
  } catch (error) {
    if (codeIn(error) === null) throw error;
    // Somebody reads it, or the disk is full: whoever finishes the forgetting tries again.
    return false;
  }
}

function insertAll(
  { path, root, database }: Pick<SeenPlace, "path" | "root"> & { readonly database: DatabaseSync },
  statements: readonly TextStatement[],
): void {
  if (statements.length === 0) return;
  const insert = database.prepare("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?, ?, ?)");
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const each of statements) insert.run(...toColumns(root, each));
    database.exec("COMMIT");
  } finally {
    // Some failures end the transaction themselves; one left open would refuse every later one.
    if (database.isTransaction) database.exec("ROLLBACK");
  }
  noteChecked(path);
}

function lastRow(database: DatabaseSync): number {
  return Number(database.prepare("SELECT max(rowid) AS last FROM seen").get()?.["last"] ?? 0);
}

function listIds(database: DatabaseSync, root: string): ReadonlySet<string> {
  const rows = database.prepare("SELECT DISTINCT id FROM seen WHERE root = ?").all(root);
  return new Set(rows.map(({ id }) => String(id)));
}

function listIdsOf(database: DatabaseSync, root: string, borns: readonly string[]): string[] {
  const rows = database
    .prepare("SELECT DISTINCT id FROM seen WHERE root = ? AND born IN (SELECT value FROM json_each(?))")
    .all(root, JSON.stringify(borns));
  return rows.map(({ id }) => String(id));
}

const EACH = "id IN (SELECT value FROM json_each(?))";

const AFTER = "rowid > ? ORDER BY rowid";

type Question = "id = ?" | typeof EACH | "id BETWEEN ? AND ?" | "act = ?" | typeof AFTER;

/** Each is prepared when it is asked first: a prompt asks one of them. */
function openQuestions(
  database: DatabaseSync,
  root: string,
): (question: Question, ...values: readonly (string | number)[]) => Row[] {
  const prepared = new Map<Question, StatementSync>();
  return (question, ...values) => {
    // By the order of arrival alone: by an index SQLite would look at everything of the root.
    const statement =
      prepared.get(question) ??
      database.prepare(
        `SELECT rowid AS place, statement FROM seen WHERE ${question === AFTER ? "+" : ""}root = ? AND ${question}`,
      );
    prepared.set(question, statement);
    return statement.all(root, ...values);
  };
}

/** Without the proof: the signature was checked. */
function toColumns(root: string, statement: TextStatement): string[] {
  const { key: _, signature: __, ...said } = statement as TextStatement & Partial<SignedStatement>;
  return [said.hash, root, said.id, said.born, said.act, said.signer, JSON.stringify(said)];
}

/** We wrote it, after its signature was checked; the file as a whole is checked before it is believed. */
export function readRow({ statement }: Row): TextStatement {
  const value: unknown = JSON.parse(String(statement));
  if (!isTextRow(value)) throw new TypeError("a row holds no statement");
  return value;
}

function isTextRow(value: unknown): value is TextStatement {
  return isRecord(value) && isStatementKind(value["act"]) && Array.isArray(value["follows"]);
}

// What this machine has ever seen of a root's attestations, so that deleting one undoes nothing: a negative one stays in
// force, an approval that vanished is missed. Only statements whose signature held are in here, so it also spares
// verifying them again.

import { readFileSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isRecord } from "../memory/json.ts";
import { isStatementKind, type StatementKind } from "../memory/law/kinds.ts";
import type { SignedStatement, TextStatement } from "../memory/law/statement.ts";
import { noTexts, openTexts, type RetainedTexts } from "./retained-texts.ts";
import {
  codeIn,
  inTransaction,
  noteChecked,
  type OpenFile,
  openSeenFile,
  type SeenPlace,
  type Unreadable,
} from "./seen-file.ts";

export type { SeenPlace, Unreadable } from "./seen-file.ts";

export type SeenSet = {
  /** Null where it can be read to its last row. Otherwise nothing is recalled, and nothing remembered. */
  readonly unreadable: Unreadable | null;
  /** Why there is none yet and none could be made: a change of the root would not be remembered, and its memories withheld. */
  readonly unmade: unknown;
  /** For seen-history.ts alone; null where nothing can be recalled. */
  readonly opened: DatabaseSync | null;
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
  /** Statements and texts of a memory, overwritten on disk. Says whether no other process kept its words from going. */
  readonly erase: (forgotten: ErasedMemory) => boolean;
  readonly texts: RetainedTexts;
  readonly close: () => void;
};

export type ErasedMemory = {
  readonly id: string;
  readonly digests: readonly string[];
  readonly words: readonly string[];
};

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export function openSeenSet(place: SeenPlace): SeenSet {
  const file = openSeenFile(place);
  switch (file.kind) {
    case "open":
      return toSet(place, file.database);
    case "none":
      return {
        ...emptySet(null, (news) => {
          if (news.length > 0) throw file.why;
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

function emptySet(unreadable: Unreadable | null, remember: (news: readonly unknown[]) => void): SeenSet {
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
    texts: noTexts((texts) => remember(texts)),
    close: () => undefined,
  };
}

/** A file that is open, as a set. */
export function toSet({ path }: Pick<SeenPlace, "path">, database: DatabaseSync): SeenSet {
  const ask = openQuestions(database);
  const texts = openTexts(path, database);
  const recallAfter = (position: number): ReturnType<SeenSet["recallAfter"]> => {
    const rows = ask(AFTER, position);
    const last = rows.at(-1)?.["place"];
    return { statements: rows.map(readRow), position: typeof last === "number" ? last : position };
  };
  return {
    unreadable: null,
    unmade: null,
    opened: database,
    recall: (id) => ask("id = ?", id).map(readRow),
    recallEach: (ids) => ask(EACH, JSON.stringify(ids)).map(readRow),
    recallBetween: (first, last) => ask("id BETWEEN ? AND ?", first, last).map(readRow),
    recallAct: (act) => ask("act = ?", act).map(readRow),
    // A position beyond the last row is one of a set that was rebuilt since.
    recallAfter: (position) => recallAfter(position > lastRow(database) ? 0 : position),
    idsOfBorns: (borns) => listIdsOf(database, borns),
    ids: () => listIds(database),
    remember: (statements) => insertAll({ path, database }, statements),
    erase: (forgotten) => {
      database.prepare("DELETE FROM statements WHERE id = ?").run(forgotten.id);
      texts.erase(forgotten.digests);
      const isGone = leavesNoTrace(path, database, forgotten);
      noteChecked(path);
      return isGone;
    },
    texts,
    close: () => database.close(),
  };
}

/** A page that was split keeps what moved to another in bytes that it no longer uses, and no deletion finds those. */
function leavesNoTrace(path: string, database: DatabaseSync, { id, digests, words }: ErasedMemory): boolean {
  const bytes = readFileSync(path);
  if (![id, ...digests, ...words].some((each) => bytes.includes(each))) return true;
  try {
    database.exec("VACUUM");
    return true;
  } catch (error) {
    if (codeIn(error) === null) throw error;
    // Somebody reads it, or the disk is full: whoever finishes the forgetting tries again.
    return false;
  }
}

function insertAll(file: OpenFile, statements: readonly TextStatement[]): void {
  if (statements.length === 0) return;
  inTransaction(file, ({ database }) => {
    const insert = database.prepare("INSERT OR IGNORE INTO statements VALUES (?, ?, ?, ?, ?, ?)");
    for (const each of statements) insert.run(...toColumns(each));
  });
}

function lastRow(database: DatabaseSync): number {
  return Number(database.prepare("SELECT max(rowid) AS last FROM statements").get()?.["last"] ?? 0);
}

function listIds(database: DatabaseSync): ReadonlySet<string> {
  const rows = database.prepare("SELECT DISTINCT id FROM statements").all();
  return new Set(rows.map(({ id }) => String(id)));
}

function listIdsOf(database: DatabaseSync, borns: readonly string[]): string[] {
  const rows = database
    .prepare("SELECT DISTINCT id FROM statements WHERE born IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify(borns));
  return rows.map(({ id }) => String(id));
}

const EACH = "id IN (SELECT value FROM json_each(?))";

const AFTER = "rowid > ? ORDER BY rowid";

type Question = "id = ?" | typeof EACH | "id BETWEEN ? AND ?" | "act = ?" | typeof AFTER;

/** Each is prepared when it is asked first: a prompt asks one of them. */
function openQuestions(
  database: DatabaseSync,
): (question: Question, ...values: readonly (string | number)[]) => Row[] {
  const prepared = new Map<Question, StatementSync>();
  return (question, ...values) => {
    const statement =
      prepared.get(question) ??
      database.prepare(`SELECT rowid AS place, statement FROM statements WHERE ${question}`);
    prepared.set(question, statement);
    return statement.all(...values);
  };
}

/** Without the proof: the signature was checked. */
function toColumns(statement: TextStatement): string[] {
  const { key: _, signature: __, ...said } = statement as TextStatement & Partial<SignedStatement>;
  return [said.hash, said.id, said.born, said.act, said.signer, JSON.stringify(said)];
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

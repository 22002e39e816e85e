// What this machine has ever seen of a root's attestations, so that deleting one undoes nothing: a negative one stays in
// force, an approval that vanished is missed. Only statements whose signature held are in here, so it also spares
// verifying them again.

import { readFileSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isRecord, parseJson } from "../memory/json.ts";
import type { Act } from "../memory/law/acts.ts";
import { isAct } from "../memory/law/acts.ts";
import type { Attestation } from "../memory/law/attestation.ts";
import { isSetAct } from "../memory/law/sets/acts.ts";
import type { SetStatement } from "../memory/law/sets/said.ts";
import type { Vouching } from "../memory/law/standing.ts";
import { SCOPES } from "../memory/memory.ts";
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
  readonly recall: (id: string) => Vouching[];
  /** Of each of these ids. */
  readonly recallEach: (ids: readonly string[]) => Vouching[];
  /** Of every id from the first to the last, both included. */
  readonly recallBetween: (first: string, last: string) => Vouching[];
  /** Everything of the root that says one thing. */
  readonly recallAct: (act: Act) => Vouching[];
  /** What was first seen after a position, and the position of the last of it: by order of arrival, not by date. */
  readonly recallAfter: (position: number) => { readonly vouchings: Vouching[]; readonly position: number };
  /** Ids under which anything is remembered of one of these memories. */
  readonly idsOfBorns: (borns: readonly string[]) => string[];
  readonly ids: () => ReadonlySet<string>;
  readonly remember: (attestations: readonly Attestation[]) => void;
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
        ...emptySet(null, (attestations) => {
          if (attestations.length > 0) throw file.why;
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
  const none = (): Vouching[] => [];
  return {
    unreadable,
    unmade: null,
    opened: null,
    recall: none,
    recallEach: none,
    recallBetween: none,
    recallAct: none,
    recallAfter: (position) => ({ vouchings: [], position }),
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
    return { vouchings: rows.map(toVouching), position: typeof last === "number" ? last : position };
  };
  return {
    unreadable: null,
    unmade: null,
    opened: { database, root },
    recall: (id) => ask("id = ?", id).map(toVouching),
    recallEach: (ids) => ask(EACH, JSON.stringify(ids)).map(toVouching),
    recallBetween: (first, last) => ask("id BETWEEN ? AND ?", first, last).map(toVouching),
    recallAct: (act) => ask("act = ?", act).map(toVouching),
    // A position beyond the last row is one of a set that was rebuilt since.
    recallAfter: (position) => recallAfter(position > lastRow(database) ? 0 : position),
    idsOfBorns: (borns) => (hasSets(database) ? listIdsOf(database, root, borns) : []),
    ids: () => listIds(database, root),
    remember: (attestations) => insertAll({ path, root, database }, attestations),
    erase: (id) => {
      database.exec("PRAGMA secure_delete = ON");
      if (hasSets(database))
        database
          .prepare("DELETE FROM seen_sets WHERE hash IN (SELECT hash FROM seen WHERE root = ? AND id = ?)")
          .run(root, id);
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
  attestations: readonly Attestation[],
): void {
  if (attestations.length === 0) return;
  const insert = database.prepare("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const attestation of attestations) insert.run(...toColumns(root, attestation));
    insertSets(database, attestations);
    database.exec("COMMIT");
  } finally {
    // Some failures end the transaction themselves; one left open would refuse every later one.
    if (database.isTransaction) database.exec("ROLLBACK");
  }
  noteChecked(path);
}

/** What version 3 says beyond earlier ones, in a table of its own: earlier programs read the other. */
function insertSets(database: DatabaseSync, attestations: readonly Attestation[]): void {
  const sets = attestations.filter(({ set }) => set !== undefined);
  if (sets.length === 0) return;
  database.exec(
    "CREATE TABLE IF NOT EXISTS seen_sets (hash TEXT PRIMARY KEY, born TEXT, said TEXT NOT NULL)",
  );
  database.exec("CREATE INDEX IF NOT EXISTS seen_borns ON seen_sets (born)");
  const insert = database.prepare("INSERT OR IGNORE INTO seen_sets VALUES (?, ?, ?)");
  for (const { hash, set } of sets) insert.run(hash, set?.born ?? null, JSON.stringify(set));
}

function hasSets(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'seen_sets'").get() !== undefined;
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
    .prepare(
      "SELECT DISTINCT id FROM seen WHERE root = ? AND hash IN (SELECT hash FROM seen_sets WHERE born IN (SELECT value FROM json_each(?)))",
    )
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
  let isThere = hasSets(database);
  return (question, ...values) => {
    // The first statement of version 3 makes the table, also while this is open.
    if (!isThere && hasSets(database)) {
      isThere = true;
      prepared.clear();
    }
    const said = isThere ? ", (SELECT said FROM seen_sets WHERE hash = seen.hash) AS said" : "";
    // By the order of arrival alone: by an index SQLite would look at everything of the root.
    const statement =
      prepared.get(question) ??
      database.prepare(
        `SELECT rowid AS place, *${said} FROM seen WHERE ${question === AFTER ? "+" : ""}root = ? AND ${question}`,
      );
    prepared.set(question, statement);
    return statement.all(root, ...values);
  };
}

function toColumns(root: string, attestation: Attestation): (string | number)[] {
  const { hash, scope, id, digest, act, time, signer, parents, test } = attestation;
  return [hash, root, scope, id, digest, act, time, signer, parents.join(" "), Number(test === true)];
}

/** We wrote it, after its signature was checked; the file as a whole is checked before it is believed. */
function readSet(text: string): SetStatement | null {
  const value = parseJson(text);
  return isSet(value) ? value : null;
}

function isSet(value: unknown): value is SetStatement {
  return isRecord(value) && value["v"] === 3 && isSetAct(value["act"]);
}

export function toVouching(row: Row): Vouching {
  const text = (key: string): string => String(row[key]);
  const parents = text("parents");
  const vouching = {
    hash: text("hash"),
    root: text("root"),
    scope: SCOPES.find((scope) => scope === row["scope"]) ?? "project",
    id: text("id"),
    digest: text("digest"),
    // An act of a newer version: it counts as the most cautious one.
    act: isAct(row["act"]) ? row["act"] : "lower",
    time: text("time"),
    signer: text("signer"),
    parents: parents === "" ? [] : parents.split(" "),
  } as const;
  const set = typeof row["said"] === "string" ? readSet(row["said"]) : null;
  return { ...vouching, ...(row["test"] === 1 && { test: true as const }), ...(set !== null && { set }) };
}

// What this machine has ever seen of a root's attestations, so that deleting one undoes nothing: a negative one stays in
// force, an approval that vanished is missed. Only statements whose signature held are in here, so it also spares
// verifying them again.

import { closeSync, fchmodSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Act, Attestation } from "../memory/law/attestation.ts";
import { ACTS } from "../memory/law/attestation.ts";
import type { Vouching } from "../memory/law/standing.ts";
import { SCOPES } from "../memory/memory.ts";

export type SeenSet = {
  /** Everything remembered of one id. */
  readonly recall: (id: string) => Vouching[];
  /** Of every id from the first to the last, both included. */
  readonly recallBetween: (first: string, last: string) => Vouching[];
  /** Everything of the root that says one thing. */
  readonly recallAct: (act: Act) => Vouching[];
  /** What was first seen after a position, and the position of the last of it: by order of arrival, not by date. */
  readonly recallAfter: (position: number) => { readonly vouchings: Vouching[]; readonly position: number };
  readonly remember: (attestations: readonly Attestation[]) => void;
  /** Every row of an id, overwritten on disk. Says whether no other process kept the words from going. */
  readonly erase: (id: string) => boolean;
  readonly close: () => void;
};

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

const VERSION = 1;
/** Of several that open a new file at once, all but one wait. */
const WAIT_MS = 5_000;
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS seen (
    hash TEXT PRIMARY KEY, root TEXT NOT NULL, scope TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL,
    act TEXT NOT NULL, time TEXT NOT NULL, signer TEXT NOT NULL, parents TEXT NOT NULL, test INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS seen_by_id ON seen (root, id);
  CREATE INDEX IF NOT EXISTS seen_by_act ON seen (root, act);
  PRAGMA user_version = ${VERSION};
`;

export function openSeenSet(path: string, root: string): SeenSet {
  // Made by us first: SQLite would make it as open as the umask allows, and its side files take the mode of this one.
  const descriptor = openSync(path, "a", 0o600);
  fchmodSync(descriptor, 0o600);
  closeSync(descriptor);
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  if (database.prepare("PRAGMA user_version").get()?.["user_version"] !== VERSION) database.exec(SCHEMA);
  database.exec("PRAGMA synchronous = NORMAL");
  const ask = openQuestions(database, root);
  return {
    recall: (id) => ask("id = ?", id).map(toVouching),
    recallBetween: (first, last) => ask("id BETWEEN ? AND ?", first, last).map(toVouching),
    recallAct: (act) => ask("act = ?", act).map(toVouching),
    recallAfter: (position) => {
      const rows = ask("rowid > ? ORDER BY rowid", position);
      const last = rows.at(-1)?.["place"];
      return { vouchings: rows.map(toVouching), position: typeof last === "number" ? last : position };
    },
    remember: (attestations) => {
      if (attestations.length === 0) return;
      const insert = database.prepare("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      database.exec("BEGIN IMMEDIATE");
      try {
        for (const attestation of attestations) insert.run(...toColumns(root, attestation));
        database.exec("COMMIT");
      } finally {
        // Some failures end the transaction themselves; one left open would refuse every later one.
        if (database.isTransaction) database.exec("ROLLBACK");
      }
    },
    erase: (id) => {
      database.exec("PRAGMA secure_delete = ON");
      database.prepare("DELETE FROM seen WHERE root = ? AND id = ?").run(root, id);
      return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
    },
    close: () => database.close(),
  };
}

type Question = "id = ?" | "id BETWEEN ? AND ?" | "act = ?" | "rowid > ? ORDER BY rowid";

/** Each is prepared when it is asked first: a prompt asks one of them. */
function openQuestions(
  database: DatabaseSync,
  root: string,
): (question: Question, ...values: readonly (string | number)[]) => Row[] {
  const prepared = new Map<Question, StatementSync>();
  return (question, ...values) => {
    const statement =
      prepared.get(question) ??
      database.prepare(`SELECT rowid AS place, * FROM seen WHERE root = ? AND ${question}`);
    prepared.set(question, statement);
    return statement.all(root, ...values);
  };
}

function toColumns(root: string, attestation: Attestation): (string | number)[] {
  const { hash, scope, id, digest, act, time, signer, parents, test } = attestation;
  return [hash, root, scope, id, digest, act, time, signer, parents.join(" "), Number(test === true)];
}

function toVouching(row: Row): Vouching {
  const text = (key: string): string => String(row[key]);
  const parents = text("parents");
  const vouching = {
    hash: text("hash"),
    root: text("root"),
    scope: SCOPES.find((scope) => scope === row["scope"]) ?? "project",
    id: text("id"),
    digest: text("digest"),
    // An act of a newer version: it counts as the most cautious one.
    act: ACTS.find((act): act is Act => act === row["act"]) ?? "lower",
    time: text("time"),
    signer: text("signer"),
    parents: parents === "" ? [] : parents.split(" "),
  } as const;
  return row["test"] === 1 ? { ...vouching, test: true } : vouching;
}

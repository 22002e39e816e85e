// What this machine has ever seen of a root's attestations, so that deleting one undoes nothing: a negative one stays in
// force, an approval that vanished is missed. Only statements whose signature held are in here, so it also spares
// verifying them again.

import { closeSync, fchmodSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Act, Attestation } from "../memory/attestation.ts";
import { ACTS } from "../memory/attestation.ts";
import { SCOPES } from "../memory/memory.ts";
import type { Vouching } from "../memory/standing.ts";

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
  readonly close: () => void;
};

type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

// The wait comes first: of several that open a new file at once, all but one have to wait already for the next line.
const SCHEMA = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS seen (
    hash TEXT PRIMARY KEY, root TEXT NOT NULL, scope TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL,
    act TEXT NOT NULL, time TEXT NOT NULL, signer TEXT NOT NULL, parents TEXT NOT NULL, test INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS seen_by_id ON seen (root, id);
  CREATE INDEX IF NOT EXISTS seen_by_act ON seen (root, act);
`;

export function openSeenSet(path: string, root: string): SeenSet {
  // Made by us first: SQLite would make it as open as the umask allows, and its side files take the mode of this one.
  const descriptor = openSync(path, "a", 0o600);
  fchmodSync(descriptor, 0o600);
  closeSync(descriptor);
  const database = new DatabaseSync(path);
  database.exec(SCHEMA);
  const ofId = database.prepare("SELECT * FROM seen WHERE root = ? AND id = ?");
  const ofRange = database.prepare("SELECT * FROM seen WHERE root = ? AND id BETWEEN ? AND ?");
  const ofAct = database.prepare("SELECT * FROM seen WHERE root = ? AND act = ?");
  const ofLater = database.prepare(
    "SELECT rowid AS place, * FROM seen WHERE root = ? AND rowid > ? ORDER BY rowid",
  );
  const insert = database.prepare("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  return {
    recall: (id) => ofId.all(root, id).map(toVouching),
    recallBetween: (first, last) => ofRange.all(root, first, last).map(toVouching),
    recallAct: (act) => ofAct.all(root, act).map(toVouching),
    recallAfter: (position) => {
      const rows = ofLater.all(root, position);
      const last = rows.at(-1)?.["place"];
      return { vouchings: rows.map(toVouching), position: typeof last === "number" ? last : position };
    },
    remember: (attestations) => {
      if (attestations.length === 0) return;
      database.exec("BEGIN IMMEDIATE");
      try {
        for (const attestation of attestations) insert.run(...toColumns(root, attestation));
        database.exec("COMMIT");
      } finally {
        // Some failures end the transaction themselves; one left open would refuse every later one.
        if (database.isTransaction) database.exec("ROLLBACK");
      }
    },
    close: () => database.close(),
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

// Reads rows.

import type { SQLOutputValue } from "node:sqlite";
import { parseJson } from "../../memory/json.ts";
import { CATEGORIES, MEMORY_TYPES, STANDINGS, STATUSES, TIERS } from "../../memory/memory.ts";
import type { Identities, IndexRow } from "../row.ts";
import type { SearchIndex } from "./open-index.ts";
import { transact } from "./transact.ts";

type Columns = Record<string, SQLOutputValue>;

/** What toRow reads: the other columns are long, and every prompt reads many rows. */
const ROW_COLUMNS =
  "row, id, directory, digest, standing, status, type, category, tier, name, tags, time" as const;

export function readRows(index: SearchIndex, rows: readonly number[]): Map<number, IndexRow> {
  const found = readRowsOf(index, "row IN (SELECT value FROM json_each(?))", [JSON.stringify(rows)]);
  return new Map(found.map((row) => [row.row, row]));
}

/** `condition` is a text of our own, never of a caller's; what comes from outside is a value. */
export function readRowsOf(
  { database }: SearchIndex,
  condition: string,
  values: readonly (string | number)[],
): IndexRow[] {
  return database
    .prepare(`SELECT ${ROW_COLUMNS} FROM memories WHERE ${condition}`)
    .all(...values)
    .map(toRow);
}

export function findRow({ database }: SearchIndex, id: string): IndexRow | null {
  const found = database.prepare(`SELECT ${ROW_COLUMNS} FROM memories WHERE id = ?`).get(id);
  return found === undefined ? null : toRow(found);
}

/** Every searchable memory. */
export function* walkSearchable({ database }: SearchIndex): Generator<IndexRow> {
  const statement = database.prepare(`SELECT ${ROW_COLUMNS} FROM memories WHERE searchable = 1`);
  for (const columns of statement.iterate()) yield toRow(columns);
}

export type KnownFile = Identities & { readonly directory: string; readonly searchable: boolean };

export function readKnownFiles({ database }: SearchIndex): Map<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  const statement = database.prepare("SELECT id, directory, file, attest, young, searchable FROM memories");
  for (const columns of statement.iterate()) known.set(String(columns["id"]), toKnownFile(columns));
  return known;
}

/** The newest of those that a change outside of any directory could make recallable. */
export function readDoubtful(
  { database }: SearchIndex,
  limit: number,
): ({ readonly id: string } & KnownFile)[] {
  const found = database
    .prepare(
      `SELECT id, directory, file, attest, young, searchable FROM memories
       WHERE searchable = 0 AND status = 'active' ORDER BY row DESC LIMIT ?`,
    )
    .all(limit);
  return found.map((columns) => ({ id: String(columns["id"]), ...toKnownFile(columns) }));
}

function toKnownFile(columns: Columns): KnownFile {
  return {
    directory: String(columns["directory"]),
    file: String(columns["file"]),
    attest: String(columns["attest"]),
    young: columns["young"] === 1,
    searchable: columns["searchable"] === 1,
  };
}

export function countRows({ database }: SearchIndex): number {
  return Number(database.prepare("SELECT count(*) AS rows FROM memories").get()?.["rows"] ?? 0);
}

const PIECE_LINES = 500;

/** The lines of index.md, sorted, in pieces that SQLite puts together: a server that saves has no room for each of a hundred
 * thousand lines. All of one moment: between two pieces another process could move a line from the rest to what was read. */
export function* walkList({ database }: SearchIndex): Generator<string> {
  const statement = database.prepare(
    `SELECT max(line) AS last, group_concat(line || char(10), '' ORDER BY line) AS text
     FROM (SELECT line FROM memories WHERE line > ? ORDER BY line LIMIT ${PIECE_LINES})`,
  );
  database.exec("BEGIN");
  try {
    for (let after = ""; ; ) {
      const { last, text } = statement.get(after) ?? {};
      if (typeof last !== "string" || typeof text !== "string") return;
      yield text;
      after = last;
    }
  } finally {
    // Some failures end it themselves.
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

/** A word of a newer version, or of somebody who wrote to the index, is the most cautious one. */
function toRow(columns: Columns): IndexRow {
  const tags = parseJson(String(columns["tags"]));
  const textOrNull = (key: string): string | null => {
    const value = columns[key];
    return typeof value === "string" ? value : null;
  };
  return {
    row: Number(columns["row"]),
    id: String(columns["id"]),
    directory: String(columns["directory"]),
    digest: textOrNull("digest"),
    standing: STANDINGS.find((each) => each === columns["standing"]) ?? "quarantined",
    status: STATUSES.find((each) => each === columns["status"]) ?? "retired",
    type: MEMORY_TYPES.find((each) => each === columns["type"]) ?? null,
    category: CATEGORIES.find((each) => each === columns["category"]) ?? null,
    tier: TIERS.find((each) => each === columns["tier"]) ?? null,
    name: String(columns["name"]),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    time: Number(columns["time"]),
  };
}

/** One segment a table and no free pages. */
export function compactIndex({ database }: SearchIndex): void {
  database.exec(
    `INSERT INTO words(words) VALUES('optimize'); INSERT INTO exact(exact) VALUES('optimize');
     INSERT INTO parts(parts) VALUES('optimize'); VACUUM`,
  );
}

/** Where FTS5 keeps no text, a deleted row's words stay in its segments until they are merged: this merges all of them. */
export function eraseRemoved(index: SearchIndex): void {
  transact(index, () => {
    index.database.exec("INSERT INTO words(words) VALUES('optimize')");
  });
}

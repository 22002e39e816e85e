// Reads rows.

import type { SQLOutputValue } from "node:sqlite";
import { addDays } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { CATEGORIES, MEMORY_TYPES, STANDINGS, STATUSES, TIERS } from "../../memory/memory.ts";
import type { Identities, IndexRow } from "../row.ts";
import { askNumber, prepareOnce, type SearchIndex, transact } from "./open-index.ts";

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
  index: SearchIndex,
  condition: string,
  values: readonly (string | number)[],
): IndexRow[] {
  return prepareOnce(index, `SELECT ${ROW_COLUMNS} FROM memories WHERE ${condition}`)
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

export type KnownFile = Identities & {
  readonly row: number;
  readonly id: string;
  readonly directory: string;
  readonly searchable: boolean;
};

/** What toKnownFile reads, and whether it is in line. */
export const KNOWN_COLUMNS = "row, id, directory, file, attest, young, searchable, queued" as const;
const DOUBTFUL = "memories WHERE searchable = 0";
/** How many are looked at to find those of them that are not in line anyway. */
const DOUBTFUL_SEEN_MAX = 2_048;

/** Some of those that a change outside any directory could make recallable. Where there are more than `limit`, half of these
 * are the newest and half a page of the older ones, which the next tick of the clock turns. Pages go by the numbers of rows:
 * each row is on one of them, and it is found as soon where there are many. */
export function readDoubtful(index: SearchIndex, limit: number, tick: number): KnownFile[] {
  const read = (order: "" | "DESC", from: number, seen: number): KnownFile[] =>
    prepareOnce(
      index,
      `SELECT * FROM (SELECT ${KNOWN_COLUMNS} FROM ${DOUBTFUL} AND row >= ? ORDER BY row ${order} LIMIT ?)
       WHERE queued IS NULL ORDER BY row ${order} LIMIT ?`,
    )
      .all(from, seen, limit)
      .map(toKnownFile);
  const newest = read("DESC", 0, DOUBTFUL_SEEN_MAX);
  const half = limit / 2;
  if (newest.length < limit) return newest;
  const first = askNumber(index, "min(row)", DOUBTFUL);
  const pages = Math.ceil(((newest[half]?.row ?? 0) - first + 1) / half);
  const from = first + (tick % pages) * half;
  // Hundreds that were read a moment after they came would be read again, one page at each prompt.
  return [...newest.slice(0, half), ...read("", from, half).map((row) => ({ ...row, young: false }))];
}

/** How the statements of each looked when it was read. */
export function* walkStatementStamps({
  database,
}: SearchIndex): Generator<{ readonly id: string; readonly attest: string }> {
  for (const { id, attest } of database
    .prepare("SELECT id, attest FROM memories WHERE queued IS NULL")
    .iterate())
    yield { id: String(id), attest: String(attest) };
}

/** The next ones after a row, in their order. */
export function readKnownAfter({ database }: SearchIndex, after: number, limit: number): KnownFile[] {
  return database
    .prepare(`SELECT ${KNOWN_COLUMNS} FROM memories WHERE row > ? AND queued IS NULL ORDER BY row LIMIT ?`)
    .all(after, limit)
    .map(toKnownFile);
}

export function toKnownFile(columns: Columns): KnownFile {
  return {
    row: Number(columns["row"]),
    id: String(columns["id"]),
    directory: String(columns["directory"]),
    file: String(columns["file"]),
    attest: String(columns["attest"]),
    young: columns["young"] === 1,
    searchable: columns["searchable"] === 1,
  };
}

export function countRows(index: SearchIndex): number {
  return askNumber(index, "count(*)", "memories");
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
  const digest = columns["digest"];
  return {
    row: Number(columns["row"]),
    id: String(columns["id"]),
    directory: String(columns["directory"]),
    digest: typeof digest === "string" ? digest : null,
    standing: pick(STANDINGS, columns["standing"]) ?? "quarantined",
    status: pick(STATUSES, columns["status"]) ?? "retired",
    type: pick(MEMORY_TYPES, columns["type"]),
    category: pick(CATEGORIES, columns["category"]),
    tier: pick(TIERS, columns["tier"]),
    name: String(columns["name"]),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    time: Number(columns["time"]),
  };
}

function pick<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  const known: readonly unknown[] = words;
  return words[known.indexOf(value)] ?? null;
}

const OPTIMIZE =
  "INSERT INTO words(words) VALUES('optimize'); INSERT INTO verified_words(verified_words) VALUES('optimize')";

/** One segment a table and no free pages. */
export function compactIndex({ database }: SearchIndex): void {
  database.exec(
    `${OPTIMIZE}; INSERT INTO exact(exact) VALUES('optimize');
     INSERT INTO parts(parts) VALUES('optimize'); VACUUM`,
  );
}

/** Makes one segment of all. Where FTS5 keeps no text, a deleted row's words stay in its segments until they are merged; and
 * each segment is looked into for every word of a prompt. */
export function mergeSegments(index: SearchIndex): void {
  transact(index, () => {
    index.database.exec(OPTIMIZE);
  });
}

// What changed shortly before and after a moment, among the memories that recall may show.

/** Between memories of the same instant the id decides. */
export type Moment = { readonly time: number; readonly id: string };

export type Neighbourhood = {
  readonly around: Moment;
  readonly before: number;
  readonly after: number;
  readonly now: number;
};

/** Oldest first; the memory of the moment itself is among the later ones. A date far ahead counts as absent. */
export function readNeighbours(
  index: SearchIndex,
  { around, before, after, now }: Neighbourhood,
): { readonly older: IndexRow[]; readonly newer: IndexRow[] } {
  const { time, id } = around;
  const older = readRowsOf(
    index,
    "searchable = 1 AND (time, id) < (?, ?) ORDER BY time DESC, id DESC LIMIT ?",
    [time, id, before],
  );
  const newer = readRowsOf(
    index,
    "searchable = 1 AND (time, id) >= (?, ?) AND time <= ? ORDER BY time, id LIMIT ?",
    [time, id, addDays(now, 1), after],
  );
  return { older: older.reverse(), newer };
}

// The line of memories that wait to be read or compared: the rows of the index itself, so that nothing is lost when whoever
// works it off is interrupted. `writer.ts` puts them in line and takes them out.

import { askNumber, type SearchIndex } from "./open-index.ts";
import { KNOWN_COLUMNS, type KnownFile, toKnownFile } from "./reader.ts";

/** Where each memory with a row lies. A row for each of them would take three times as long. */
export function readRowPlaces({ database }: SearchIndex): Map<string, string> {
  const places = new Map<string, string>();
  for (const { directory, ids } of database
    .prepare("SELECT directory, group_concat(id) AS ids FROM memories GROUP BY directory")
    .all())
    for (const id of `${ids}`.split(",")) places.set(id, `${directory}`);
  return places;
}

export type QueuedRow = KnownFile & {
  /** A QueueRank. */
  readonly rank: number;
};

export type QueueQuestion = {
  readonly words: readonly string[];
  readonly limit: number;
  /** Whoever has a higher rank is left out. */
  readonly rankMax: number;
};

/** The first in line. Of those with the same rank the ones whose id holds a word of the question come first: an id is made
 * from the memory's title, and what is asked for is what should be there soonest. */
export function readQueued({ database }: SearchIndex, { words, limit, rankMax }: QueueQuestion): QueuedRow[] {
  const matches = words.length === 0 ? "" : `, ${words.map(() => "(instr(id, ?) > 0)").join(" + ")} DESC`;
  const found = database
    .prepare(
      `SELECT ${KNOWN_COLUMNS} FROM memories
       WHERE queued <= ? ORDER BY queued${matches}, id LIMIT ?`,
    )
    .all(rankMax, ...words, limit);
  return found.map((columns) => ({ rank: Number(columns["queued"]), ...toKnownFile(columns) }));
}

export function countQueued(index: SearchIndex): number {
  return askNumber(index, "count(*)", "memories WHERE queued IS NOT NULL");
}

/** How many rows there are, and how many of them are in line or have one of these ids: of one moment, so never more.
 * By `>= 0` both are looked up: for IS NOT NULL beside an OR, SQLite walks through all rows, which are long. */
export function countLeft({ database }: SearchIndex, ids: Iterable<string>): Record<"rows" | "left", number> {
  const found = database
    .prepare(
      `SELECT (SELECT count(*) FROM memories) AS rows, count(*) AS left FROM memories
       WHERE queued >= 0 OR id IN (SELECT value FROM json_each(?))`,
    )
    .get(JSON.stringify([...ids]));
  return { rows: Number(found?.["rows"]), left: Number(found?.["left"]) };
}

/** Has it no words in the index yet? A row that is only to be compared has. */
export function isUnread({ database }: SearchIndex, id: string): boolean {
  const row = database.prepare("SELECT coalesce(queued, 0) AS rank FROM memories WHERE id = ?").get(id);
  return row === undefined || Number(row["rank"]) > 0;
}

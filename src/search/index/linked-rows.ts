// Rows that belong to others: those that replace them, and those that have a tag in common.

import type { IndexRow } from "../row.ts";
import { toWords } from "../words/words.ts";
import { prepareOnce, type SearchIndex } from "./open-index.ts";
import { readRows, readRowsOf } from "./reader.ts";
import { PART_TABLES } from "./tables.ts";

/** An update of an update, and so on; a ring of memories that replace each other ends here. */
const GENERATIONS_MAX = 4;
const UPDATES_MAX = 8;

export type UpdateRow = {
  readonly row: IndexRow;
  /** The one of those asked about that it replaces, or whose update it replaces. */
  readonly of: string;
};

/** Oldest first, as far as each says what it replaces. */
export function readUpdates(index: SearchIndex, ids: readonly string[]): UpdateRow[] {
  const find = prepareOnce(
    index,
    `SELECT row, supersedes AS old FROM memories WHERE searchable = 1 AND supersedes IN (SELECT value FROM json_each(?))
     ORDER BY row LIMIT ${UPDATES_MAX}`,
  );
  const found: UpdateRow[] = [];
  let origins = new Map(ids.map((id) => [id, id]));
  for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
    const pairs = find.all(JSON.stringify([...origins.keys()]));
    if (pairs.length === 0) break;
    const rows = readRows(
      index,
      pairs.map(({ row }) => Number(row)),
    );
    const next = new Map<string, string>();
    for (const { row: number, old } of pairs) {
      const [row, of] = [rows.get(Number(number)), origins.get(String(old))];
      if (row === undefined || of === undefined || row.id === of) continue;
      found.push({ row, of });
      next.set(row.id, of);
    }
    origins = next;
  }
  return found;
}

/** All that have this tag. @returns none when there are more than `most`: such a tag says little. */
export function readTagged(index: SearchIndex, tag: string, most: number): IndexRow[] {
  const words = toWords(tag).filter(({ whole }) => !whole);
  if (words.length === 0) return [];
  const match = words.map(({ text }) => `tags : "${text}"`).join(" AND ");
  const table = PART_TABLES[index.part ?? "all"].words;
  // Another tag may have the same words; a few of those do not hide that there are many.
  const rows = readRowsOf(
    index,
    `searchable = 1 AND row IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT ${most + 4})`,
    [match],
  );
  const tagged = rows.filter(({ tags }) => tags.includes(tag));
  return tagged.length > most ? [] : tagged;
}

// What a search may be narrowed to. Part of the query itself, so that the best of what is wanted is found, however far down
// it is among everything.

import type { SQLInputValue } from "node:sqlite";
import { addDays, isPlausible } from "../../memory/instant.ts";
import type { Category, MemoryType, Tier } from "../../memory/memory.ts";
import type { IndexRow } from "../row.ts";

export type RowFilter = {
  readonly type?: MemoryType;
  readonly category?: Category;
  readonly tag?: string;
  readonly tier?: Tier;
  /** Changed at or after. */
  readonly since?: number;
  /** With `since`: by this clock a date far ahead is none. */
  readonly now?: number;
};

export type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** A condition on the row number of a hit, for `WHERE … AND <sql>`. */
export function renderFilter(filter: RowFilter): Condition {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (sql: string, value: SQLInputValue | undefined): void => {
    if (value === undefined) return;
    parts.push(sql);
    values.push(value);
  };
  add("type = ?", filter.type);
  add("category = ?", filter.category);
  add("tier = ?", filter.tier);
  add("time >= ?", filter.since);
  add("time <= ?", filter.now === undefined ? undefined : addDays(filter.now, 1));
  add("EXISTS (SELECT 1 FROM json_each(memories.tags) WHERE value = ?)", filter.tag);
  if (parts.length === 0) return { sql: "1", values: [] };
  return { sql: `rowid IN (SELECT row FROM memories WHERE ${parts.join(" AND ")})`, values };
}

/** The same on a row that was read. */
export function matchesFilter(row: IndexRow, filter: RowFilter): boolean {
  return (
    (filter.type === undefined || row.type === filter.type) &&
    (filter.category === undefined || row.category === filter.category) &&
    (filter.tier === undefined || row.tier === filter.tier) &&
    (filter.since === undefined || row.time >= filter.since) &&
    (filter.now === undefined || isPlausible(row.time, filter.now)) &&
    (filter.tag === undefined || row.tags.includes(filter.tag))
  );
}

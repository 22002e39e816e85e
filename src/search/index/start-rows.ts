// What a session begins with: verified memories about the person and their feedback, then the other verified ones, then the
// inferred, the newest first in each.

import { addDays, isPlausible } from "../../memory/instant.ts";
import type { IndexRow } from "../row.ts";
import type { SearchIndex } from "./open-index.ts";
import { readRowsOf } from "./reader.ts";

const ORDER = `
  CASE standing WHEN 'verified' THEN 0 ELSE 1 END,
  CASE type WHEN 'user' THEN 0 WHEN 'feedback' THEN 0 ELSE 1 END,
  CASE WHEN time <= ? THEN time ELSE 0 END DESC, id`;

/** A date far ahead counts as absent: it would always be the newest. */
export function readStartRows(index: SearchIndex, limit: number, now: number): IndexRow[] {
  const rows = readRowsOf(index, `searchable = 1 ORDER BY ${ORDER} LIMIT ?`, [addDays(now, 1), limit]);
  return rows.map((row) => (isPlausible(row.time, now) ? row : { ...row, time: 0 }));
}

/** The same order for rows of several roots; the project's first. */
export function compareStart(
  a: { readonly row: IndexRow; readonly root: number },
  b: { readonly row: IndexRow; readonly root: number },
): number {
  return (
    Number(a.row.standing !== "verified") - Number(b.row.standing !== "verified") ||
    Number(!isPersonal(a.row)) - Number(!isPersonal(b.row)) ||
    b.row.time - a.row.time ||
    a.root - b.root ||
    (a.row.id < b.row.id ? -1 : Number(a.row.id > b.row.id))
  );
}

function isPersonal({ type }: IndexRow): boolean {
  return type === "user" || type === "feedback";
}

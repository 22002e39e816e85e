// What changed shortly before and after a moment, among the memories that recall may show.

import { addDays } from "../../memory/instant.ts";
import type { IndexRow } from "../row.ts";
import type { SearchIndex } from "./open-index.ts";
import { readRowsOf } from "./reader.ts";

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

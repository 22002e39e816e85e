// What was remembered shortly before and after: a memory or a day, and its neighbours in time. Only what recall may show,
// each read from its file again.

import { CredenceError } from "../../memory/errors.ts";
import { isPlausible, parseDay } from "../../memory/instant.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { findRow, type Moment, readNeighbours } from "../../search/index/reader.ts";
import type { IndexRow } from "../../search/row.ts";
import { askJudged } from "../index/judge-unknown.ts";
import { loadIfCurrent } from "../index/load-current.ts";
import { retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot, RefreshOptions } from "../index/refresh-index.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { requireRoot, type Workspace } from "../workspace/workspace.ts";

export type NeighbourQuery = {
  /** An id, or a day as YYYY-MM-DD. */
  readonly around: string;
  readonly before: number;
  readonly after: number;
} & Pick<RefreshOptions, "isLate" | "patient">;

export type Neighbour = {
  readonly loaded: LoadedMemory;
  /** The position of the requested memory. */
  readonly isCentre: boolean;
};

/** Oldest first. */
export async function listNeighbours(workspace: Workspace, query: NeighbourQuery): Promise<Neighbour[]> {
  requireRoot(workspace);
  return askJudged(workspace, query.isLate, () =>
    withIndexes(
      workspace,
      { roots: workspace.roots, ...pickPatience(query) },
      (indexed) => retryAfterReindex(() => look(indexed, query)).found,
    ),
  );
}

function pickPatience({ isLate, patient }: NeighbourQuery): Pick<RefreshOptions, "isLate" | "patient"> {
  return { ...(isLate && { isLate }), ...(patient && { patient }) };
}

type Placed = { readonly subject: IndexedRoot; readonly row: IndexRow };

function look(
  indexed: readonly IndexedRoot[],
  query: NeighbourQuery,
): { readonly found: Neighbour[]; readonly stale: StaleRow[] } {
  const around = findMoment(indexed, query.around);
  // One more, because the requested memory is not its own neighbour.
  const after = query.after + (around.id === "" ? 0 : 1);
  const sides = indexed.map((subject) => {
    const { before } = query;
    const { older, newer } = readNeighbours(subject.index, {
      around,
      before,
      after,
      now: subject.workspace.now,
    });
    const place = (row: IndexRow): Placed => ({ subject, row });
    return { older: older.map(place), newer: newer.map(place) };
  });
  const older = sides.flatMap((side) => side.older).sort(compareTime);
  const newer = sides.flatMap((side) => side.newer).sort(compareTime);
  const found: Neighbour[] = [];
  const stale: StaleRow[] = [];
  for (const { subject, row } of [
    ...older.slice(Math.max(0, older.length - query.before)),
    ...newer.slice(0, after),
  ]) {
    const current = loadIfCurrent(subject, row);
    if (current === "stale") stale.push({ subject, id: row.id });
    if (typeof current !== "string") found.push({ loaded: current.loaded, isCentre: row.id === around.id });
  }
  return { found, stale };
}

function compareTime(a: Placed, b: Placed): number {
  return a.row.time - b.row.time || (a.row.id < b.row.id ? -1 : Number(a.row.id > b.row.id));
}

function findMoment(indexed: readonly IndexedRoot[], around: string): Moment {
  const day = parseDay(around);
  if (day !== null) return { time: day, id: "" };
  const id = parseMemoryId(around);
  if (id === null) throw new CredenceError("NOT_FOUND", "expected the id of a memory or a day");
  for (const subject of indexed) {
    const row = findRow(subject.index, id);
    if (row !== null && loadIfCurrent(subject, row) !== "stale") {
      return { time: isPlausible(row.time, subject.workspace.now) ? row.time : 0, id };
    }
  }
  throw new CredenceError("NOT_FOUND", `there is no active memory ${id}`);
}

// How many memories there are and which of them a clock or a person has to do with, as far as the index knows: numbers for a
// line and ids to look at, never a reason to show or to hide. What a row means for a review is `app/survey`'s to say.

import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { CAUSES, type Cause } from "../../memory/law/causes.ts";
import { STALE_DAYS } from "../../memory/limits.ts";
import { STANDINGS, type Standing } from "../../memory/memory.ts";
import type { SearchIndex } from "./open-index.ts";

/** One that is only in line has no standing yet. */
const IS_READ = "file <> ''";

function askIds({ database }: SearchIndex, question: string, ...values: SQLInputValue[]): string[] {
  return database
    .prepare(`SELECT id FROM memories WHERE ${question}`)
    .all(...values)
    .map(({ id }) => String(id));
}

/** By which time the mark of a row is reached: one for each standing that has marks. */
export type Clocks = Readonly<Record<"inferred" | "verified" | "quarantined", number>>;

/** Memories that a review cannot tell apart but by their marks. */
export type RowGroup = {
  readonly standing: Standing;
  readonly status: string;
  readonly cause: Cause;
  readonly waits: string | null;
  /** Whether they wait is told by more than their files and statements. */
  readonly isDoubtful: boolean;
  readonly count: number;
  /** How many have a mark that its clock has reached, how many one that is ahead, and the first and the last of these. */
  readonly reached: number;
  readonly ahead: number;
  readonly first: number | null;
  readonly last: number | null;
};

/** A mark is reached by a clock of its standing's own: three values each time. Node before 22.19 and 24.7 binds no `?1`. */
const CLOCK = (of: string): string =>
  `CASE ${of}standing WHEN 'inferred' THEN ? WHEN 'verified' THEN ? ELSE ? END`;

function valuesOf({ inferred, verified, quarantined }: Clocks): [number, number, number] {
  return [inferred, verified, quarantined];
}

/** A mark further ahead than any approval of today would make was written by a clock that ran ahead. Such an approval is none on
 * record, so whoever has it is asked now. Marks of other standings come to nothing without their date. */
const BEYOND_MS = (STALE_DAYS + 2) * 86_400_000;

const reachedBy = (clock: string): string =>
  `(mark <= ${clock} OR (standing = 'verified' AND mark > ${clock} + ${BEYOND_MS}))`;

/** From one walk through an index that holds all of it, in which the marks of a group are in order: the rows themselves are
 * long. They are looked at where a category is asked for. */
export function readGroups(index: SearchIndex, clocks: Clocks, category: string | null = null): RowGroup[] {
  const ofCategory = category === null ? "" : "AND category = ?";
  const groups = `SELECT standing, status, cause, waits, doubt, count(*) AS count, count(mark) AS marked FROM memories
    WHERE ${IS_READ} ${ofCategory} GROUP BY standing, status, cause, waits, doubt`;
  const ofGroup = `FROM memories AS each WHERE ${IS_READ} ${ofCategory} AND each.standing = of.standing
    AND each.status = of.status AND each.cause = of.cause AND each.waits IS of.waits AND each.doubt = of.doubt AND mark`;
  const beyond = `(of.standing = 'verified') * (SELECT count(*) ${ofGroup} > ${CLOCK("of.")} + ${BEYOND_MS})`;
  const clock = CLOCK("of.");
  // In each question about a group the category comes before the clock, and in the groups alone.
  const of = category === null ? [] : [category];
  const asked = [...of, ...valuesOf(clocks)];
  return index.database
    .prepare(
      `SELECT *, marked - reached AS ahead FROM (
         SELECT *, (SELECT count(*) ${ofGroup} <= ${clock}) + ${beyond} AS reached,
           (SELECT min(mark) ${ofGroup} > ${clock}) AS first, (SELECT max(mark) ${ofGroup} > ${clock}) AS last
         FROM (${groups}) AS of)`,
    )
    .all(...asked, ...asked, ...asked, ...asked, ...of)
    .map(toGroup);
}

/** The same of some memories: each is a group of its own. */
export function readGroupsOf(index: SearchIndex, clocks: Clocks, ids: Iterable<string>): RowGroup[] {
  const clock = CLOCK("");
  return index.database
    .prepare(
      `SELECT standing, status, cause, waits, doubt, 1 AS count, coalesce(${reachedBy(clock)}, 0) AS reached,
         coalesce(mark > ${clock}, 0) AS ahead, mark AS first, mark AS last FROM memories
       WHERE ${IS_READ} AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(...valuesOf(clocks), ...valuesOf(clocks), ...valuesOf(clocks), JSON.stringify([...ids]))
    .map(toGroup);
}

export type GroupPart = { readonly group: RowGroup; readonly isReached: boolean };

/** Ids of those in a group whose mark is reached, or of all the others in it; by their marks. */
export function readGroupIds(
  index: SearchIndex,
  clocks: Clocks,
  { group: of, isReached }: GroupPart,
): string[] {
  const clock = of.standing === "inferred" || of.standing === "verified" ? of.standing : "quarantined";
  return askIds(
    index,
    `${IS_READ} AND standing = ? AND status = ? AND cause = ? AND waits IS ? AND doubt = ?
       AND coalesce(${reachedBy("?")}, 0) = ? ORDER BY mark`,
    ...[of.standing, of.status, of.cause, of.waits, Number(of.isDoubtful)],
    ...[clocks[clock], clocks[clock], Number(isReached)],
  );
}

function isCause(word: SQLOutputValue | undefined): word is Cause {
  return typeof word === "string" && Object.hasOwn(CAUSES, word);
}

function toGroup(columns: Record<string, SQLOutputValue>): RowGroup {
  const mark = (value: SQLOutputValue | undefined): number | null =>
    typeof value === "number" ? value : null;
  const { standing, status, cause, waits, doubt, count, reached, ahead, first, last } = columns;
  return {
    // A word of somebody who wrote to the index is the most cautious one.
    standing: STANDINGS.find((each) => each === standing) ?? "quarantined",
    status: String(status),
    cause: isCause(cause) ? cause : "never-seen",
    waits: typeof waits === "string" ? waits : null,
    isDoubtful: doubt === 1,
    count: Number(count),
    reached: Number(reached),
    ahead: Number(ahead),
    first: mark(first),
    last: mark(last),
  };
}

export function readDoubtIds(index: SearchIndex): string[] {
  return askIds(index, "doubt = 1");
}

/** Memories that their file alone takes out of use, or may have archived. */
export function readUnsignedIds(index: SearchIndex): string[] {
  const unsigned = Object.entries(CAUSES).flatMap(([cause, row]) =>
    "isUnsigned" in row && row.isUnsigned === true ? [cause] : [],
  );
  const named = unsigned.map(() => "?").join(", ");
  return askIds(
    index,
    `${IS_READ} AND (cause IN (${named}) OR (status = 'archived' AND (doubt = 1 OR waits IS NOT NULL)))`,
    ...unsigned,
  );
}

/** Of which recall shows none, or which say that they replace another: more than a row is told of them. */
export function readToldIds(index: SearchIndex): string[] {
  return askIds(
    index,
    "searchable = 0 UNION ALL SELECT id FROM memories WHERE searchable = 1 AND supersedes IS NOT NULL",
  );
}

export function countFaults({ database }: SearchIndex): ReadonlyMap<string, number> {
  const rows = database
    .prepare("SELECT fault, count(*) AS count FROM memories WHERE fault IS NOT NULL GROUP BY fault")
    .all();
  return new Map(rows.map(({ fault, count }) => [String(fault), Number(count)]));
}

/** In no order: for that SQLite would walk through all ids. */
export function readFaultIds(index: SearchIndex): string[] {
  return askIds(index, "fault IS NOT NULL");
}

/** In quarantine for less long, by nobody's no. */
export function countQuarantined({ database }: SearchIndex, since: number): number {
  const found = database
    .prepare(
      `SELECT count(*) AS count FROM memories WHERE ${IS_READ} AND standing = 'quarantined' AND waits IS NOT NULL AND mark > ?`,
    )
    .get(since);
  return Number(found?.["count"]);
}

/** Those that their standing would let be shown, and a strong finding withholds: they have no words in the index. */
export function countHeldBack({ database }: SearchIndex): number {
  const found = database
    .prepare(
      `SELECT count(*) AS count FROM memories WHERE searchable = 0 AND ${IS_READ} AND standing = 'inferred'
       AND status = 'active'`,
    )
    .get();
  return Number(found?.["count"]);
}

/** Has somebody unknown said something about a memory here? */
export function hasStrangers({ database }: SearchIndex): boolean {
  return database.prepare("SELECT 1 FROM strangers WHERE digest IS NOT NULL LIMIT 1").get() !== undefined;
}

export function readStandingIds(index: SearchIndex, standing: Standing): string[] {
  return askIds(index, `${IS_READ} AND standing = ?`, standing);
}

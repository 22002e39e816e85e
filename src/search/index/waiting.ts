// How many memories there are and what waits for a person, as far as the index knows: numbers for a line and ids to look at,
// never a reason to show or to hide.

import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { STANDINGS, type Standing } from "../../memory/memory.ts";
import type { SearchIndex } from "./open-index.ts";

type Columns = Record<string, SQLOutputValue>;

/** One that is only in line has no standing yet. */
const IS_READ = "file <> ''";

/** The ids that a question finds. */
function askIds({ database }: SearchIndex, question: string, ...values: SQLInputValue[]): string[] {
  return database
    .prepare(`SELECT id FROM memories WHERE ${question}`)
    .all(...values)
    .map(({ id }) => String(id));
}

/** How many it finds. */
function askCount({ database }: SearchIndex, question: string, ...values: SQLInputValue[]): number {
  const found = database
    .prepare(`SELECT count(*) AS count FROM memories WHERE ${IS_READ} AND ${question}`)
    .get(...values);
  return Number(found?.["count"] ?? 0);
}

/** How many memories have each standing, as far as the index knows: numbers for a line, never a reason to show. */
export function countStandings({ database }: SearchIndex): Record<Standing, number> {
  const rows = database
    .prepare(`SELECT standing, count(*) AS number FROM memories WHERE ${IS_READ} GROUP BY standing`)
    .all();
  const numberOf = (standing: Standing): number =>
    Number(rows.find((row) => row["standing"] === standing)?.["number"] ?? 0);
  const [verified, inferred, foreign, quarantined, retired] = STANDINGS.map(numberOf);
  return {
    verified: verified ?? 0,
    inferred: inferred ?? 0,
    foreign: foreign ?? 0,
    quarantined: quarantined ?? 0,
    retired: retired ?? 0,
  };
}

export type Waiting = {
  /** In use, by tier. */
  readonly verified: number;
  readonly inferred: number;
  /** Somebody wants to change them, and may not. */
  readonly wanted: number;
  /** Inferred, and observed for long enough, or dictated: a person can confirm them now. */
  readonly due: number;
  /** Inferred, and observed: how many, and the marks of the first and the last. */
  readonly observed: { readonly count: number; readonly first: number | null; readonly last: number | null };
  readonly stale: number;
  /** Nobody who is trusted here vouches for them. */
  readonly foreign: number;
  /** Of those: somebody unknown does. */
  readonly unknownSigner: number;
  readonly newlyQuarantined: number;
  /** There are more statements about them than any history has, or one cannot be read. */
  readonly unreliable: number;
  /** Git left two versions in one file. */
  readonly conflicts: number;
};

export type Clocks = {
  readonly now: number;
  /** The time by which marks of inferred memories are read. */
  readonly observationClock: number;
};

export type WaitingQuery = Clocks & {
  /** Quarantined since then are new. */
  readonly since: number;
  /** Ids, also of memories that are gone, and each as often as it was wished for. */
  readonly wanted?: readonly string[];
};

/** A mark is reached by a clock of its standing's own: three values each time. Node before 22.19 and 24.7 binds no `?1`. */
const clockOf = (standing: string): string =>
  `CASE ${standing} WHEN 'inferred' THEN ? WHEN 'verified' THEN ? ELSE ? END`;

export function countWaiting(index: SearchIndex, query: WaitingQuery): Waiting {
  const found = readGroups(index, query);
  const sum = (column: "count" | "reached" | "ahead", like: Columns): number =>
    found
      .filter((group) => Object.entries(like).every(([key, value]) => group[key] === value))
      .reduce((all, group) => all + Number(group[column]), 0);
  const inferred = { standing: "inferred", status: "active" } as const;
  const marks = found
    .filter(({ standing, status }) => standing === inferred.standing && status === inferred.status)
    .flatMap(({ first, last }) => [first, last].filter((mark) => typeof mark === "number"));
  const verified = { standing: "verified", status: "active" } as const;
  return {
    verified: sum("count", verified),
    inferred: sum("count", inferred),
    wanted: countIds(index, query.wanted ?? []),
    due: sum("reached", inferred),
    observed: {
      count: sum("ahead", inferred),
      first: marks.length === 0 ? null : Math.min(...marks),
      last: marks.length === 0 ? null : Math.max(...marks),
    },
    stale: sum("reached", verified),
    foreign: sum("count", { standing: "foreign" }),
    unknownSigner: sum("count", { standing: "foreign", cause: "unknown-signer" }),
    newlyQuarantined: sum("ahead", { standing: "quarantined" }),
    unreliable: sum("count", { cause: "unreliable" }),
    conflicts: sum("count", { cause: "conflict" }),
  };
}

/** From one walk through an index that holds all of it, in which the marks of a group are in order: the rows themselves are
 * long. */
function readGroups({ database }: SearchIndex, { observationClock, now, since }: WaitingQuery): Columns[] {
  const groups = `SELECT standing, status, cause, count(*) AS count, count(mark) AS marked FROM memories WHERE ${IS_READ}
    GROUP BY standing, status, cause`;
  const ofGroup = `FROM memories AS each WHERE ${IS_READ} AND each.standing = of.standing AND each.status = of.status
    AND each.cause = of.cause AND mark`;
  const clock = clockOf("of.standing");
  const clocks = [observationClock, now, since];
  return database
    .prepare(
      `SELECT *, marked - reached AS ahead FROM (
         SELECT *, (SELECT count(*) ${ofGroup} <= ${clock}) AS reached,
           (SELECT min(mark) ${ofGroup} > ${clock}) AS first, (SELECT max(mark) ${ofGroup} > ${clock}) AS last
         FROM (${groups}) AS of)`,
    )
    .all(...clocks, ...clocks, ...clocks);
}

/** Ids of those in use that wait for nobody, as far as the index knows: a reason to look at the others first. */
export function readSettled(index: SearchIndex, { now, observationClock }: Clocks): ReadonlySet<string> {
  const settled = `searchable = 1 AND NOT coalesce(mark <= ${clockOf("standing")}, 0)`;
  return new Set(askIds(index, settled, observationClock, now, now));
}

/** How many memories have one of these ids. */
function countIds(index: SearchIndex, ids: readonly string[]): number {
  return ids.length === 0
    ? 0
    : askCount(index, "id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
}

// What a review looks at.

/** Of each reason that a row tells, how many; those in quarantine since `passiveFrom` wait for nobody yet. */
export function countWaits(
  { database }: SearchIndex,
  { passiveFrom, except }: { readonly passiveFrom: number; readonly except: readonly string[] },
): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      `SELECT waits, count(*) AS count FROM memories
       WHERE waits IS NOT NULL AND ${IS_READ} AND (waits <> 'quarantined' OR mark < ?)
         AND id NOT IN (SELECT value FROM json_each(?)) GROUP BY waits`,
    )
    .all(passiveFrom, JSON.stringify(except));
  return new Map(rows.map(({ waits, count }) => [String(waits), Number(count)]));
}

/** How many of those that are in use wait because of their age alone, by their standing. */
export function countReached(
  index: SearchIndex,
  { now, observationClock, except }: Clocks & { readonly except: readonly string[] },
): { readonly inferred: number; readonly verified: number } {
  const reached = `standing = ? AND status = 'active' AND mark <= ? AND waits IS NULL
    AND id NOT IN (SELECT value FROM json_each(?))`;
  const count = (standing: Standing, clock: number): number =>
    askCount(index, reached, standing, clock, JSON.stringify(except));
  return { inferred: count("inferred", observationClock), verified: count("verified", now) };
}

/** Ids of all that may wait, some twice: by what their rows tell, by their age, or by what only their files tell. Each once
 * would be each in order, and for that SQLite walks through all ids. */
export function readReviewIds(index: SearchIndex, { now, observationClock }: Clocks): string[] {
  const waiting = `waits IS NOT NULL
    UNION ALL SELECT id FROM memories WHERE doubt = 1
    UNION ALL SELECT id FROM memories WHERE ${IS_READ} AND standing = 'inferred' AND status = 'active' AND mark <= ?
    UNION ALL SELECT id FROM memories WHERE ${IS_READ} AND standing = 'verified' AND status = 'active' AND mark <= ?`;
  return askIds(index, waiting, observationClock, now);
}

/** How many are still observed, and the marks of the first and the last; without those that only their files tell of, which are
 * few and looked up first. Where no category is asked for, the rows themselves are not looked at. */
export function countObserved(
  { database }: SearchIndex,
  { observationClock }: Clocks,
  category: string | null,
): Waiting["observed"] {
  const observed = `SELECT count(*) AS count, min(mark) AS first, max(mark) AS last FROM memories
    WHERE ${IS_READ} AND standing = 'inferred' AND status = 'active' AND mark > ?
      AND row NOT IN (SELECT row FROM memories WHERE doubt = 1)`;
  const found =
    category === null
      ? database.prepare(observed).get(observationClock)
      : database.prepare(`${observed} AND category = ?`).get(observationClock, category);
  const markOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
  return {
    count: Number(found?.["count"] ?? 0),
    first: markOf(found?.["first"]),
    last: markOf(found?.["last"]),
  };
}

/** Ids of those that are still observed. */
export function readObservedIds(index: SearchIndex, { observationClock }: Clocks): string[] {
  const observed = `${IS_READ} AND standing = 'inferred' AND status = 'active' AND (mark > ? OR doubt = 1)`;
  return askIds(index, observed, observationClock);
}

export function readDoubtIds(index: SearchIndex): string[] {
  return askIds(index, "doubt = 1");
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

/** How many somebody unknown signed, besides these. */
export function countSignedByUnknown(index: SearchIndex, except: readonly string[]): number {
  const signed =
    "standing = 'foreign' AND cause = 'unknown-signer' AND id NOT IN (SELECT value FROM json_each(?))";
  return askCount(index, signed, JSON.stringify(except));
}

/** Quarantined since then. */
export function countQuarantined(index: SearchIndex, since: number): number {
  return askCount(index, "standing = 'quarantined' AND mark >= ?", since);
}

/** Has somebody unknown said something about a memory here? */
export function hasStrangers({ database }: SearchIndex): boolean {
  return database.prepare("SELECT 1 FROM strangers WHERE digest IS NOT NULL LIMIT 1").get() !== undefined;
}

export function readStandingIds(index: SearchIndex, standing: Standing): string[] {
  return askIds(index, `${IS_READ} AND standing = ?`, standing);
}

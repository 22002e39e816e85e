import { daysSince, type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { CATEGORIES, SCOPES, STANDINGS, TIERS } from "../../memory/memory.ts";
import type { AuditReport, Counts } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

/** How many there are of each kind. A tier and a category are what the file says; the standing is what applies. */
export function sumStandings(surveyed: readonly Surveyed[], now: Instant): AuditReport["summary"] {
  return {
    memories: surveyed.length,
    standings: count(STANDINGS, surveyed, ({ item }) => item.standing),
    tiers: count([...TIERS, "none"], surveyed, ({ tier }) => tier ?? "none"),
    categories: count([...CATEGORIES, "none"], surveyed, ({ category }) => category ?? "none"),
    scopes: count(SCOPES, surveyed, ({ item }) => item.scope),
    ages: sumAges(surveyed, now),
  };
}

function count<Word extends string>(
  words: readonly Word[],
  surveyed: readonly Surveyed[],
  wordOf: (each: Surveyed) => Word,
): Counts<Word> {
  const counts = new Map<Word, number>(words.map((word) => [word, 0]));
  for (const each of surveyed) counts.set(wordOf(each), (counts.get(wordOf(each)) ?? 0) + 1);
  // Every word has its entry from the line above.
  return Object.fromEntries(counts) as Counts<Word>;
}

const AGES = [
  { age: "0–7 days", daysMax: 7 },
  { age: "8–30 days", daysMax: 30 },
  { age: "31–90 days", daysMax: 90 },
  { age: "91–180 days", daysMax: 180 },
  { age: "181–365 days", daysMax: 365 },
  { age: "over a year", daysMax: Number.POSITIVE_INFINITY },
] as const;

function sumAges(surveyed: readonly Surveyed[], now: Instant): AuditReport["summary"]["ages"] {
  const days = surveyed.map(({ item }) => daysOld(item.createdAt, now));
  const unknown = days.filter((each) => each === null).length;
  const counted = AGES.map(({ age, daysMax }, place) => {
    const daysMin = AGES[place - 1]?.daysMax ?? Number.NEGATIVE_INFINITY;
    const isIn = (each: number | null): boolean => each !== null && each > daysMin && each <= daysMax;
    return { age, count: days.filter(isIn).length };
  });
  return [...counted, { age: "unknown", count: unknown }];
}

/** Null where no date is on record, or one that lies ahead. */
function daysOld(createdAt: string | null, now: Instant): number | null {
  const created = createdAt === null ? null : parseInstant(createdAt);
  return created === null || !isPlausible(created, now) ? null : daysSince(created, now);
}

// How many memories were verified, inferred, quarantined and retired in the past, as trusted signers dated their words. Of
// the memories that are here today: what was forgotten leaves no trace in it, and what is foreign never had a word.

import { type Instant, isPlausible, parseInstant, renderDay } from "../../memory/instant.ts";
import type { Act } from "../../memory/law/attestation.ts";
import type { StandingsAt } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

const POINTS = 13;
/** A young store is drawn over so many days all the same: a line needs room. */
const DAYS_MIN = 12;
const DAY_MS = 86_400_000;

type Word = "verified" | "inferred" | "quarantined" | "retired";

/** What a memory is after each act; an `unretire` brings back what was there before. */
const AFTER: Readonly<Partial<Record<Act, Word>>> = {
  wrote: "inferred",
  keep: "inferred",
  approve: "verified",
  lower: "quarantined",
  revoke: "quarantined",
  forget: "quarantined",
  retire: "retired",
};

type Step = { readonly at: Instant; readonly word: Word };

export function traceStandings(
  surveyed: readonly Surveyed[],
  { now, since }: { readonly now: Instant; readonly since: Instant | null },
): StandingsAt[] {
  const lives = surveyed.map(({ statements }) => stepsOf(statements, now)).filter(({ length }) => length > 0);
  const births = lives.flatMap(([first]) => (first === undefined ? [] : [first.at]));
  const begin = since ?? births.reduce((least, at) => Math.min(least, at), now);
  if (lives.length === 0 || begin > now) return [];
  const span = Math.max(since === null ? DAYS_MIN * DAY_MS : 0, now - begin);
  return Array.from({ length: POINTS }, (_, place) => {
    const at = now - span + (span * place) / (POINTS - 1);
    return { day: renderDay(at), ...countAt(lives, at) };
  });
}

function stepsOf(statements: Surveyed["statements"], now: Instant): Step[] {
  const steps: Step[] = [];
  const dated = statements.flatMap(({ act, time }) => {
    const at = parseInstant(time);
    return at === null || !isPlausible(at, now) ? [] : [{ act, at }];
  });
  for (const { act, at } of dated.sort((a, b) => a.at - b.at)) {
    const before = steps.at(-1)?.word;
    // Neither lifts or lowers what a memory is already.
    const isKept = (act === "wrote" || act === "keep") && before !== undefined;
    const back = steps.findLast(({ word }) => word !== "retired")?.word ?? "inferred";
    steps.push({ at, word: isKept ? before : (AFTER[act] ?? back) });
  }
  return steps;
}

function countAt(lives: readonly (readonly Step[])[], at: Instant): Omit<StandingsAt, "day"> {
  const counts = { verified: 0, inferred: 0, quarantined: 0, retired: 0 };
  for (const steps of lives) {
    const step = steps.findLast((each) => each.at <= at);
    if (step !== undefined) counts[step.word] += 1;
  }
  return counts;
}

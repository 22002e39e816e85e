// How many memories are under observation, and until when. Every place that reports waiting memories also reports
// these, so that "nothing to review" is not read as "no memories".

import { type Instant, renderInstant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { promotionDate, type Timing } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";

export type Observation = {
  readonly count: number;
  /** The first and the last day on which one of them can be confirmed; null when none is observed. */
  readonly first: Instant | null;
  readonly last: Instant | null;
};

export const NONE_OBSERVED: Observation = { count: 0, first: null, last: null };

/** @returns when the memory can be confirmed; null when it is not observed. */
export function observedUntil(loaded: LoadedMemory, timing: Timing): Instant | null {
  if (loaded.standing.standing !== "inferred" || loaded.memory?.status !== "active") return null;
  const opens = promotionDate(loaded, timing);
  return opens !== null && timing.now < opens ? opens : null;
}

export function addObserved(all: Observation, until: Instant | null): Observation {
  return until === null ? all : joinObserved(all, { count: 1, first: until, last: until });
}

export function joinObserved(one: Observation, other: Observation): Observation {
  const firsts = [one.first, other.first].filter((each) => each !== null);
  const lasts = [one.last, other.last].filter((each) => each !== null);
  return {
    count: one.count + other.count,
    first: firsts.length === 0 ? null : Math.min(...firsts),
    last: lasts.length === 0 ? null : Math.max(...lasts),
  };
}

/** The same for an answer, with days as text. */
export type DescribedObserved = {
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
};

export function describeObserved({ count, first, last }: Observation): DescribedObserved {
  const describe = (at: Instant | null): string | null => (at === null ? null : renderInstant(at));
  return { count, first: describe(first), last: describe(last) };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `19 memories are observed until 22 Nov: credence review --observed`; empty when none is observed. */
export function sayObserved({ count, first, last }: DescribedObserved): string {
  if (count === 0) return "";
  const many = pluralize(count, "memory is", "memories are");
  return `${many} observed until ${sayDays({ first, last })}: credence review --observed`;
}

/** `22 Nov`, or `22 Nov to 24 Nov`; empty when none is observed. */
export function sayDays({ first, last }: Pick<DescribedObserved, "first" | "last">): string {
  if (first === null || last === null) return "";
  const [from, to] = [sayDay(first), sayDay(last)];
  return from === to ? from : `${from} to ${to}`;
}

function sayDay(instant: string): string {
  const [, month = "", day = ""] = instant.slice(0, 10).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]}`;
}

// Where words that stand side by side in the prompt stand side by side in a memory, or with one word between.

import type { Meeting } from "./meet-words.ts";
import type { Plan } from "./plan-scoring.ts";
import { PAIR_APART } from "./weights.ts";

/** How often each pair of the plan is met; one word apart counts less. Overwritten by the next call. */
export type PairFinder = (meeting: Meeting) => Float64Array;

export function openPairFinder({ slots, pairs }: Plan): PairFinder {
  const termOf = new Map(slots.filter(({ isOwn }) => isOwn).map(({ hash, term }) => [hash, term]));
  const pairOf = new Map(pairs.map(({ first, second }, place) => [keyOf(first, second), place]));
  const times = new Float64Array(pairs.length);
  const meet = (first: number, second: number, distance: number): void => {
    const pair = distance > 2 ? undefined : pairOf.get(keyOf(first, second));
    if (pair !== undefined) times[pair] = (times[pair] ?? 0) + (distance === 1 ? 1 : PAIR_APART);
  };
  return ({ met }) => {
    times.fill(0);
    if (pairs.length === 0) return times;
    // The two terms before this one, the nearest last.
    let [farTerm, farPlace, nearTerm, nearPlace] = [-1, -1, -1, -1];
    for (const { hash, whole, place } of met) {
      const term = whole ? undefined : termOf.get(hash);
      if (term === undefined) continue;
      if (farTerm >= 0) meet(farTerm, term, place - farPlace);
      if (nearTerm >= 0) meet(nearTerm, term, place - nearPlace);
      [farTerm, farPlace, nearTerm, nearPlace] = [nearTerm, nearPlace, term, place];
    }
    return times;
  };
}

function keyOf(first: number, second: number): number {
  return first * 1_000 + second;
}

// Where words that stand side by side in the prompt stand side by side in a memory, or with one word between.

import type { Meeting } from "./meet-words.ts";
import type { Plan } from "./plan-scoring.ts";
import { PAIR_APART } from "./weights.ts";

/** How often each pair of the plan is met; one word apart counts less. */
export type PairFinder = (meeting: Meeting) => Float64Array;

export function openPairFinder({ slots, pairs }: Plan): PairFinder {
  const termOf = new Map(slots.filter(({ isOwn }) => isOwn).map(({ hash, term }) => [hash, term]));
  const pairOf = new Map(pairs.map(({ first, second }, place) => [keyOf(first, second), place]));
  return ({ met }) => {
    const times = new Float64Array(pairs.length);
    const row = met.flatMap(({ hash, whole, place }) => {
      const term = whole ? undefined : termOf.get(hash);
      return term === undefined ? [] : [{ term, place }];
    });
    for (const [at, { term, place }] of row.entries()) {
      for (const before of row.slice(Math.max(0, at - 2), at)) {
        const distance = place - before.place;
        const pair = distance > 2 ? undefined : pairOf.get(keyOf(before.term, term));
        if (pair !== undefined) times[pair] = (times[pair] ?? 0) + (distance === 1 ? 1 : PAIR_APART);
      }
    }
    return times;
  };
}

function keyOf(first: number, second: number): number {
  return first * 1_000 + second;
}

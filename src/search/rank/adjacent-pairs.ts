// Where words that stand side by side in the prompt stand side by side in a memory, or with one word between.

import { isWhole } from "../index/passage.ts";
import { isInCue, type Match } from "./match-words.ts";
import type { Plan } from "./plan-scoring.ts";
import { PAIR_APART } from "./weights.ts";

export type MatchedPairs = {
  /** Any at all: in most memories none is. */
  readonly any: boolean;
  /** How often each pair of the plan is met; one word apart counts less. Cues never add to it: a pair may be in six of them. */
  readonly times: Float64Array;
};

/** What it returns is overwritten by its next call. */
export type PairFinder = (meeting: Match) => MatchedPairs;

export function openPairFinder({ slots, pairs, words }: Plan): PairFinder {
  const termOf = new Int32Array(words).fill(-1);
  for (const { isOwn, word, term } of slots) if (isOwn) termOf[word] = term;
  const pairOf = new Map(pairs.map(({ first, second }, place) => [keyOf(first, second), place]));
  const times = new Float64Array(pairs.length);
  const found = { any: false, times };
  let isCue = false;
  const meet = (first: number, second: number, distance: number): void => {
    const pair = distance > 2 ? undefined : pairOf.get(keyOf(first, second));
    if (pair === undefined) return;
    const [known = 0, more] = [times[pair], distance === 1 ? 1 : PAIR_APART];
    times[pair] = isCue ? Math.max(known, more) : known + more;
    found.any = true;
  };
  return ({ met, from, to }) => {
    times.fill(0);
    found.any = false;
    if (pairs.length === 0) return found;
    // The two terms before this one.
    let farTerm = -1;
    let farPlace = -1;
    let nearTerm = -1;
    let nearPlace = -1;
    for (let at = from; at < to; at += 1) {
      const term = isWhole(met.marks[at] ?? 0) ? -1 : (termOf[met.words[at] ?? 0] ?? -1);
      if (term < 0) continue;
      const place = met.places[at] ?? 0;
      isCue = isInCue(met, at);
      if (farTerm >= 0) meet(farTerm, term, place - farPlace);
      if (nearTerm >= 0) meet(nearTerm, term, place - nearPlace);
      farTerm = nearTerm;
      farPlace = nearPlace;
      nearTerm = term;
      nearPlace = place;
    }
    return found;
  };
}

function keyOf(first: number, second: number): number {
  return first * 1_000 + second;
}

// A search goes on where the words end: what means the same in other words is added to what they found, and all of it is put in
// one order. Not part of the process that a prompt waits for.

import { findNearest } from "../rank/find-nearest.ts";
import { openMeaningWeigher } from "../rank/weigh-meaning.ts";
import type { NearestSource } from "./credence.ts";
import type { Scored } from "./scored.ts";
import { compareFound, keepPlace } from "./tie-order.ts";

/** Who asks with fewer words means the words themselves. */
const QUESTION_WORDS_MIN = 2;

export function addNearest({ hits, plan, hitsMax, wordsFindSomething, ...query }: NearestSource): Scored[] {
  const words = plan.terms.filter(({ word }) => word.telling && !word.whole).length;
  if (words < QUESTION_WORDS_MIN && hits.length > 0) return [...hits];
  const weigh = openMeaningWeigher(plan, wordsFindSomething);
  const byWords = hits.map((hit) => ({ ...hit, score: hit.wordScore + weigh(hit.cosine) }));
  const known = new Set(hits.map(({ root, row }) => `${root} ${row.row}`));
  const isKnown = (root: number, row: number): boolean => known.has(`${root} ${row}`);
  const nearest = findNearest({ ...query, isKnown, limit: hitsMax, wordsFindSomething });
  const byMeaning = nearest.map(
    (near): Scored => ({
      ...near,
      score: weigh(near.cosine),
      wordScore: 0,
      isRelevant: false,
      confidence: "low",
      terms: () => [],
    }),
  );
  // Any common word beats a memory that has none.
  return keepPlace([...byWords, ...byMeaning].sort(compareFound), byMeaning[0]).slice(0, hitsMax);
}

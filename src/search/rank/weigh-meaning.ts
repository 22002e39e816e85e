// What a memory gets for meaning what the prompt means, in points beside those of its words: a share of what all words of the
// prompt could give. Where the words find the right memories, meaning puts those in order; where they find none, it counts more.
//
// Attack: a text made to point where many prompts point. The table is public, so anybody can make one: what meaning adds is
// capped, it never shows a memory in recall that shares no word with the prompt, and standing alone carries trust.

import type { Plan } from "./plan-scoring.ts";

const BESIDE_WORDS = 0.3;
const INSTEAD_OF_WORDS = 0.75;
/** The cosine of a question and its answer is seldom above this. */
export const COSINE_MAX = 0.8;

/** Null: one of the two has no vector. */
export type MeaningWeigher = (cosine: number | null) => number;

export function openMeaningWeigher({ worth }: Plan, wordsFindSomething: boolean): MeaningWeigher {
  const share = wordsFindSomething ? BESIDE_WORDS : INSTEAD_OF_WORDS;
  return (cosine) => share * worth * Math.max(0, Math.min(COSINE_MAX, cosine ?? 0));
}

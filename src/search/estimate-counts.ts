// Words that are nearly everywhere are not counted: how many of the candidates hold one tells enough.

import type { ChosenTerms } from "./choose-terms.ts";
import { hashWord } from "./hash-word.ts";
import type { Meeting } from "./meet-words.ts";

/** `counted` is what is known of the word; the larger of the two is taken. */
export type CountEstimate = (word: string, counted: number) => number;

export function estimateCounts(
  { terms, countMax, otherCountMax }: ChosenTerms,
  meetings: readonly Meeting[],
  memories: number,
): CountEstimate {
  const unsure = terms.filter(({ word, count }) => !word.telling || count >= countMax);
  const others = terms.flatMap((term) => term.others).filter(({ count }) => count >= otherCountMax);
  const words = [...unsure.map(({ word }) => word.text), ...others.map(({ text }) => text)];
  const holders = new Map(words.map((word) => [hashWord(word), 0]));
  for (const { met } of meetings) {
    for (const hash of new Set(met.map((each) => each.hash))) {
      const held = holders.get(hash);
      if (held !== undefined) holders.set(hash, held + 1);
    }
  }
  return (word, counted) => {
    const held = holders.get(hashWord(word));
    if (held === undefined) return counted;
    return Math.max(counted, (memories * (held + 0.5)) / (meetings.length + 1));
  };
}

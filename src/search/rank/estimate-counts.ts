// Words that are nearly everywhere are not counted: how many of the candidates hold one tells enough.

import { hashWord } from "../index/hash-word.ts";
import type { ChosenTerms } from "./choose-terms.ts";
import type { AskedWords } from "./match-words.ts";

/** `counted` is what is known of the word; the larger of the two is taken. */
export type CountEstimate = (word: string, counted: number) => number;

export type Sample = {
  readonly asked: AskedWords;
  /** How many candidates there are, and how many of them hold each word asked for. */
  readonly candidates: number;
  readonly holders: Int32Array;
  /** In the whole store. */
  readonly memories: number;
};

export function estimateCounts(
  { terms, countMax, otherCountMax }: ChosenTerms,
  { asked, candidates, holders, memories }: Sample,
): CountEstimate {
  const unsure = terms.filter(({ word, count }) => !word.telling || count >= countMax);
  const others = terms.flatMap((term) => term.others).filter(({ count }) => count >= otherCountMax);
  const words = new Set([...unsure.map(({ word }) => word.text), ...others.map(({ text }) => text)]);
  return (word, counted) => {
    if (!words.has(word)) return counted;
    const held = holders[asked.get(hashWord(word)) ?? 0] ?? 0;
    return Math.max(counted, (memories * (held + 0.5)) / (candidates + 1));
  };
}

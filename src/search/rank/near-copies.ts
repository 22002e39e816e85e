// Of several memories that say the same in the same words one is enough among the few that are shown: its near copies step back
// behind the others. Copies have nearly the same score and length, so only those are compared.

import type { Passage } from "../index/passage.ts";
import type { RankedPassage } from "./rank-passages.ts";

/** So many are shown; where there are no more, nobody has to step back. */
const SHOWN_MAX = 5;
const SCORE_SHARE = 0.95;
const WORDS_SHARE = 0.8;

/** `ranked` is sorted, best first. @returns the scores of those that step back. */
export function findNearCopies(ranked: readonly RankedPassage[]): ReadonlyMap<RankedPassage, number> {
  const copies = new Map<RankedPassage, number>();
  if (ranked.length <= SHOWN_MAX) return copies;
  const least = ranked.at(-1)?.score ?? 0;
  const shown: RankedPassage[] = [];
  const isCopy = openComparison();
  for (const each of ranked) {
    if (shown.length === SHOWN_MAX) break;
    if (shown.some((other) => isCopy(other, each))) copies.set(each, least * (1 - 1e-6 * (copies.size + 1)));
    else shown.push(each);
  }
  return copies;
}

/** The words of each are put together once, however many it is compared with. */
function openComparison(): (a: RankedPassage, b: RankedPassage) => boolean {
  const known = new Map<Passage, ReadonlySet<number>>();
  const wordsOf = (passage: Passage): ReadonlySet<number> => {
    const { hashes, start } = passage;
    const words = known.get(passage) ?? new Set(hashes.subarray(start, start + lengthOf(passage)));
    known.set(passage, words);
    return words;
  };
  return (a, b) => {
    if (b.score < a.score * SCORE_SHARE) return false;
    const [one, other] = [lengthOf(a.passage), lengthOf(b.passage)];
    if (Math.min(one, other) < WORDS_SHARE * Math.max(one, other)) return false;
    const [words, others] = [wordsOf(a.passage), wordsOf(b.passage)];
    let both = 0;
    for (const word of others) both += Number(words.has(word));
    return both >= WORDS_SHARE * Math.max(words.size, others.size);
  };
}

function lengthOf({ nameWords, tagWords, bodyWords }: Passage): number {
  return nameWords + tagWords + bodyWords;
}

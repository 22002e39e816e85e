// Memories whose descriptions mean nearly the same in other words. Suspects, not verdicts.
//
// Bounded: each description is compared with all others while that makes few million comparisons; in a larger store the first
// ones given are.

import { embedWords, type Vector } from "../../search/meaning/embed.ts";
import { openScanners } from "../../search/meaning/scan.ts";
import { isFunctionWord } from "../../search/words/word-kinds.ts";
import { listForms } from "../../search/words/words.ts";

/** Memories about one subject are seldom nearer than this; the same said twice mostly is. */
const COSINE_MIN = 0.84;
/** Of fewer words that tell something nobody can say what they mean. */
const WORDS_MIN = 4;
const COMPARISONS_MAX = 20_000_000;
const NUMBERS = 64;

/** @returns pairs of places, the earlier first. */
export function findAlike(descriptions: readonly string[]): [number, number][] {
  const known = descriptions.flatMap((text, place) => {
    const vector = embedDescription(text);
    return vector === null ? [] : [{ place, vector }];
  });
  const vectors = new Int8Array(known.length * NUMBERS);
  for (const [at, { vector }] of known.entries()) vectors.set(vector, at * NUMBERS);
  const openScanner = openScanners();
  const most = Math.floor(COMPARISONS_MAX / Math.max(1, known.length));
  const pairs: [number, number][] = [];
  for (const [at, { place, vector }] of known.slice(0, most).entries())
    openScanner(vector)(vectors.subarray((at + 1) * NUMBERS), COSINE_MIN, (near) => {
      const other = known[at + 1 + near];
      if (other !== undefined) pairs.push([place, other.place]);
    });
  return pairs;
}

/** Do two descriptions mean nearly the same? */
export function isAlike(one: string, other: string): boolean {
  return findAlike([one, other]).length > 0;
}

function embedDescription(text: string): Vector | null {
  const forms = listForms(text);
  const telling = new Set(forms.filter((form) => !isFunctionWord(form)));
  return telling.size < WORDS_MIN ? null : embedWords(forms);
}

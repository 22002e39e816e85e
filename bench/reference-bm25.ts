// The reference of the field: BM25 with k1 .9 and b .4 over the stems of all fields as one text.

import { isFunctionWord } from "../src/search/words/word-kinds.ts";
import { toWords } from "../src/search/words/words.ts";
import type { RecallDocument } from "./recall-sets.ts";

const K1 = 0.9;
const B = 0.4;

export function openReferenceBm25(documents: readonly RecallDocument[]): (text: string) => string[] {
  const lengths: number[] = [];
  const postings = new Map<string, Map<number, number>>();
  for (const [place, { name, tags, body }] of documents.entries()) {
    const stems = toStems(`${name} ${tags.join(" ")} ${body}`);
    lengths.push(stems.length);
    for (const stem of stems) {
      const posting = postings.get(stem) ?? new Map<number, number>();
      postings.set(stem, posting.set(place, (posting.get(place) ?? 0) + 1));
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return (text) => {
    const scores = new Map<number, number>();
    for (const stem of new Set(toStems(text))) {
      const posting = postings.get(stem) ?? new Map<number, number>();
      const rarity = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [place, times] of posting) {
        const length = 1 - B + (B * (lengths[place] ?? 0)) / average;
        const points = (rarity * times * (K1 + 1)) / (times + K1 * length);
        scores.set(place, (scores.get(place) ?? 0) + points);
      }
    }
    const ranked = [...scores].sort(([a, first], [b, second]) => second - first || a - b);
    return ranked.map(([place]) => documents[place]?.id ?? "");
  };
}

function toStems(text: string): string[] {
  return toWords(text).flatMap(({ form, text: stem, whole }) =>
    whole || isFunctionWord(form) ? [] : [stem],
  );
}

// In how many memories a word is; those taken out of the index do not count. A limit keeps the words that are everywhere from
// costing more than the answer.

import { prepareOnce, type SearchIndex } from "../index/open-index.ts";

export type Totals = {
  readonly memories: number;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
};

/** Of several roots together, so that their scores compare. */
export function readTotals(indexes: readonly SearchIndex[]): Totals {
  const totals = { memories: 0, nameWords: 0, tagWords: 0, bodyWords: 0 };
  for (const index of indexes) {
    const found = prepareOnce(index, "SELECT * FROM totals").get();
    totals.memories += Number(found?.["memories"] ?? 0);
    totals.nameWords += Number(found?.["name_words"] ?? 0);
    totals.tagWords += Number(found?.["tag_words"] ?? 0);
    totals.bodyWords += Number(found?.["body_words"] ?? 0);
  }
  return totals;
}

/** How often each of these words is, all of them in one question; at most `limit` in each root. */
export type WordCounter = (words: readonly string[], limit: number) => ReadonlyMap<string, number>;

/** In a store of this size the whole list of a word is counted sooner than the first part of it is walked through. */
const WHOLE_LISTS_MAX = 16_000;
const COUNT_WHOLE =
  "SELECT term, min(doc, ?2) AS count FROM json_each(?1) CROSS JOIN vocabulary ON term = value" as const;
const COUNT_PART = `
  SELECT value AS term, (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH '"' || value || '"' LIMIT ?2)) AS count
  FROM json_each(?1)`;

export function openWordCounter(indexes: readonly SearchIndex[], { memories }: Totals): WordCounter {
  const statements = indexes.map((index) =>
    prepareOnce(index, memories <= WHOLE_LISTS_MAX ? COUNT_WHOLE : COUNT_PART),
  );
  return (words, limit) => {
    const counts = new Map(words.map((word) => [word, 0]));
    for (const statement of statements) {
      for (const { term, count } of statement.all(JSON.stringify([...counts.keys()]), limit)) {
        const word = String(term);
        counts.set(word, (counts.get(word) ?? 0) + Number(count));
      }
    }
    return counts;
  };
}

/** Words of the index that begin with this one and go on, in alphabetical order. */
export function findLonger(indexes: readonly SearchIndex[], beginning: string, limit: number): string[] {
  const found = indexes.flatMap((index) =>
    prepareOnce(index, "SELECT term FROM vocabulary WHERE term > ? AND term < ? LIMIT ?")
      .all(beginning, `${beginning}\u{10FFFF}`, limit)
      .map(({ term }) => String(term)),
  );
  return [...new Set(found)].sort().slice(0, limit);
}

/** A word holds no quote: nothing in a prompt can be an operator. */
export function quoteWord(word: string): string {
  return `"${word}"`;
}

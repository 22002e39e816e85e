// In how many memories a word is. Asked by MATCH, so that memories taken out of the index do not count; a limit keeps the
// words that are everywhere from costing more than the answer.

import type { SearchIndex } from "./open-index.ts";

export type Totals = {
  readonly memories: number;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
};

/** Of several roots together, so that their scores compare. */
export function readTotals(indexes: readonly SearchIndex[]): Totals {
  const totals = { memories: 0, nameWords: 0, tagWords: 0, bodyWords: 0 };
  for (const { database } of indexes) {
    const found = database.prepare("SELECT * FROM totals").get();
    totals.memories += Number(found?.["memories"] ?? 0);
    totals.nameWords += Number(found?.["name_words"] ?? 0);
    totals.tagWords += Number(found?.["tag_words"] ?? 0);
    totals.bodyWords += Number(found?.["body_words"] ?? 0);
  }
  return totals;
}

/** At most `limit` in each root. */
export type WordCounter = (word: string, limit: number) => number;

export function openWordCounter(indexes: readonly SearchIndex[]): WordCounter {
  const statements = indexes.map(({ database }) =>
    database.prepare("SELECT count(*) AS count FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"),
  );
  return (word, limit) => {
    const match = quoteWord(word);
    return statements.reduce((sum, each) => sum + Number(each.get(match, limit)?.["count"] ?? 0), 0);
  };
}

/** Words of the index that begin with this one and go on, in alphabetical order. */
export function findLonger(indexes: readonly SearchIndex[], beginning: string, limit: number): string[] {
  const found = indexes.flatMap(({ database }) =>
    database
      .prepare("SELECT term FROM vocabulary WHERE term > ? AND term < ? LIMIT ?")
      .all(beginning, `${beginning}\u{10FFFF}`, limit)
      .map(({ term }) => String(term)),
  );
  return [...new Set(found)].sort().slice(0, limit);
}

/** A word holds no quote: nothing in a prompt can be an operator. */
export function quoteWord(word: string): string {
  return `"${word}"`;
}

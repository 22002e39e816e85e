// In how many memories a word is; those taken out of the index do not count. A limit keeps the words that are everywhere from
// costing more than the answer.

import { type IndexCounter, prepareOnce, type SearchIndex } from "../index/open-index.ts";
import { PART_TABLES } from "../index/tables.ts";

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
    const found = prepareOnce(index, "SELECT * FROM totals WHERE part = ?").get(index.part ?? "all");
    totals.memories += Number(found?.["memories"] ?? 0);
    totals.nameWords += Number(found?.["name_words"] ?? 0);
    totals.tagWords += Number(found?.["tag_words"] ?? 0);
    totals.bodyWords += Number(found?.["body_words"] ?? 0);
  }
  return totals;
}

/** How often each of these words is, all of them in one question; at most `limit` in each root. */
export type WordCounter = IndexCounter;

/** In a store of this size the whole list of a word is counted sooner than the first part of it is walked through. */
const WHOLE_LISTS_MAX = 16_000;

function countQuery({ part = "all" }: SearchIndex, memories: number): string {
  const { words, vocabulary } = PART_TABLES[part];
  if (memories <= WHOLE_LISTS_MAX)
    return `SELECT term, min(doc, ?) AS count FROM json_each(?) CROSS JOIN ${vocabulary} ON term = value`;
  const holders = `SELECT 1 FROM ${words} WHERE ${words} MATCH '"' || value || '"' LIMIT ?`;
  return `SELECT value AS term, (SELECT count(*) FROM (${holders})) AS count FROM json_each(?)`;
}

export function openWordCounter(indexes: readonly SearchIndex[], { memories }: Totals): WordCounter {
  const counters = indexes.map((index) => {
    const statement = prepareOnce(index, countQuery(index, memories));
    const ask: IndexCounter = (words, limit) =>
      new Map(
        statement.all(limit, JSON.stringify(words)).map(({ term, count }) => [`${term}`, Number(count)]),
      );
    return index.keepCounts?.(ask, index.part ?? "all") ?? ask;
  });
  return (words, limit) => {
    const asked = [...new Set(words)];
    const found = counters.map((ask) => ask(asked, limit));
    return new Map(asked.map((word) => [word, found.reduce((sum, each) => sum + (each.get(word) ?? 0), 0)]));
  };
}

/** Words of the index that begin with this one and go on, in alphabetical order. */
export function findLonger(indexes: readonly SearchIndex[], beginning: string, limit: number): string[] {
  const found = indexes.flatMap((index) =>
    prepareOnce(
      index,
      `SELECT term FROM ${PART_TABLES[index.part ?? "all"].vocabulary} WHERE term > ? AND term < ? LIMIT ?`,
    )
      .all(beginning, `${beginning}\u{10FFFF}`, limit)
      .map(({ term }) => String(term)),
  );
  return [...new Set(found)].sort().slice(0, limit);
}

/** How many memories of one root hold all of these words, and how many there are. */
export function countHolders(
  index: SearchIndex,
  words: readonly string[],
): { readonly holders: number; readonly memories: number } {
  const table = PART_TABLES[index.part ?? "all"].words;
  const found = prepareOnce(index, `SELECT count(*) AS count FROM ${table} WHERE ${table} MATCH ?`).get(
    words.map(quoteWord).join(" AND "),
  );
  return { holders: Number(found?.["count"] ?? 0), memories: readTotals([index]).memories };
}

/** A word holds no quote: nothing in a prompt can be an operator. */
export function quoteWord(word: string): string {
  return `"${word}"`;
}

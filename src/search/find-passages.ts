// The few hundred memories of one root that may fit: those that FTS5's own ranking puts first for the words asked for. What
// it costs is bounded, however common the words are: FTS5 scores about a million rows a second.

import { isUint8Array } from "node:util/types";
import type { QueryTerm } from "./choose-terms.ts";
import { quoteWord } from "./count-words.ts";
import type { SearchIndex } from "./open-index.ts";
import { decodePassage, type Passage } from "./passage.ts";
import { type RowFilter, renderFilter } from "./row-filter.ts";

export type Candidate = {
  readonly row: number;
  /** The place of its root among those searched. */
  readonly root: number;
  readonly passage: Passage;
};

export type CandidateQuery = {
  readonly indexes: readonly SearchIndex[];
  readonly terms: readonly QueryTerm[];
  readonly filter: RowFilter;
  /** How many of each root are ranked. */
  readonly candidatesMax: number;
};

const ROWS_MAX = 2_000;

export function findPassages({ indexes, terms, filter, candidatesMax }: CandidateQuery): Candidate[] {
  const match = chooseMatch(terms);
  if (match === "") return [];
  return indexes.flatMap((index, root) => {
    const rows = findRows(index, { match, filter, candidatesMax });
    return readPassages(index, rows).map((found) => ({ ...found, root }));
  });
}

/** The rarest words whose rows together are few enough; the others still count for what these find. Where even the rarest
 * word is in too many memories, those that hold it beside the next one. */
function chooseMatch(terms: readonly QueryTerm[]): string {
  const counts = new Map<string, number>();
  for (const { word, count, others } of terms) {
    if (word.telling && count > 0) counts.set(word.text, count);
    for (const other of others)
      if (other.asked && !counts.has(other.text)) counts.set(other.text, other.count);
  }
  const rarest = [...counts].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1));
  const [first, second] = rarest;
  if (first === undefined) return "";
  if (first[1] > ROWS_MAX && second !== undefined)
    return `${quoteWord(first[0])} AND ${quoteWord(second[0])}`;
  let rows = 0;
  const few = rarest.filter(([, count], place) => {
    rows += count;
    return place === 0 || rows <= ROWS_MAX;
  });
  return few.map(([word]) => quoteWord(word)).join(" OR ");
}

type RowQuery = Pick<CandidateQuery, "filter" | "candidatesMax"> & { readonly match: string };

function findRows({ database }: SearchIndex, { match, filter, candidatesMax }: RowQuery): number[] {
  const condition = renderFilter(filter);
  const found = database
    .prepare(
      `SELECT row FROM (
         SELECT rowid AS row, bm25(words, 2.0, 1.5, 1.0) AS score FROM words
         WHERE words MATCH ? AND ${condition.sql} ORDER BY rowid DESC LIMIT ${ROWS_MAX}
       ) ORDER BY score LIMIT ?`,
    )
    .all(match, ...condition.values, candidatesMax);
  return found.map(({ row }) => Number(row));
}

function readPassages({ database }: SearchIndex, rows: readonly number[]): Omit<Candidate, "root">[] {
  const found = database
    .prepare(
      "SELECT row, words, name_words, tag_words FROM passages WHERE row IN (SELECT value FROM json_each(?))",
    )
    .all(JSON.stringify(rows));
  return found.flatMap((columns) => {
    const words = columns["words"];
    if (!isUint8Array(words)) return [];
    const [nameWords, tagWords] = [Number(columns["name_words"]), Number(columns["tag_words"])];
    return [{ row: Number(columns["row"]), passage: decodePassage({ words, nameWords, tagWords }) }];
  });
}

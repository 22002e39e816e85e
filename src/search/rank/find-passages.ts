// The few hundred memories of one root that may fit: those that FTS5's own ranking puts first for the words asked for. What
// it costs is bounded, however common the words are: FTS5 scores about a million rows a second.

import { isUint8Array } from "node:util/types";
import { parseJson } from "../../memory/json.ts";
import { prepareOnce, type SearchIndex } from "../index/open-index.ts";
import {
  BYTES_PER_WORD,
  decodePassages,
  HASH_BYTES,
  type Passage,
  type PlacedPassage,
} from "../index/passage.ts";
import { type RowFilter, renderFilter } from "../index/row-filter.ts";
import { PART_TABLES } from "../index/tables.ts";
import { VECTOR_BLOCK, VECTOR_BYTES } from "../index/vectors.ts";
import { cosine, type Vector } from "../meaning/embed.ts";
import { DIMENSIONS } from "../meaning/word-table.ts";
import type { QueryTerm } from "./choose-terms.ts";
import { quoteWord } from "./count-words.ts";

export type Candidate = {
  readonly row: number;
  /** The place of its root among those searched. */
  readonly root: number;
  readonly passage: Passage;
  /** How near its meaning is to the prompt's; null where either has no vector. Most candidates are never asked. */
  readonly near: () => number | null;
};

export type CandidateQuery = {
  readonly indexes: readonly SearchIndex[];
  readonly terms: readonly QueryTerm[];
  readonly filter: RowFilter;
  /** How many of each root are ranked. */
  readonly candidatesMax: number;
  /** What the prompt means; null where only its words count. Not asked where no memory has a word of it. */
  readonly findMeaning: () => Vector | null;
};

const ROWS_MAX = 2_000;

export function findPassages({ indexes, terms, findMeaning, ...query }: CandidateQuery): Candidate[] {
  const match = renderMatch(chooseWords(terms));
  if (match === "") return [];
  const meaning = findMeaning();
  return indexes.flatMap((index, root) => {
    const { passages, vectors } = readBlock(index, { ...query, match, meaning });
    return passages.map(({ row, passage }, place) => {
      const near = (): number | null =>
        meaning === null ? null : cosine(meaning, vectors, place * DIMENSIONS);
      return { row, root, passage, near };
    });
  });
}

type WordMatch = { readonly kind: "any" | "all"; readonly words: readonly string[] };

/** The rarest words whose rows together are few enough; the others still count for what these find. Where even the rarest
 * word is in too many memories, those that hold it beside the next one. */
function chooseWords(terms: readonly QueryTerm[]): WordMatch {
  const rarest = listRarest(terms);
  const [first, second] = rarest;
  if (first !== undefined && first[1] > ROWS_MAX && second !== undefined)
    return { kind: "all", words: [first[0], second[0]] };
  let rows = 0;
  const few = rarest.filter(([, count], place) => {
    rows += count;
    return place === 0 || rows <= ROWS_MAX;
  });
  return { kind: "any", words: few.map(([word]) => word) };
}

/** What a store may be asked for: words that bring a memory into play alone, and in how many memories each is. */
export function listRarest(terms: readonly QueryTerm[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { word, count, others } of terms) {
    if (word.telling && count > 0) counts.set(word.text, count);
    for (const other of others)
      if (other.asked && !counts.has(other.text)) counts.set(other.text, other.count);
  }
  return [...counts].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1));
}

/** @returns nothing where no memory has a word. */
function renderMatch({ kind, words }: WordMatch): string {
  return words.map(quoteWord).join(kind === "all" ? " AND " : " OR ");
}

type BlockQuery = Pick<CandidateQuery, "filter" | "candidatesMax"> & {
  readonly match: string;
  readonly meaning: Vector | null;
};

type Block = { readonly passages: readonly PlacedPassage[]; readonly vectors: Int8Array };

const NO_BLOCK: Block = { passages: [], vectors: new Int8Array(0) };

const WORDS = `length(words) / ${BYTES_PER_WORD}`;
/** Each number as a number, whatever an index holds. */
const NUMBERS = [WORDS, "name_words", "tag_words", "body_words", "row"]
  .map((column) => `CAST(${column} AS INTEGER)`)
  .join(" || ',' || ");

function readBlock(index: SearchIndex, query: BlockQuery): Block {
  const { match, filter, candidatesMax, meaning } = query;
  const condition = renderFilter(filter);
  const { words } = PART_TABLES[index.part ?? "all"];
  const found = prepareOnce(
    index,
    `SELECT '[' || group_concat(${NUMBERS}) || ']' AS numbers,
       CAST(group_concat(substr(words, 1, ${WORDS} * ${HASH_BYTES}), '') AS BLOB) AS hashes,
       CAST(group_concat(substr(words, ${WORDS} * ${HASH_BYTES} + 1, ${WORDS}), '') AS BLOB) AS marks,
       ${meaning === null ? "NULL" : `CAST(group_concat(${VECTOR_BYTES}, '') AS BLOB)`} AS vectors
     FROM (
       SELECT found FROM (
         SELECT rowid AS found, bm25(${words}, 2.0, 1.5, 1.0, 1.0) AS score FROM ${words}
         WHERE ${words} MATCH ? AND ${condition.sql} ORDER BY rowid DESC LIMIT ${ROWS_MAX}
       ) ORDER BY score LIMIT ?
     ) CROSS JOIN passages ON row = found
       ${meaning === null ? "" : `LEFT JOIN vectors ON block = ${VECTOR_BLOCK}`}`,
  ).get(match, ...condition.values, candidatesMax);
  const numbers = parseJson(String(found?.["numbers"] ?? "[]"));
  const [hashes, marks, bytes] = [found?.["hashes"], found?.["marks"], found?.["vectors"]];
  if (!Array.isArray(numbers) || !isUint8Array(hashes) || !isUint8Array(marks)) return NO_BLOCK;
  const vectors = isUint8Array(bytes)
    ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    : NO_BLOCK.vectors;
  return { passages: decodePassages({ hashes, marks, numbers: numbers.map(Number) }), vectors };
}

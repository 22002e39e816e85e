// What strategy `credence` asks of the memories that it searches: the indexes of roots on this machine, or a store elsewhere that
// keeps the same words (hub/). Whoever answers decides which memories there are; the order is made here, from the same numbers.

import { readTagged, readUpdates, type UpdateRow } from "../index/linked-rows.ts";
import { type SearchIndex, verifiedPart } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import { type KindQuery, readKind } from "../index/start-rows.ts";
import type { IndexPart } from "../index/tables.ts";
import {
  findLonger,
  openWordCounter,
  readTotals,
  type Totals,
  type WordCounter,
} from "../rank/count-words.ts";
import { type Candidate, type CandidateQuery, findPassages } from "../rank/find-passages.ts";
import type { IndexRow } from "../row.ts";

export type SearchSource = {
  /** How many roots are searched; each is named by its place, the project's first. */
  readonly roots: number;
  readonly part: (part: IndexPart) => SearchPart;
  readonly readRows: (root: number, rows: readonly number[]) => ReadonlyMap<number, IndexRow>;
  readonly readKind: (root: number, query: KindQuery) => readonly IndexRow[];
  readonly readTagged: (root: number, asked: Tagged) => readonly IndexRow[];
  readonly readUpdates: (root: number, ids: readonly string[]) => readonly UpdateRow[];
};

export type SearchPart = {
  readonly readTotals: () => Totals;
  readonly openWordCounter: (totals: Totals) => WordCounter;
  readonly findLonger: (beginning: string, limit: number) => readonly string[];
  /** Its lists say how many memories hold a word, however many do. */
  readonly countsAll?: boolean;
  readonly findPassages: (query: Omit<CandidateQuery, "indexes">) => readonly Candidate[];
};

/** None where more than `most` have the tag. */
export type Tagged = { readonly part: IndexPart; readonly tag: string; readonly most: number };

export function readIndexes(all: readonly SearchIndex[]): SearchSource {
  const facts = all.map(verifiedPart);
  const ask = <Row>(root: number, read: (index: SearchIndex) => readonly Row[]): readonly Row[] => {
    const index = all[root];
    return index === undefined ? [] : read(index);
  };
  return {
    roots: all.length,
    part: (part) => {
      const indexes = part === "all" ? all : facts;
      return {
        readTotals: () => readTotals(indexes),
        openWordCounter: (totals) => openWordCounter(indexes, totals),
        findLonger: (beginning, limit) => findLonger(indexes, beginning, limit),
        findPassages: (query) => findPassages({ ...query, indexes }),
      };
    },
    readRows: (root, rows) => {
      const index = all[root];
      return index === undefined ? new Map() : readRows(index, rows);
    },
    readKind: (root, query) => ask(root, (index) => readKind(index, query)),
    readTagged: (root, { part, tag, most }) =>
      ask(root, (index) => readTagged(part === "all" ? index : verifiedPart(index), tag, most)),
    readUpdates: (root, ids) => ask(root, (index) => readUpdates(index, ids)),
  };
}

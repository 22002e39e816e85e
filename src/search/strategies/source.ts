// What strategy `credence` asks of the memories that it searches: the indexes of roots on this machine, or a store elsewhere that
// keeps the same words (hub/). Whoever answers decides which memories there are; the order is made here, from the same numbers.

import { prepareOnce, type SearchIndex, verifiedPart } from "../index/open-index.ts";
import { readRows, readRowsOf } from "../index/reader.ts";
import { type KindQuery, readKind } from "../index/start-rows.ts";
import { type IndexPart, PART_TABLES } from "../index/tables.ts";
import {
  findLonger,
  openWordCounter,
  readTotals,
  type Totals,
  type WordCounter,
} from "../rank/count-words.ts";
import { type Candidate, type CandidateQuery, findPassages } from "../rank/find-passages.ts";
import type { IndexRow } from "../row.ts";
import { toWords } from "../words/words.ts";

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

// Rows that belong to others: those that replace them, and those that have a tag in common.

/** An update of an update, and so on; a ring of memories that replace each other ends here. */
const GENERATIONS_MAX = 4;
const UPDATES_MAX = 8;

type UpdateRow = {
  readonly row: IndexRow;
  /** The one of those asked about that it replaces, or whose update it replaces. */
  readonly of: string;
};

/** Oldest first, as far as each says what it replaces. */
function readUpdates(index: SearchIndex, ids: readonly string[]): UpdateRow[] {
  const find = prepareOnce(
    index,
    `SELECT row, supersedes AS old FROM memories WHERE searchable = 1 AND supersedes IN (SELECT value FROM json_each(?))
     ORDER BY row LIMIT ${UPDATES_MAX}`,
  );
  const found: UpdateRow[] = [];
  let origins = new Map(ids.map((id) => [id, id]));
  for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
    const pairs = find.all(JSON.stringify([...origins.keys()]));
    if (pairs.length === 0) break;
    const rows = readRows(
      index,
      pairs.map(({ row }) => Number(row)),
    );
    const next = new Map<string, string>();
    for (const { row: number, old } of pairs) {
      const [row, of] = [rows.get(Number(number)), origins.get(String(old))];
      if (row === undefined || of === undefined || row.id === of) continue;
      found.push({ row, of });
      next.set(row.id, of);
    }
    origins = next;
  }
  return found;
}

/** All that have this tag. @returns none when there are more than `most`: such a tag says little. */
function readTagged(index: SearchIndex, tag: string, most: number): IndexRow[] {
  const words = toWords(tag).filter(({ whole }) => !whole);
  if (words.length === 0) return [];
  const match = words.map(({ text }) => `tags : "${text}"`).join(" AND ");
  const table = PART_TABLES[index.part ?? "all"].words;
  // Another tag may have the same words; a few of those do not hide that there are many.
  const rows = readRowsOf(
    index,
    `searchable = 1 AND row IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT ${most + 4})`,
    [match],
  );
  const tagged = rows.filter(({ tags }) => tags.includes(tag));
  return tagged.length > most ? [] : tagged;
}

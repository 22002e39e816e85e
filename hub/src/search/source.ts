// The memories of some roots as strategy `credence` reads them (src/search/strategies/source.ts): numbers from the word
// lists of the roots, candidates from the rows that the database matched. Ranking is synchronous, so a missing answer is
// noted and fetched, and ranking runs again.

import { matchesFilter } from "../../../src/search/index/row-filter.ts";
import type { KindQuery } from "../../../src/search/index/start-rows.ts";
import type { IndexPart } from "../../../src/search/index/tables.ts";
import { cosine } from "../../../src/search/meaning/embed.ts";
import type { Candidate } from "../../../src/search/rank/find-passages.ts";
import type { IndexRow } from "../../../src/search/row.ts";
import type { SearchPart, SearchSource, Tagged } from "../../../src/search/strategies/source.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import { choosePairs, type WordPair } from "./match.ts";
import type { ReadRow } from "./rows.ts";
import type { WordList } from "./word-list.ts";

export type WordAsk = {
  readonly kind: "words";
  readonly part: IndexPart;
  readonly pairs: readonly WordPair[];
};

export type Ask =
  | WordAsk
  | { readonly kind: "tag"; readonly part: IndexPart; readonly tag: string; readonly most: number }
  | { readonly kind: "category"; readonly query: KindQuery }
  | { readonly kind: "updates"; readonly ids: readonly string[] };

export type UpdateOf = { readonly row: IndexRow; readonly of: string };

/** The answers of the database, by `nameAsk`. */
export type Answers = {
  readonly rows: Map<string, readonly ReadRow[]>;
  readonly updates: Map<string, readonly UpdateOf[]>;
};

export function nameAsk(ask: Ask): string {
  return JSON.stringify(ask);
}

export type HubSource = SearchSource & {
  /** Returns the questions that had no answer, and resets the list. */
  readonly takeAsked: () => Ask[];
};

type SourceParts = {
  readonly lists: readonly WordList[];
  readonly answers: Answers;
  readonly rankedMax: number;
};

export function openHubSource({ lists, answers, rankedMax }: SourceParts): HubSource {
  const asked = new Map<string, Ask>();
  const note = (ask: Ask): void => void asked.set(nameAsk(ask), ask);
  const readRows = (ask: Ask): readonly ReadRow[] => {
    const found = answers.rows.get(nameAsk(ask));
    if (found === undefined) note(ask);
    return found ?? [];
  };
  const { known, findPassages } = openCandidates(readRows, { answers, rankedMax });
  return {
    roots: 1,
    part: (part) => ({ ...countIn(lists, part), findPassages: (query) => findPassages(part, query) }),
    readRows: (_, rows) => new Map(rows.flatMap((each) => pairOf(each, known.get(each)))),
    readKind: (_, query) => readRows({ kind: "category", query }).map(({ row }) => row),
    readTagged: (_, { part, tag, most }: Tagged) => {
      const found = readRows({ kind: "tag", part, tag, most });
      const rows = found.filter(({ row }) => isOf(row, part) && row.tags.includes(tag));
      return rows.length > most ? [] : rows.map(({ row }) => row);
    },
    readUpdates: (_, ids) => {
      const ask: Ask = { kind: "updates", ids };
      const found = answers.updates.get(nameAsk(ask));
      if (found === undefined) note(ask);
      return found ?? [];
    },
    takeAsked: () => {
      const all = [...asked.values()];
      asked.clear();
      return all;
    },
  };
}

type CandidateQuery = Parameters<SearchPart["findPassages"]>[0];

/** Belongs to one search, which has one filter. Its caches stay when ranking runs again with more answers. */
function openCandidates(
  readRows: (ask: Ask) => readonly ReadRow[],
  { answers, rankedMax }: Pick<SourceParts, "answers" | "rankedMax">,
) {
  const known = new Map<number, IndexRow>();
  const made = new Map<string, readonly Candidate[]>();
  const findPassages = (part: IndexPart, query: CandidateQuery): readonly Candidate[] => {
    const { terms, filter, findMeaning } = query;
    const pairs = choosePairs(terms, rankedMax);
    if (pairs.length === 0) return [];
    const ask: Ask = { kind: "words", part, pairs };
    const name = nameAsk(ask);
    const before = made.get(name);
    if (before !== undefined) return before;
    const meaning = findMeaning();
    const isAny = Object.keys(filter).length === 0;
    const rows = readRows(ask).filter(({ row }) => isOf(row, part) && (isAny || matchesFilter(row, filter)));
    for (const { row } of rows) known.set(row.row, row);
    const candidates = rows.map(({ row, passage, vector }) => ({
      row: row.row,
      root: 0,
      passage,
      near: () => (meaning === null || vector === null ? null : cosine(meaning, vector, 0)),
    }));
    if (answers.rows.has(name)) made.set(name, candidates);
    return candidates;
  };
  return { known, findPassages };
}

function pairOf(number: number, row: IndexRow | undefined): [number, IndexRow][] {
  return row === undefined ? [] : [[number, row]];
}

function isOf({ standing }: IndexRow, part: IndexPart): boolean {
  return part === "all" || standing === "verified";
}

/** Counts over all roots together, so that the scores of different roots are comparable. */
export function countIn(lists: readonly WordList[], part: IndexPart): Omit<SearchPart, "findPassages"> {
  return {
    readTotals: () => {
      const sum = { memories: 0, nameWords: 0, tagWords: 0, bodyWords: 0 };
      for (const { totals } of lists) {
        sum.memories += totals[part].memories;
        sum.nameWords += totals[part].nameWords;
        sum.tagWords += totals[part].tagWords;
        sum.bodyWords += totals[part].bodyWords;
      }
      return sum;
    },
    countsAll: true,
    openWordCounter: () => (words) => {
      const counts = new Map<string, number>();
      for (const word of words) {
        const hash = hashWord(word);
        let sum = 0;
        for (const list of lists) sum += list.count(hash, part);
        counts.set(word, sum);
      }
      return counts;
    },
    findLonger: (beginning, limit) => {
      const found = new Set<string>();
      for (const list of lists) {
        let taken = 0;
        for (const word of list.walkLonger(beginning)) {
          if (list.count(hashWord(word), part) === 0) continue;
          found.add(word);
          taken += 1;
          if (taken === limit) break;
        }
      }
      return [...found].sort().slice(0, limit);
    },
  };
}

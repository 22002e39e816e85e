// Selects the lookups for PostgreSQL: memories that hold one rare word of the query, and memories that hold two of its
// common words. The word lists of the token's roots tell how rare a word is, and a root without a word is not searched for
// it.

import type { IndexPart } from "../../../src/search/index/tables.ts";
import type { QueryTerm } from "../../../src/search/rank/choose-terms.ts";
import { listRarest } from "../../../src/search/rank/find-passages.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import type { Transaction } from "../database/connect.ts";
import { keyInRoot, keyOfPart } from "./keys.ts";
import type { WordList } from "./word-list.ts";

/** Both words must be present; a single word is paired with itself. The rarest come first. */
export type WordPair = readonly [string, string];

/** A word that finds up to this many times the limit is still used alone if the rarer words found almost nothing. */
const LAST_TIMES = 2;
const NEXT_TO_NOTHING = 0.25;
/** How many of the rarest common words are paired; fewer when their lists are this many times longer than the limit. */
const PAIRED_MAX = 3;
const LONG_TIMES = 10;

export function choosePairs(terms: readonly QueryTerm[], rankedMax: number): WordPair[] {
  const rarest = listRarest(terms);
  let rows = 0;
  const common: (typeof rarest)[number][] = [];
  const alone = rarest.flatMap(([word, count]): WordPair[] => {
    const isLast = rows < NEXT_TO_NOTHING * rankedMax && count <= LAST_TIMES * rankedMax;
    if (rows + count > rankedMax && !isLast && rarest.length > 1) {
      common.push([word, count]);
      return [];
    }
    rows += count;
    return [[word, word]];
  });
  const isLong = (common[0]?.[1] ?? 0) > LONG_TIMES * rankedMax;
  const paired = common.slice(0, isLong ? 2 : PAIRED_MAX).map(([word]) => word);
  const together = paired.flatMap((one, at) => paired.slice(at + 1).map((other): WordPair => [one, other]));
  return [...alone, ...together];
}

/** In more roots than this, a word is looked up once for all roots, and results of other roots are dropped. */
const SINGLE_ROOTS_MAX = 96;

export type WordQuery = {
  /** Pairs of the numbers of words or tags. */
  readonly numbers: readonly (readonly [number, number])[];
  readonly part: IndexPart;
  /** True when the word lists contain these words. */
  readonly isListed: boolean;
};

/** The maximum of all results, and of the results of each pair in a root. */
export type Limits = { readonly most: number; readonly each: number };

export type Matcher = (asked: readonly WordQuery[], limits: Limits) => Promise<number[]>;

/** @returns distinct rows in order. */
export function openMatcher(tx: Transaction, lists: ReadonlyMap<number, WordList>): Matcher {
  const roots = [...lists.keys()];
  const byRoot = roots.length <= SINGLE_ROOTS_MAX;
  return async (asked, { most, each: ofEach }) => {
    const lookups = asked.flatMap((each) => (byRoot ? placeInRoots(lists, each) : placeAnywhere(each)));
    if (lookups.length === 0) return [];
    // Rare words of facts first, then those of all memories, then common words in the same order.
    const inOrder = [...lookups.filter(isAlone), ...lookups.filter((lookup) => !isAlone(lookup))];
    const columns = [0, 1, 2].map((column) => inOrder.map((lookup) => lookup[column] ?? 0));
    const rows = await tx<{ row: number }[]>`
      SELECT match_words(${byRoot ? (columns[0] ?? []) : roots}, ${columns[1] ?? []}, ${columns[2] ?? []}, ${byRoot}, ${most}, ${ofEach}) AS row`;
    return [...new Set(rows.map(({ row }) => row))].sort((a, b) => a - b);
  };
}

type Lookup = readonly [root: number, one: number, other: number];

function isAlone([, one, other]: Lookup): boolean {
  return one === other;
}

function placeInRoots(
  lists: ReadonlyMap<number, WordList>,
  { numbers, part, isListed }: WordQuery,
): Lookup[] {
  return numbers.flatMap((pair) =>
    [...lists].flatMap(([root, list]): Lookup[] => {
      if (isListed && pair.some((number) => list.count(number, part) === 0)) return [];
      const [one, other] = pair.map((number) => keyInRoot(root, keyOfPart(number, part)));
      return [[root, one ?? 0, other ?? 0]];
    }),
  );
}

function placeAnywhere({ numbers, part }: WordQuery): Lookup[] {
  return numbers.map(([one, other]) => [0, keyOfPart(one, part), keyOfPart(other, part)]);
}

/** Facts first. A lookup among all memories also finds the facts that hold the word, so it replaces the lookup among facts. */
export function mergeAsked(asked: readonly PairsOfPart[]): WordQuery[] {
  const among = new Set(asked.filter(({ part }) => part === "all").flatMap(({ pairs }) => pairs.map(String)));
  const isFound = (pair: WordPair): boolean =>
    among.has(String(pair)) || pair.some((word) => among.has(String([word, word])));
  return asked
    .toSorted((a, b) => (a.part < b.part ? 1 : -1))
    .map(({ part, pairs }) => {
      const wanted = part === "all" ? pairs : pairs.filter((pair) => !isFound(pair));
      return { part, numbers: wanted.map(hashPair), isListed: true };
    });
}

export type PairsOfPart = { readonly part: IndexPart; readonly pairs: readonly WordPair[] };

function hashPair([one, other]: WordPair): [number, number] {
  return [hashWord(one), hashWord(other)];
}

// The number of memories of one root that hold each word, and the words themselves, so that ranking reads instead of
// counting. The list is one value in the row of its root: a reader of the root gets all of it, and a token that may not see
// the root learns none of its words.
//
// The bytes: the number of words and the totals of both parts; then, in the order of the words' hashes, how many memories
// and how many verified memories hold each word; then the words in alphabetical order: the position of each, and their
// letters.

import type { IndexPart } from "../../../src/search/index/tables.ts";
import type { Totals } from "../../../src/search/rank/count-words.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";

export type WordList = {
  readonly bytes: number;
  readonly totals: Readonly<Record<IndexPart, Totals>>;
  readonly count: (hash: number, part: IndexPart) => number;
  /** Longer words with this beginning, in order. */
  readonly walkLonger: (beginning: string) => Generator<string>;
};

/** The contribution of one memory to the counts. */
export type WordCounts = {
  readonly isVerified: boolean;
  readonly hashes: Iterable<number>;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
};

const TOTALS = ["memories", "nameWords", "tagWords", "bodyWords"] as const;
const HEAD = 1 + 2 * TOTALS.length;

export function readWordList(bytes: Uint8Array): WordList {
  if (bytes.length === 0) return readWordList(writeWordList(EMPTY));
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const numbers = new Int32Array(buffer, byteOffset, Math.floor(bytes.length / 4));
  const words = numbers[0] ?? 0;
  const hashes = numbers.subarray(HEAD, HEAD + words);
  const counts = {
    all: numbers.subarray(HEAD + words, HEAD + 2 * words),
    verified: numbers.subarray(HEAD + 2 * words, HEAD + 3 * words),
  };
  const spelled = numbers[HEAD + 3 * words] ?? 0;
  const starts = numbers.subarray(HEAD + 3 * words + 1, HEAD + 3 * words + 2 + spelled);
  const letters = Buffer.from(buffer, byteOffset + (HEAD + 3 * words + 2 + spelled) * 4);
  const wordAt = (at: number): string => letters.toString("utf8", starts[at] ?? 0, starts[at + 1] ?? 0);
  return {
    bytes: bytes.length,
    totals: { all: totalsAt(numbers, 1), verified: totalsAt(numbers, 1 + TOTALS.length) },
    count: (hash, part) => counts[part][findPlace(hashes.length, (at) => (hashes[at] ?? 0) - hash)] ?? 0,
    *walkLonger(beginning) {
      for (let at = findFirst(spelled, (place) => wordAt(place) > beginning); at < spelled; at += 1) {
        const word = wordAt(at);
        if (!word.startsWith(beginning)) return;
        yield word;
      }
    },
  };
}

function totalsAt(numbers: Int32Array, at: number): Totals {
  const [memories = 0, nameWords = 0, tagWords = 0, bodyWords = 0] = numbers.subarray(at, at + TOTALS.length);
  return { memories, nameWords, tagWords, bodyWords };
}

/** @returns -1 when no position compares equal. */
function findPlace(length: number, compare: (at: number) => number): number {
  const at = findFirst(length, (place) => compare(place) >= 0);
  return at < length && compare(at) === 0 ? at : -1;
}

/** The first position for which `isSo` holds; it must hold for all later positions, too. */
function findFirst(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Draft = {
  readonly totals: Record<IndexPart, Totals>;
  readonly counts: Map<number, { all: number; verified: number }>;
  readonly words: Set<string>;
};

const NOTHING: Totals = { memories: 0, nameWords: 0, tagWords: 0, bodyWords: 0 };
const EMPTY: Draft = { totals: { all: NOTHING, verified: NOTHING }, counts: new Map(), words: new Set() };

export type ListChange = {
  readonly gone: readonly WordCounts[];
  readonly come: readonly WordCounts[];
  /** Words of the memories in `come`. */
  readonly words: Iterable<string>;
};

/** The list after a change. A word that no memory holds any more is removed. */
export function changeWordList(bytes: Uint8Array, { gone, come, words }: ListChange): Uint8Array {
  const draft = openDraft(bytes);
  for (const each of gone) count(draft, each, -1);
  for (const each of come) count(draft, each, 1);
  for (const word of words) draft.words.add(word);
  return writeWordList(draft);
}

function openDraft(bytes: Uint8Array): Draft {
  const list = readWordList(bytes);
  const counts: Draft["counts"] = new Map();
  const words = new Set<string>();
  for (const word of list.walkLonger("")) {
    words.add(word);
    const hash = hashWord(word);
    counts.set(hash, { all: list.count(hash, "all"), verified: list.count(hash, "verified") });
  }
  return { totals: { ...list.totals }, counts, words };
}

function count({ totals, counts }: Draft, each: WordCounts, times: 1 | -1): void {
  const add = (to: Totals): Totals => ({
    memories: to.memories + times,
    nameWords: to.nameWords + times * each.nameWords,
    tagWords: to.tagWords + times * each.tagWords,
    bodyWords: to.bodyWords + times * each.bodyWords,
  });
  totals.all = add(totals.all);
  if (each.isVerified) totals.verified = add(totals.verified);
  for (const hash of each.hashes) {
    const known = counts.get(hash) ?? { all: 0, verified: 0 };
    known.all += times;
    if (each.isVerified) known.verified += times;
    counts.set(hash, known);
  }
}

function writeWordList({ totals, counts, words }: Draft): Uint8Array {
  const kept = [...counts].filter(([, { all }]) => all > 0).sort(([a], [b]) => a - b);
  const spelled = [...words].filter((word) => (counts.get(hashWord(word))?.all ?? 0) > 0).sort(compareText);
  const letters = spelled.map((word) => Buffer.from(word));
  let end = 0;
  const starts = [0, ...letters.map(({ length }) => (end += length))];
  const numbers = Int32Array.from([
    kept.length,
    ...[totals.all, totals.verified].flatMap((of) => TOTALS.map((key) => of[key])),
  ]);
  const columns = [
    numbers,
    Int32Array.from(kept, ([hash]) => hash),
    Int32Array.from(kept, ([, { all }]) => all),
    Int32Array.from(kept, ([, { verified }]) => verified),
    Int32Array.of(spelled.length),
    Int32Array.from(starts),
  ];
  return Buffer.concat([...columns.map(({ buffer }) => Buffer.from(buffer)), ...letters]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

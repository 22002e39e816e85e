// The search keys of a memory: numbers in one array under one index. Each word has a key of its own, for a search in many
// roots, and one mixed with the number of the root, for a search in a few: thirty roots with one word each are then thirty
// short lists, instead of a filter over one long list. The words of verified memories have a further key, so that a search
// among facts is independent of the other memories.
//
// Two keys may collide, so the reader compares the root of each result, and ranking compares the words.

import type { IndexPart } from "../../../src/search/index/tables.ts";

/** An arbitrary number that turns the key of a word into another key. */
const VERIFIED = 0x5bd1e995 | 0;

export function keyOfPart(word: number, part: IndexPart): number {
  return part === "all" ? word : word ^ VERIFIED;
}

export function keyInRoot(root: number, key: number): number {
  let mixed = key ^ Math.imul(root + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}

/** All keys of one memory. */
export function listKeys(root: number, words: readonly number[], isVerified: boolean): number[] {
  const own = isVerified ? [...words, ...words.map((word) => keyOfPart(word, "verified"))] : words;
  return [...new Set([...own, ...own.map((word) => keyInRoot(root, word))])];
}

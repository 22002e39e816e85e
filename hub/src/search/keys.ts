// What a memory is found by: numbers in one array under one index. Each word stands there by itself, for a search in many roots, and
// mixed with the number of its root, for a search in some: thirty roots with a word each are thirty short lists, and not what is left
// of one long list. The words of verified memories stand there once more, so that facts are found as if nothing else were there.
//
// Two numbers may be one by chance: whoever reads what was found compares the root, and ranking the words.

import type { IndexPart } from "../../../src/search/index/tables.ts";

/** Any number: it makes another word of a word. */
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

/** Of one memory. */
export function listKeys(root: number, words: readonly number[], isVerified: boolean): number[] {
  const own = isVerified ? [...words, ...words.map((word) => keyOfPart(word, "verified"))] : words;
  return [...new Set([...own, ...own.map((word) => keyInRoot(root, word))])];
}

// The features of a normalised text for the model: runs of four characters, words, pairs of words, and the concepts that
// the text mentions with their order. Each feature is hashed to a slot. Training lists the same slots
// (scripts/train/list-features.ts), and a test compares both. One pass, linear.

import { readUnits } from "../../units.ts";
import type { Mention } from "../concepts/read-concepts.ts";
import { conceptNames } from "../concepts/word-trie.ts";

const SLOT_BITS = 16;
export const SLOTS = 1 << SLOT_BITS;

/** A text is divided into cells of this many characters; windows begin and end at cells. */
export const CELL_CHARS = 20;

/** The weights of a text's features, summed up. Entry `k` of both covers all features below cell k; the last entry covers
 * all. */
export type CellSums = { readonly sums: Float64Array; readonly counts: Uint32Array };

/** The number of cells of a text of this length; its end belongs to a cell, too. */
export function countCells(length: number): number {
  return Math.floor(length / CELL_CHARS) + 1;
}

export const SPACE = 0x20;
export const DIGIT = 0x30;

export const BASE = 0x01000193;
const SHIFT = 32 - SLOT_BITS;

/** Punctuation that carries meaning to a model; all other marks are a gap between words. */
const MARKS = ':<>[]!?"';
/** Character → the class it counts as; characters beyond ASCII count as themselves. */
let classes = new Uint16Array(0);

/** Made on first use: most commands read no text. */
export function readClasses(): Uint16Array {
  if (classes.length > 0) return classes;
  classes = new Uint16Array(1 << 16).fill(SPACE, 0, 0x80).fill(DIGIT, 0x30, 0x3a);
  for (let code = 0x80; code < classes.length; code += 1) classes[code] = code;
  for (let code = 0x61; code <= 0x7a; code += 1) classes[code] = code;
  for (const mark of MARKS) classes[mark.charCodeAt(0)] = mark.charCodeAt(0);
  return classes;
}

/** A concept, its pair with the one before and with the one before that. */
export const FEATURES_PER_MENTION = 3;
/** Concepts further apart than this form no pair. */
const PAIR_CHARS = 120;

/** The weights are one number per slot. Scoring runs this over every text, so it omits everything that only training needs. */
export function sumFeatures(text: string, weights: Int8Array): CellSums {
  const { length } = text;
  const classOf = readClasses();
  const units = readUnits(text);
  const { sums, counts } = startCells(length);
  const chars = CELL_CHARS;
  let all = 0;
  let weight = 0;
  // The last three characters, oldest first.
  let second = 0;
  let third = 0;
  let last = SPACE;
  let word = 0;
  let wordBefore = 0;
  for (let cell = 1; cell < counts.length; cell += 1) {
    const end = Math.min(cell * chars, length + 1);
    let count = 0;
    let sum = 0;
    for (let at = (cell - 1) * chars; at < end; at += 1) {
      const character = classOf[units[at] ?? 0] ?? 0;
      // A gap counts once at any width, and a number once at any length.
      if (character === last && (character === SPACE || character === DIGIT)) continue;
      sum = (sum + (weights[mix(hashOn(hashOn(hashOn(second, third), last), character))] ?? 0)) | 0;
      count += 1;
      second = third;
      third = last;
      last = character;
      if (character >= 0x61 || character === DIGIT) {
        word = Math.imul(word ^ character, BASE) | 1;
      } else if (word !== 0) {
        sum =
          (sum +
            (weights[mix(word ^ 0x5bd1e995)] ?? 0) +
            (weights[mix(word ^ Math.imul(wordBefore, 31) ^ 0x297a2d39)] ?? 0)) |
          0;
        count += 2;
        wordBefore = word;
        word = 0;
      }
    }
    all += count;
    weight += sum;
    sums[cell] = weight;
    counts[cell] = all;
  }
  return { sums, counts };
}

/** Four of these in a row depend on no earlier hash, so the processor need not wait for one. */
export function hashOn(hash: number, next: number): number {
  return (Math.imul(hash, BASE) + next) | 0;
}

export function startCells(length: number): CellSums {
  const cells = countCells(length) + 1;
  return { sums: new Float64Array(cells), counts: new Uint32Array(cells) };
}

/** Hashed by name, so that a table may be reordered without new training. */
let nameHashes: readonly number[] = [];

function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), BASE);
  return hash;
}

/** Adds the concepts of the text, and the pairs of each with those shortly before it. */
export function addConcepts(
  { sums, counts }: CellSums,
  mentions: readonly Mention[],
  weights: Int8Array,
): void {
  let sum = 0;
  let count = 0;
  let next = 0;
  let start = startOf(mentions, next);
  for (let cell = 1; cell < counts.length; cell += 1) {
    while (start < cell * CELL_CHARS) {
      const pairs = countPairs(mentions, next);
      for (let back = 0; back <= pairs; back += 1) sum += weights[conceptSlot(mentions, next, back)] ?? 0;
      count += pairs + 1;
      next += 1;
      start = startOf(mentions, next);
    }
    sums[cell] = (sums[cell] ?? 0) + sum;
    counts[cell] = (counts[cell] ?? 0) + count;
  }
}

export function startOf(mentions: readonly Mention[], at: number): number {
  return mentions[at]?.start ?? Number.POSITIVE_INFINITY;
}

/** The number of preceding mentions that are near. */
export function countPairs(mentions: readonly Mention[], at: number): number {
  let pairs = 0;
  while (pairs + 1 < FEATURES_PER_MENTION) {
    const other = mentions[at - pairs - 1];
    if (other === undefined || startOf(mentions, at) - other.end > PAIR_CHARS) break;
    pairs += 1;
  }
  return pairs;
}

/** The slot of a mention alone, or of its pair with the mention `back` positions before it. */
export function conceptSlot(mentions: readonly Mention[], at: number, back: number): number {
  const other = back === 0 ? -1 : (mentions[at - back]?.concept ?? -1);
  return mix(conceptHash(mentions[at]?.concept ?? -1, other, back));
}

function conceptHash(concept: number, other: number, back: number): number {
  if (nameHashes.length === 0) nameHashes = conceptNames().map(hashName);
  const one = nameHashes[concept] ?? 0;
  const two = other === -1 ? 1 : (nameHashes[other] ?? 0);
  return Math.imul(Math.imul(one, 0x85ebca6b) ^ two, 0xc2b2ae35) ^ (back * 0x27d4eb2f);
}

export function mix(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return Math.imul(spread ^ (spread >>> 13), 0x297a2d39) >>> SHIFT;
}

// What the model sees of a normalised text: runs of four characters, words, pairs of words, and what the text speaks of,
// whatever its words: concepts and which follows which. Each is hashed to a slot. Training and scoring share this file, so
// they cannot disagree. One pass, linear.

import { readUnits } from "../../units.ts";
import type { Mention } from "../concepts/read-concepts.ts";
import { conceptNames } from "../concepts/word-trie.ts";

const SLOT_BITS = 16;
export const SLOTS = 1 << SLOT_BITS;

/** A text is divided into cells of so many characters; windows begin and end where cells do. */
export const CELL_CHARS = 20;

/** In the order of the text. Valid until the next text is read: the slots are used again. */
export type Features = {
  readonly slots: Uint16Array;
  /** How many features end before each cell, and how many there are. */
  readonly counts: Uint32Array;
};

/** How many cells a text of this length has: its end is in one, too. */
export function countCells(length: number): number {
  return Math.floor(length / CELL_CHARS) + 1;
}

const SPACE = 0x20;
const DIGIT = 0x30;
/** A gram and, at the end of a word, the word and its pair: never more than three a character, and three at the end. */
const FEATURES_PER_CHARACTER = 3;

const BASE = 0x01000193;
const BASE_TO_4 = Math.imul(Math.imul(BASE, BASE), Math.imul(BASE, BASE));
const SHIFT = 32 - SLOT_BITS;

/** Punctuation that carries meaning to a model; all other marks are a gap between words. */
const MARKS = ':<>[]!?"';
/** Character below 128 → what it counts as. */
const CLASSES = new Uint8Array(128).fill(SPACE);
for (let code = 0x61; code <= 0x7a; code += 1) CLASSES[code] = code;
for (let code = 0x30; code <= 0x39; code += 1) CLASSES[code] = DIGIT;
for (const mark of MARKS) CLASSES[mark.charCodeAt(0)] = mark.charCodeAt(0);

/** A concept, its pair with the one before and with the one before that. */
const FEATURES_PER_MENTION = 3;
/** Concepts further apart do not belong together. */
const PAIR_CHARS = 120;

const SHARED_FEATURES = (1 << 17) * FEATURES_PER_CHARACTER;
let shared = new Uint16Array(0);

/** A new array for each text would cost more than what is written to it. */
function makeRoom(count: number): Uint16Array {
  if (count > SHARED_FEATURES) return new Uint16Array(count);
  if (shared.length === 0) shared = new Uint16Array(SHARED_FEATURES);
  return shared;
}

export function readFeatures(text: string): Features {
  const { length } = text;
  const slots = makeRoom((length + 1) * FEATURES_PER_CHARACTER);
  const counts = new Uint32Array(countCells(length) + 1);
  const units = readUnits(text);
  let count = 0;
  let cell = 0;
  let cellEnd = CELL_CHARS;
  // The last four characters, oldest first, and the hash of all four.
  let first = 0;
  let second = 0;
  let third = 0;
  let last = SPACE;
  let gram = SPACE;
  let word = 0;
  let wordBefore = 0;
  for (let at = 0; at <= length; at += 1) {
    if (at === cellEnd) {
      cell += 1;
      cellEnd += CELL_CHARS;
      counts[cell] = count;
    }
    const code = units[at] ?? 0;
    const character = code < 128 ? (CLASSES[code] ?? SPACE) : code;
    // A gap counts once however wide it is, and a number however long.
    if (character === last && (character === SPACE || character === DIGIT)) continue;
    gram = (Math.imul(gram, BASE) + character - Math.imul(first, BASE_TO_4)) | 0;
    first = second;
    second = third;
    third = last;
    last = character;
    slots[count] = mix(gram);
    count += 1;
    if (character >= 0x61 || character === DIGIT) {
      word = Math.imul(word ^ character, BASE) | 1;
    } else if (word !== 0) {
      slots[count] = mix(word ^ 0x5bd1e995);
      slots[count + 1] = mix(word ^ Math.imul(wordBefore, 31) ^ 0x297a2d39);
      count += 2;
      wordBefore = word;
      word = 0;
    }
  }
  counts[cell + 1] = count;
  return { slots, counts };
}

/** By name, so that a table may be reordered without training anew. */
let nameHashes: readonly number[] = [];

function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), BASE);
  return hash;
}

/** The concepts of a text of this length, and the pairs of each with those shortly before it. */
export function readConceptFeatures(mentions: readonly Mention[], length: number): Features {
  const slots = new Uint16Array(mentions.length * FEATURES_PER_MENTION);
  const counts = new Uint32Array(countCells(length) + 1);
  let count = 0;
  let cell = 0;
  for (const [at, mention] of mentions.entries()) {
    for (; (cell + 1) * CELL_CHARS <= mention.start; cell += 1) counts[cell + 1] = count;
    for (let back = 0; back < FEATURES_PER_MENTION; back += 1) {
      const other = back === 0 ? undefined : mentions[at - back];
      if (back > 0 && (other === undefined || mention.start - other.end > PAIR_CHARS)) break;
      slots[count] = mix(conceptHash(mention.concept, other?.concept ?? -1, back));
      count += 1;
    }
  }
  counts.fill(count, cell + 1);
  return { slots, counts };
}

function conceptHash(concept: number, other: number, back: number): number {
  if (nameHashes.length === 0) nameHashes = conceptNames().map(hashName);
  const one = nameHashes[concept] ?? 0;
  const two = other === -1 ? 1 : (nameHashes[other] ?? 0);
  return Math.imul(Math.imul(one, 0x85ebca6b) ^ two, 0xc2b2ae35) ^ (back * 0x27d4eb2f);
}

function mix(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return Math.imul(spread ^ (spread >>> 13), 0x297a2d39) >>> SHIFT;
}

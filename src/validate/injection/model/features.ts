// What the model sees of a normalised text: runs of four characters, words, and pairs of words, each hashed to a slot.
// Training and scoring share this file, so they cannot disagree. One pass, linear.

import { readUnits } from "../../units.ts";

const SLOT_BITS = 16;
export const SLOTS = 1 << SLOT_BITS;

/** Valid until the next text is read: the arrays are used again. */
export type Features = {
  readonly count: number;
  readonly slots: Uint16Array;
  /** Where in the text each feature ends. */
  readonly offsets: Uint32Array;
};

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

const SHARED_FEATURES = (1 << 17) * FEATURES_PER_CHARACTER;
let shared: Pick<Features, "slots" | "offsets"> | null = null;

/** New arrays for each text would cost more than what is written to them. */
function makeRoom(count: number): Pick<Features, "slots" | "offsets"> {
  if (count > SHARED_FEATURES) return { slots: new Uint16Array(count), offsets: new Uint32Array(count) };
  shared ??= { slots: new Uint16Array(SHARED_FEATURES), offsets: new Uint32Array(SHARED_FEATURES) };
  return shared;
}

export function readFeatures(text: string): Features {
  const { slots, offsets } = makeRoom((text.length + 1) * FEATURES_PER_CHARACTER);
  const units = readUnits(text);
  let count = 0;
  // The last four characters, oldest first, and the hash of all four.
  let first = 0;
  let second = 0;
  let third = 0;
  let last = SPACE;
  let gram = SPACE;
  let word = 0;
  let wordBefore = 0;
  for (let at = 0; at <= text.length; at += 1) {
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
    offsets[count] = at;
    count += 1;
    if (character >= 0x61 || character === DIGIT) {
      word = Math.imul(word ^ character, BASE) | 1;
    } else if (word !== 0) {
      slots[count] = mix(word ^ 0x5bd1e995);
      offsets[count] = at;
      slots[count + 1] = mix(word ^ Math.imul(wordBefore, 31) ^ 0x297a2d39);
      offsets[count + 1] = at;
      count += 2;
      wordBefore = word;
      word = 0;
    }
  }
  return { count, slots, offsets };
}

function mix(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return Math.imul(spread ^ (spread >>> 13), 0x297a2d39) >>> SHIFT;
}

// The words of a memory in order, as numbers: what ranking reads instead of the text. The four-byte numbers come first, then
// a byte for each word: its form, and whether it is an identifier that also stands there in parts. A prompt reads sixty
// of them at once, as one block: sixty arrays would cost more than the reading. Name, tags and body come first, then the cues;
// before the words of each cue stands one entry that is no word: how many words follow, and in place of the mark how many tell.

import { isFunctionWord } from "../words/word-kinds.ts";
import type { MemoryWords, Word } from "../words/words.ts";

/** One memory among those that were read together: its words begin at `start`. */
export type Passage = {
  readonly hashes: Int32Array;
  readonly marks: Uint8Array;
  readonly start: number;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
  /** With the entry before each cue. */
  readonly cueWords: number;
};

/** Many passages as one question brings them: the words of all, one after the other. */
export type PassageBlock = {
  readonly hashes: Uint8Array;
  readonly marks: Uint8Array;
  /** Five for each passage: how many words it has, how many of them in the name, the tags and the body, and its row. */
  readonly numbers: readonly number[];
};

/** The mark of an identifier; those of other words are below. */
export const WHOLE = 0x80;
export const HASH_BYTES = 4;
/** The hash and the mark. */
export const BYTES_PER_WORD = HASH_BYTES + 1;

export function isWhole(mark: number): boolean {
  return (mark & WHOLE) !== 0;
}

export function formOf(mark: number): number {
  return mark & ~WHOLE;
}

export function encodePassage({ name, tags, body, cues }: MemoryWords): Uint8Array {
  const count = name.length + tags.length + body.length + countCueWords(cues);
  const bytes = new Uint8Array(count * BYTES_PER_WORD);
  const hashes = new Int32Array(bytes.buffer, 0, count);
  let at = 0;
  const put = (hash: number, mark: number): void => {
    hashes[at] = hash;
    bytes[count * HASH_BYTES + at] = mark;
    at += 1;
  };
  const putWords = (words: readonly Word[]): void => {
    for (const { hash, formHash, whole } of words) put(hash, formHash | (whole ? WHOLE : 0));
  };
  for (const words of [name, tags, body]) putWords(words);
  for (const cue of cues) {
    put(cue.length, countTelling(cue));
    putWords(cue);
  }
  return bytes;
}

/** Counts the entry before each cue, too. */
function countCueWords(cues: MemoryWords["cues"]): number {
  return cues.reduce((sum, { length }) => sum + 1 + length, 0);
}

/** In a cue of grammar alone every word counts. An identifier counts in its parts. */
function countTelling(cue: readonly Word[]): number {
  const words = cue.filter(({ whole }) => !whole);
  const telling = words.filter(({ form }) => !isFunctionWord(form));
  const counted = telling.length === 0 ? words : telling;
  return Math.min(WHOLE - 1, new Set(counted.map(({ hash }) => hash)).size);
}

/** The hash of each word, without the entries before cues. */
export function* walkHashes(passage: Passage): Generator<number> {
  const { hashes, start, nameWords, tagWords, bodyWords, cueWords } = passage;
  const cuesStart = start + nameWords + tagWords + bodyWords;
  for (const hash of hashes.subarray(start, cuesStart)) yield hash;
  const end = cuesStart + cueWords;
  for (let at = cuesStart; at < end; ) {
    const next = cueEnd(passage, at);
    for (const hash of hashes.subarray(at + 1, next)) yield hash;
    at = next;
  }
}

/** Behind the last word of the cue whose first entry is at `at`. */
export function cueEnd(
  { hashes, start, nameWords, tagWords, bodyWords, cueWords }: Passage,
  at: number,
): number {
  const end = start + nameWords + tagWords + bodyWords + cueWords;
  return Math.min(end, at + 1 + Math.max(0, hashes[at] ?? 0));
}

/** Whatever the bytes are, the result is in order with itself: an index is only a cache. */
export function decodePassages({ hashes: bytes, marks, numbers }: PassageBlock): PlacedPassage[] {
  // A view of four-byte numbers must begin at a multiple of four.
  const { buffer, byteOffset } = bytes.byteOffset % HASH_BYTES === 0 ? bytes : bytes.slice();
  const hashes = new Int32Array(buffer, byteOffset, Math.floor(bytes.length / HASH_BYTES));
  const words = Math.min(hashes.length, marks.length);
  const passages: PlacedPassage[] = [];
  let start = 0;
  for (let at = 0; at + 4 < numbers.length; at += 5) {
    const count = limit(numbers[at], words - start);
    const nameWords = limit(numbers[at + 1], count);
    const tagWords = limit(numbers[at + 2], count - nameWords);
    const bodyWords = limit(numbers[at + 3], count - nameWords - tagWords);
    const cueWords = count - nameWords - tagWords - bodyWords;
    const passage = { hashes, marks, start, nameWords, tagWords, bodyWords, cueWords };
    passages.push({ row: numbers[at + 4] ?? 0, passage });
    start += count;
  }
  return passages;
}

export type PlacedPassage = { readonly row: number; readonly passage: Passage };

/** A whole number from zero to `most`. */
function limit(number: number | undefined, most: number): number {
  return Math.max(0, Math.min(Math.trunc(number ?? 0) || 0, most));
}

// The words of a memory in order, as numbers: what ranking reads instead of the text. The four-byte numbers come first, then
// a byte for each word: its form, and whether it is an identifier that also stands there in parts. A prompt reads sixty
// of them at once, as one block: sixty arrays would cost more than the reading.

import type { MemoryWords } from "../words/words.ts";

/** One memory among those that were read together: its words begin at `start`. */
export type Passage = {
  readonly hashes: Int32Array;
  readonly marks: Uint8Array;
  readonly start: number;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
};

/** Many passages as one question brings them: the words of all, one after the other. */
export type PassageBlock = {
  readonly hashes: Uint8Array;
  readonly marks: Uint8Array;
  /** Four for each passage: how many words it has, how many of them in the name and in the tags, and its row. */
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

export function encodePassage({ name, tags, body }: MemoryWords): Uint8Array {
  const count = name.length + tags.length + body.length;
  const bytes = new Uint8Array(count * BYTES_PER_WORD);
  const hashes = new Int32Array(bytes.buffer, 0, count);
  let at = 0;
  for (const words of [name, tags, body]) {
    for (const { hash, formHash, whole } of words) {
      hashes[at] = hash;
      bytes[count * HASH_BYTES + at] = formHash | (whole ? WHOLE : 0);
      at += 1;
    }
  }
  return bytes;
}

/** Whatever the bytes are, the result is in order with itself: an index is only a cache. */
export function decodePassages({ hashes: bytes, marks, numbers }: PassageBlock): PlacedPassage[] {
  // A view of four-byte numbers must begin at a multiple of four.
  const { buffer, byteOffset } = bytes.byteOffset % HASH_BYTES === 0 ? bytes : bytes.slice();
  const hashes = new Int32Array(buffer, byteOffset, Math.floor(bytes.length / HASH_BYTES));
  const words = Math.min(hashes.length, marks.length);
  const passages: PlacedPassage[] = [];
  let start = 0;
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const count = limit(numbers[at], words - start);
    const nameWords = limit(numbers[at + 1], count);
    const tagWords = limit(numbers[at + 2], count - nameWords);
    const bodyWords = count - nameWords - tagWords;
    const passage = { hashes, marks, start, nameWords, tagWords, bodyWords };
    passages.push({ row: numbers[at + 3] ?? 0, passage });
    start += count;
  }
  return passages;
}

export type PlacedPassage = { readonly row: number; readonly passage: Passage };

/** A whole number from zero to `most`. */
function limit(number: number | undefined, most: number): number {
  return Math.max(0, Math.min(Math.trunc(number ?? 0) || 0, most));
}

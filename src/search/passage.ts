// The words of a memory in order, as numbers: what ranking reads instead of the text. The four-byte numbers come first, then
// a byte for each word: its form, and whether it is an identifier that also stands there in parts.

import { hashForm, hashWord } from "./hash-word.ts";
import type { MemoryWords } from "./words.ts";

export type Passage = {
  readonly hashes: Int32Array;
  readonly marks: Uint8Array;
  readonly nameWords: number;
  readonly tagWords: number;
  readonly bodyWords: number;
};

export type PassageColumns = {
  readonly words: Uint8Array;
  readonly nameWords: number;
  readonly tagWords: number;
};

/** The mark of an identifier; those of other words are below. */
export const WHOLE = 0x80;
const BYTES_PER_WORD = 5;

export function isWhole(mark: number): boolean {
  return (mark & WHOLE) !== 0;
}

export function formOf(mark: number): number {
  return mark & ~WHOLE;
}

export function encodePassage({ name, tags, body }: MemoryWords): Uint8Array {
  const words = [...name, ...tags, ...body];
  const bytes = new Uint8Array(words.length * BYTES_PER_WORD);
  const hashes = new Int32Array(bytes.buffer, 0, words.length);
  words.forEach(({ text, form, whole }, at) => {
    hashes[at] = hashWord(text);
    bytes[words.length * 4 + at] = hashForm(form) | (whole ? WHOLE : 0);
  });
  return bytes;
}

/** Whatever the bytes are, the result is in order with itself: an index is only a cache. */
export function decodePassage({ words, nameWords, tagWords }: PassageColumns): Passage {
  const count = Math.floor(words.length / BYTES_PER_WORD);
  // A view of four-byte numbers must begin at a multiple of four.
  const bytes = words.byteOffset % 4 === 0 ? words : words.slice();
  const inName = Math.max(0, Math.min(nameWords, count));
  const inTags = Math.max(0, Math.min(tagWords, count - inName));
  return {
    hashes: new Int32Array(bytes.buffer, bytes.byteOffset, count),
    marks: new Uint8Array(bytes.buffer, bytes.byteOffset + count * 4, count),
    nameWords: inName,
    tagWords: inTags,
    bodyWords: count - inName - inTags,
  };
}

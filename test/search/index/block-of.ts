// Passages as the question of a prompt brings them: the words of all of them, one after the other.

import {
  BYTES_PER_WORD,
  encodePassage,
  HASH_BYTES,
  type PassageBlock,
} from "../../../src/search/index/passage.ts";
import type { MemoryWords } from "../../../src/search/words/words.ts";

/** Their rows are 1, 2, 3 and so on. */
export function blockOf(memories: readonly MemoryWords[]): PassageBlock {
  const encoded = memories.map(encodePassage);
  const cuts = encoded.map((bytes) => (bytes.length / BYTES_PER_WORD) * HASH_BYTES);
  return {
    hashes: Buffer.concat(encoded.map((bytes, at) => bytes.subarray(0, cuts[at]))),
    marks: Buffer.concat(encoded.map((bytes, at) => bytes.subarray(cuts[at]))),
    numbers: memories.flatMap(({ name, tags, body }, at) => [
      (cuts[at] ?? 0) / HASH_BYTES,
      name.length,
      tags.length,
      body.length,
      at + 1,
    ]),
  };
}

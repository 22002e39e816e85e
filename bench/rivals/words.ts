// The words of a prompt that an agent would search for.

import { EXACT_STOP_WORDS } from "../../src/search/words/tables.ts";

const WORDS_MAX = 12;
const LENGTH_MIN = 3;

export function contentWords(prompt: string): string[] {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu) ?? [];
  return [...new Set(words)]
    .filter((word) => word.length >= LENGTH_MIN && !EXACT_STOP_WORDS.has(word))
    .slice(0, WORDS_MAX);
}

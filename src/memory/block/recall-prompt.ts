// Which prompts are worth a recall at all.

import { lazyPattern } from "../lazy-pattern.ts";

/** Fewer characters than this say nothing that could be looked for. */
const SPACED_CHARS_MIN = 10;
/** Where words are written without spaces between them, a few characters are a whole question. */
const UNSPACED_CHARS_MIN = 2;
const unspaced = lazyPattern(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`,
  "gu",
);
/** `/clear` or `/plugin:command words`; a path like `/etc/hosts` goes on with another slash. */
const SLASH_COMMAND = /^\/[A-Za-z][\w:-]*(?:\s|$)/;
const LOOKED_AT_CHARS = 2_000;

export function isPromptForRecall(prompt: string): boolean {
  const text = prompt.slice(0, LOOKED_AT_CHARS).trim();
  if (SLASH_COMMAND.test(text)) return false;
  if ([...text].length >= SPACED_CHARS_MIN) return true;
  return (text.match(unspaced())?.length ?? 0) >= UNSPACED_CHARS_MIN;
}

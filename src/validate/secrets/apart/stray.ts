// A value that nothing names, and that can be nothing but a password: letters in both cases, digits and signs, shuffled.

import { isShuffled } from "../judge/shape.ts";
import { listPatterns, type NamedPattern, type Restated, restate } from "./lines.ts";

const INNER_SIGN = /[A-Za-z0-9][!@#$%^&*?]{1,4}[A-Za-z0-9]/g;
const PART = /[A-Za-z0-9!@#$%^&*?_+.~-]/;
/** What may stand around it. */
const BEFORE = /^[\s"'`“”‘’„«»()[\],;:=|>]?$/;
const BEHIND = /^[\s"'`“”‘’„«»()[\],;:|<]?$/;
const SIDE_CHARS_MAX = 40;
/** What is longer is a token, and tokens are told by their form. */
const CHARS_MAX = 32;

export function restateStrays(text: string): Restated[] {
  const found: Restated[] = [];
  let end = 0;
  for (const { index } of text.matchAll(INNER_SIGN)) {
    if (index < end) continue;
    const start = walk(text, index, -1);
    end = walk(text, index, 1) + 1;
    const value = text.slice(start, end).replace(/[.?!-]{1,3}$/, "");
    const isAlone = BEFORE.test(text.charAt(start - 1)) && BEHIND.test(text.charAt(end));
    if (isAlone && value.length <= CHARS_MAX && isShuffled(value))
      found.push(restate("password", value, start));
  }
  return found;
}

/** The last place in this direction that is part of the value. */
function walk(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (Math.abs(at + step - from) <= SIDE_CHARS_MAX && PART.test(text.charAt(at + step))) at += step;
  return at;
}

export const STRAY_PATTERNS: readonly NamedPattern[] = listPatterns({ INNER_SIGN });

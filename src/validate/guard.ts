// Finds out which characters may precede a match, from the pattern itself: nearly all of our patterns begin with a
// lookbehind that refuses letters. A keyword in the middle of a word then needs no attempt.

import { BEHIND_ANYTHING, BEHIND_CAPITAL, BEHIND_DIGIT, BEHIND_SMALL } from "./keywords.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CLASSES: readonly (readonly [bit: number, characters: string])[] = [
  [BEHIND_SMALL, LETTERS],
  [BEHIND_CAPITAL, LETTERS.toUpperCase()],
  [BEHIND_DIGIT, "0123456789"],
];

/** The opening of a pattern that refuses one character before the match. */
const GUARD = /^\(\?<!(\[(?:[^\\\]]|\\.){1,200}\])\)/s;

/** In the bits of keywords. Anything may precede if the pattern does not tell. */
export function behindPattern({ source, flags }: RegExp): number {
  const refused = GUARD.exec(source)?.[1];
  if (refused === undefined || hasAlternatives(source)) return BEHIND_ANYTHING;
  return behindClass(refused, flags.replace(/[dgy]/g, ""));
}

/** Cached, because hundreds of patterns share a few guards. */
const behindClasses = new Map<string, number>();

function behindClass(refused: string, flags: string): number {
  const key = `${flags} ${refused}`;
  const known = behindClasses.get(key);
  if (known !== undefined) return known;
  const refuses = new RegExp(refused, flags);
  const behind = CLASSES.filter(([, characters]) =>
    Array.from(characters).every((each) => refuses.test(each)),
  ).reduce((bits, [bit]) => bits & ~bit, BEHIND_ANYTHING);
  behindClasses.set(key, behind);
  return behind;
}

/** Alternatives outside of all parentheses, of which only the first would be guarded. */
function hasAlternatives(source: string): boolean {
  if (!source.includes("|")) return false;
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const mark = source.charAt(at);
    if (mark === "\\") at += 1;
    else if (isInClass) isInClass = mark !== "]";
    else if (mark === "[") isInClass = true;
    else if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    else if (mark === "|" && depth === 0) return true;
  }
  return false;
}

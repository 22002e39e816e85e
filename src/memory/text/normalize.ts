// Threat: a pile of combining marks. Unicode normalisation sorts the marks of one base by insertion, so 80 kB of two
// alternating marks keep the engine busy for seconds. Every normalisation of foreign text therefore cuts the piles
// first; what is left is linear.

import { lazyPattern } from "../lazy-pattern.ts";

/** Unicode's own bound for text that is processed in streams; no writing comes near it. */
const pile = lazyPattern(
  String.raw`(?<![\p{M}\uFF9E\uFF9F])([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+`,
  "gu",
);
/** Compiling the pattern above takes longer than reading most texts, and few have so much foreign writing in a row. */
const MAY_BE_PILE = /[\u0300-\uFFFF]{31}/;
const ASCII = /^[\u0000-\u007F]*$/;

/** U+FF9E and U+FF9F are not marks themselves, but NFKC turns them into marks. */
export function cutMarkPiles(text: string): string {
  return MAY_BE_PILE.test(text) ? text.replace(pile(), "$1") : text;
}

/** Well-formed NFC. A lone surrogate becomes U+FFFD. */
export function normalizeText(text: string): string {
  return isAscii(text) ? text : cutMarkPiles(text.toWellFormed()).normalize("NFC");
}

function isAscii(text: string): boolean {
  return ASCII.test(text);
}

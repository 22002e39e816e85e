// The plain lower-case form of one character, whatever stands around it.

import { isInvisible } from "./invisible.ts";
import { PLAIN } from "./look-alikes.ts";

/** Accents, enclosing marks and overlays: on a Latin or Greek letter they are decoration to a matcher. */
const DECORATION =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u064b-\u0652]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u0640|\u0670/g;
const LETTERS_MAX = 4;
const LATIN_OR_GREEK = /^[\u0000-\u024f\u0370-\u03ff]*$/;

/** Takes one code point, with or without a mark that composes with it. The answer may be empty. */
export function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isInvisible(code)) return "";
  const letter = enclosedLetter(code);
  if (letter !== null) return letter;
  const compatible = character.normalize("NFKC");
  // One Arabic ligature stands for eighteen letters; a page of them must not become a book.
  const composed = (compatible.length > LETTERS_MAX ? character : compatible).toLowerCase();
  const bare = composed.normalize("NFD").replace(DECORATION, "");
  // A Cyrillic or Japanese letter is another letter without its mark, so only Latin and Greek ones lose it.
  const folded = LATIN_OR_GREEK.test(bare) ? bare : composed.replace(DECORATION, "");
  let plain = "";
  for (const part of folded) plain += PLAIN.get(part) ?? part;
  return plain;
}

/** Letters in black circles and squares, and flag letters, have no compatibility form. */
function enclosedLetter(code: number): string | null {
  const first = [0x1f150, 0x1f170, 0x1f1e6].find((from) => code >= from && code < from + 26);
  return first === undefined ? null : String.fromCharCode(0x61 + code - first);
}

// What a code point is by itself, as far as hiding things in text is concerned. Whether a mark or a selector may stay
// depends on its neighbours and is decided in hidden-chars.ts.

import { lazyPattern } from "../lazy-pattern.ts";

export const PLAIN = 1;
export const NEWLINE = 2;
/** Never shown: controls, bidi, zero-width, tag and other format characters, fillers, noncharacters. */
export const HIDDEN = 3;
/** A visible combining mark. */
export const MARK = 4;
/** U+034F keeps two marks in order; it means something only between a letter or mark and a mark. */
export const MARK_JOINER = 5;
/** U+FE00–FE0F: which glyph of the base. */
export const SELECTOR = 6;
/** U+E0100–E01EF: which glyph of an ideograph. */
export const IDEOGRAPH_SELECTOR = 7;
/** Free variation selectors of Mongolian. */
export const MONGOLIAN_SELECTOR = 8;

/** Format characters that are drawn: signs that Arabic, Syriac and Kaithi put before a number or a verse. */
const DRAWN_FORMAT = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]$/u;
const invisible = lazyPattern(
  String.raw`^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u200B-\u200F\u2028-\u202F\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]$`,
  "u",
);
const combining = lazyPattern(String.raw`^\p{M}$`, "u");

/** Remembered for the two planes of living scripts and emoji: 0 is not known yet. */
const remembered = new Uint8Array(0x20000);

export function kindOf(code: number): number {
  const known = remembered[code];
  if (known === undefined) return lookUp(code);
  if (known !== 0) return known;
  const kind = lookUp(code);
  remembered[code] = kind;
  return kind;
}

function lookUp(code: number): number {
  if (isCommonPlain(code)) return PLAIN;
  if (code === 0x0a) return NEWLINE;
  if (code === 0x034f) return MARK_JOINER;
  if (code >= 0xfe00 && code <= 0xfe0f) return SELECTOR;
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH_SELECTOR;
  if ((code >= 0x180b && code <= 0x180d) || code === 0x180f) return MONGOLIAN_SELECTOR;
  const char = String.fromCodePoint(code);
  if (DRAWN_FORMAT.test(char)) return PLAIN;
  if (invisible().test(char)) return HIDDEN;
  return combining().test(char) ? MARK : PLAIN;
}

/** What most text consists of, so that a short prompt need not pay for compiling the property tables above. */
function isCommonPlain(code: number): boolean {
  if (code < 0x300) return code === 0x09 || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code !== 0xad);
  const isPunctuation = (code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205f);
  const isArrowOrSymbol = code >= 0x2190 && code <= 0x2bff;
  const isCyrillicOrGreek = (code >= 0x370 && code <= 0x482) || (code >= 0x48a && code <= 0x52f);
  return isPunctuation || isArrowOrSymbol || isCyrillicOrGreek;
}

// Threat: text that a person reviewing a memory does not see and a model reads: tag characters, runs of variation
// selectors, zero-width and bidi characters, terminal controls, marks piled up until they cover the next line. They
// are dropped; marks and selectors that real writing needs survive, one selector a base and a bounded pile of marks.

import { lazyPattern } from "../lazy-pattern.ts";
import { MARKS_MAX } from "../limits.ts";

/** What most text consists of, the `…` of a cut among it: no such text is walked, and no property table compiled for it. */
const COMMON_PLAIN =
  /^[\t\n\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205F\u2190-\u2BFF]*$/;
/** In ASCII only digits, # and * have glyphs to choose from; a selector after any other could only carry data. */
const takesSelector = lazyPattern(String.raw`^(?:[0-9#*]|[^\u0000-\u007F\p{M}\p{Z}\p{C}])$`, "u");
const ideograph = lazyPattern(String.raw`^\p{Ideographic}$`, "u");
const mongolianLetter = lazyPattern(String.raw`^(?=\p{L})\p{Script=Mongolian}$`, "u");
const letter = lazyPattern(String.raw`^\p{L}$`, "u");

type Place = {
  /** The code point directly before, null when that one was dropped or there is none. */
  before: number | null;
  /** Marks and selectors on the current base, or null when the line has no base yet. */
  marks: number | null;
};

/** The text without hidden characters; `\n` and `\t` stay. Applying it twice changes nothing more. */
export function dropHidden(text: string): string {
  return replaceHidden(text, () => "");
}

/** As `dropHidden`, with something in the place of each hidden character, which stands at the offset `at`. */
export function replaceHidden(text: string, replacement: (char: string, at: number) => string): string {
  if (COMMON_PLAIN.test(text)) return text;
  const place: Place = { before: null, marks: null };
  let out = "";
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    const kind = kindOf(code);
    if (isKept(kind, place, text.codePointAt(end))) {
      place.before = code;
      place.marks = marksAfter(kind, place.marks);
    } else {
      out += text.slice(copied, at) + replacement(text.slice(at, end), at);
      copied = end;
      place.before = null;
    }
    at = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function isKept(kind: number, place: Place, next: number | undefined): boolean {
  switch (kind) {
    case HIDDEN:
      return false;
    case MARK:
      return place.marks !== null && place.marks < MARKS_MAX;
    case MARK_JOINER:
      return joinsMarks(place, next);
    case SELECTOR:
      return isLike(place.before, takesSelector);
    case IDEOGRAPH_SELECTOR:
      return isLike(place.before, ideograph);
    case MONGOLIAN_SELECTOR:
      return isLike(place.before, mongolianLetter);
    default:
      return true;
  }
}

function isLike(code: number | null, pattern: () => RegExp): boolean {
  return code !== null && pattern().test(String.fromCodePoint(code));
}

/** There must be room for the mark after it too, or the joiner would be left dangling. */
function joinsMarks({ before, marks }: Place, next: number | undefined): boolean {
  if (before === null || marks === null || marks + 2 > MARKS_MAX) return false;
  if (next === undefined || kindOf(next) !== MARK) return false;
  return kindOf(before) === MARK || isLike(before, letter);
}

function marksAfter(kind: number, marks: number | null): number | null {
  if (kind === NEWLINE) return null;
  return kind === PLAIN ? 0 : (marks ?? 0) + 1;
}

// What a code point is by itself, as far as hiding things in text is concerned. Whether a mark or a selector may stay
// depends on its neighbours and is decided in hidden-chars.ts.

const PLAIN = 1;
const NEWLINE = 2;
/** Never shown: controls, bidi, zero-width, tag and other format characters, fillers, noncharacters. */
const HIDDEN = 3;
/** A visible combining mark. */
const MARK = 4;
/** U+034F keeps two marks in order; it means something only between a letter or mark and a mark. */
const MARK_JOINER = 5;
/** U+FE00–FE0F: which glyph of the base. */
const SELECTOR = 6;
/** U+E0100–E01EF: which glyph of an ideograph. */
const IDEOGRAPH_SELECTOR = 7;
/** Free variation selectors of Mongolian. */
const MONGOLIAN_SELECTOR = 8;

/** Format characters that are drawn: signs that Arabic, Syriac and Kaithi put before a number or a verse. */
const DRAWN_FORMAT = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]$/u;
const invisible = lazyPattern(
  String.raw`^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u200B-\u200F\u2028-\u202F\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]$`,
  "u",
);
const combining = lazyPattern(String.raw`^\p{M}$`, "u");

/** Remembered for the two planes of living scripts and emoji: 0 is not known yet. */
const remembered = new Uint8Array(0x20000);

function kindOf(code: number): number {
  const known = remembered[code];
  if (known === undefined) return lookUp(code);
  if (known !== 0) return known;
  const kind = lookUp(code);
  remembered[code] = kind;
  return kind;
}

function lookUp(code: number): number {
  if (code === 0x0a) return NEWLINE;
  if (code === 0x034f) return MARK_JOINER;
  if (code >= 0xfe00 && code <= 0xfe0f) return SELECTOR;
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH_SELECTOR;
  if ((code >= 0x180b && code <= 0x180d) || code === 0x180f) return MONGOLIAN_SELECTOR;
  const char = String.fromCodePoint(code);
  if (COMMON_PLAIN.test(char)) return PLAIN;
  if (DRAWN_FORMAT.test(char)) return PLAIN;
  if (invisible().test(char)) return HIDDEN;
  return combining().test(char) ? MARK : PLAIN;
}

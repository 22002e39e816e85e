// Threat: text that a person reviewing a memory does not see and a model reads: tag characters, runs of variation
// selectors, zero-width and bidi characters, terminal controls, marks piled up until they cover the next line. They
// are dropped; marks and selectors that real writing needs survive, one selector a base and a bounded pile of marks.

import { lazyPattern } from "../lazy-pattern.ts";
import { MARKS_MAX } from "../limits.ts";
import {
  HIDDEN,
  IDEOGRAPH_SELECTOR,
  kindOf,
  MARK,
  MARK_JOINER,
  MONGOLIAN_SELECTOR,
  NEWLINE,
  PLAIN,
  SELECTOR,
} from "./char-kind.ts";

const PRINTABLE_ASCII = /^[\t\n\u0020-\u007E]*$/;
/** In ASCII only digits, # and * have glyphs to choose from; a selector after any other could only carry data. */
const takesSelector = lazyPattern(String.raw`^(?:[0-9#*]|[^\u0000-\u007F\p{M}\p{Z}\p{C}])$`, "u");
const ideograph = lazyPattern(String.raw`^\p{Ideographic}$`, "u");
const mongolianLetter = lazyPattern(String.raw`^(?=\p{L})\p{Script=Mongolian}$`, "u");
const letter = lazyPattern(String.raw`^\p{L}$`, "u");

type Place = {
  /** The code point directly before, null where that one was dropped or there is none. */
  before: number | null;
  /** Marks and selectors on the current base, or null where the line has no base yet. */
  marks: number | null;
};

/** The text without hidden characters; `\n` and `\t` stay. Applying it twice changes nothing more. */
export function dropHidden(text: string): string {
  return replaceHidden(text, () => "");
}

/** As `dropHidden`, with something in the place of each hidden character, which stands at the offset `at`. */
export function replaceHidden(text: string, replacement: (char: string, at: number) => string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
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

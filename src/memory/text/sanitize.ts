// The one sanitizer for everything that is stored, indexed, printed or shown to a model. Text is hostile on every
// side: it was written by a model that read the web, it arrived with a clone, or it was edited past our own writer.
// `sanitize…` gives clean text for files, index and terminal; `render…` also escapes it for a model. Each cleans,
// then cuts by code point, then escapes, so that no entity is ever cut. Cleaning twice changes nothing more.

import { KEY_CHARS_MAX, TAG_CHARS_MAX } from "../limits.ts";
import { escapeMarkup } from "./escape.ts";
import { dropHidden } from "./hidden-chars.ts";
import { neutralizeLine, neutralizeMarker } from "./line-grammar.ts";
import { normalizeText } from "./normalize.ts";

const WHITE_SPACE_CONTROL = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Clean text on one line. */
export function sanitizeLine(text: string, charsMax: number): string {
  return cut(text, charsMax, cleanLine);
}

/** Clean text on several lines; `\n` and `\t` stay, every other line end becomes `\n`. */
export function sanitizeText(text: string, charsMax: number): string {
  return cut(text, charsMax, cleanText);
}

/** A clean tag: lower case, no comma, words joined by `-` as people write tags. May be empty. */
export function sanitizeTag(text: string): string {
  return cut(text, TAG_CHARS_MAX, cleanTag);
}

/** The key of a category description: nothing but `a-z` and `_`. May be empty. */
export function sanitizeKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z_]/g, "")
    .slice(0, KEY_CHARS_MAX);
}

export function renderLine(text: string, charsMax: number): string {
  return escapeMarkup(sanitizeLine(text, charsMax));
}

export function renderTag(text: string): string {
  return escapeMarkup(sanitizeTag(text));
}

/** The marker is neutralised on this side only: in a file `(inferred)` is an ordinary word. */
export function renderText(text: string, charsMax: number): string {
  return escapeMarkup(neutralizeMarker(sanitizeText(text, charsMax)));
}

/** The first `charsMax` code points. */
export function truncateChars(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let end = 0;
  for (let chars = 0; chars < charsMax && end < text.length; chars += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** A cut may leave a bare arrow, a space or a joiner at the end, so what was cut is cleaned once more. */
function cut(text: string, charsMax: number, clean: (text: string) => string): string {
  const whole = clean(text);
  const start = truncateChars(whole, charsMax);
  return start === whole ? whole : clean(start);
}

function cleanLine(text: string): string {
  return settle(text.replace(WHITE_SPACE_CONTROL, " "), neutralizeLine);
}

function cleanText(text: string): string {
  return settle(text.replace(LINE_END, "\n"), (line) => line);
}

function cleanTag(text: string): string {
  return settle(text.replace(WHITE_SPACE_CONTROL, " "), (tag) =>
    neutralizeLine(tag.replaceAll(",", "")).toLowerCase().replaceAll(" ", "-"),
  );
}

/**
 * Dropping a character can join a base with a mark, and composing them can make room for more, so both are repeated
 * until nothing changes. It ends because every round but the last drops or replaces something that never comes back.
 */
function settle(text: string, neutralize: (text: string) => string): string {
  let clean = normalizeText(text);
  for (;;) {
    const next = neutralize(dropHidden(clean));
    if (next === clean) return clean;
    clean = normalizeText(next);
  }
}

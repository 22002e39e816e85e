// The one sanitizer for everything that is stored, indexed, printed or shown to a model. Text is hostile on every
// side: it was written by a model that read the web, it arrived with a clone, or it was edited past our own writer.
// `sanitize…` gives clean text for files, index and terminal; `render…` also escapes it for a model. Each cleans,
// then cuts by code point, then escapes, so that no entity is ever cut. Cleaning twice changes nothing more.

import { lazyPattern } from "../lazy-pattern.ts";
import { KEY_CHARS_MAX, TAG_CHARS_MAX } from "../limits.ts";
import { neutralizeHeadings, neutralizeMarkers, spellsBlockMark } from "./block-marks.ts";
import { dropHidden } from "./hidden-chars.ts";

const WHITE_SPACE_CONTROL = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

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
  return escapeMarkup(foldLine(text, charsMax));
}

export function renderTag(text: string): string {
  return escapeMarkup(fold(text, spellsSeparator, (tag) => cut(tag, TAG_CHARS_MAX, cleanShownTag)));
}

/** The marks of the block are neutralised on this side only: in a file `(inferred)` is an ordinary word. */
export function renderText(text: string, charsMax: number): string {
  return escapeMarkup(foldText(text, charsMax));
}

/** As for a model, and not escaped yet. */
export function foldLine(text: string, charsMax: number): string {
  return fold(text, spellsSeparator, (line) => cut(line, charsMax, cleanShownLine));
}

export function foldText(text: string, charsMax: number): string {
  return fold(text, spellsBlockMark, (each) => cut(each, charsMax, cleanExcerpt));
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

/** What a marker becomes is no base for a selector that stood behind it. */
function cleanExcerpt(text: string): string {
  return settle(text.replace(LINE_END, "\n"), (each) => neutralizeHeadings(neutralizeMarkers(each)));
}

function cleanShownLine(text: string): string {
  return settle(text.replace(WHITE_SPACE_CONTROL, " "), (line) => neutralizeHeadings(neutralizeLine(line)));
}

function cleanTag(text: string): string {
  return settle(text.replace(WHITE_SPACE_CONTROL, " "), neutralizeTag);
}

function cleanShownTag(text: string): string {
  return settle(text.replace(WHITE_SPACE_CONTROL, " "), (tag) => neutralizeHeadings(neutralizeTag(tag)));
}

function neutralizeTag(tag: string): string {
  return neutralizeLine(tag.replaceAll(",", "")).toLowerCase().replaceAll(" ", "-");
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

// Threat: a pile of combining marks. Unicode normalisation sorts the marks of one base by insertion, so 80 kB of two
// alternating marks keep the engine busy for seconds. Every normalisation of foreign text therefore cuts the piles
// first; what is left is linear.

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

// Threat: a name that is read as more than a name. An index line is `- [LABEL] name -> path #tags:a,b`, so a field contains
// neither the separators nor a marker (block-marks.ts).

const TAGS_MARKER = "#tags:";
/** White space is collapsed before; at either end of the line a bare arrow would join with ours. */
const BARE_ARROW = /(^| )->(?= |$)/g;

/** One line without separators, marker, outer or repeated white space. */
function neutralizeLine(text: string): string {
  const oneSpaced = removeTagsMarker(text)
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
  return neutralizeMarkers(oneSpaced.includes("->") ? oneSpaced.replace(BARE_ARROW, "$1-") : oneSpaced);
}

/**
 * Removing one `#tags:` may join the halves of another, so the text is rebuilt unit by unit and looks back after each:
 * one pass, however deep they are nested.
 */
function removeTagsMarker(text: string): string {
  if (!text.toLowerCase().includes(TAGS_MARKER)) return text;
  const kept = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    kept[length] = text.charCodeAt(at);
    length += 1;
    if (endsInMarker(kept, length)) length -= TAGS_MARKER.length;
  }
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(kept.subarray(0, length));
}

/** Bit 0x20 makes a letter lower case; controls, which it would turn into punctuation, were dropped before. */
function endsInMarker(units: Uint16Array, length: number): boolean {
  const start = length - TAGS_MARKER.length;
  for (let at = TAGS_MARKER.length - 1; at >= 0; at -= 1) {
    if (((units[start + at] ?? 0) | 0x20) !== TAGS_MARKER.charCodeAt(at)) return false;
  }
  return true;
}

// Threat: look-alikes of the block's own marks. A full-width or small `<` is no markup, but a model may read it as one. Those
// that Unicode itself calls the same character are folded, and so is a whole field in which they spell a separator or the
// marker; full-width signs that spell neither stay, because East Asian text is full of them.

export const LOOKS_LIKE_MARK =
  /[\uFE47\uFE48\uFE5F\uFE60\uFE64\uFE65\uFF02\uFF03\uFF06\uFF07\uFF1C\uFF1E\uFF3B\uFF3D\uFF5C]/g;
const SEPARATOR = /#tags:|(?:^| )->(?= |$)/i;

function spellsSeparator(text: string): boolean {
  return SEPARATOR.test(text) || spellsBlockMark(text);
}

/** What looks like one of the marks is cleaned once more, as what it looks like. */
function fold(text: string, spellsMark: (text: string) => boolean, clean: (text: string) => string): string {
  const once = clean(text);
  if (isAscii(once)) return once;
  const folded = cutMarkPiles(once).normalize("NFKC");
  const plain = (spellsMark(folded) ? clean(folded) : once).replace(LOOKS_LIKE_MARK, (char) =>
    char.normalize("NFKC"),
  );
  // A sign that was folded is no base any more for what stood behind it.
  return plain === once ? once : clean(plain);
}

// Threat: a stored text that closes our block and goes on as if it were the client or the user. No field reaches a
// model with a character that could open, close or continue a tag, an attribute or an entity.

const ENTITY_OF: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escape last: a text that is cut after escaping may end in half an entity. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITY_OF[char] ?? char);
}

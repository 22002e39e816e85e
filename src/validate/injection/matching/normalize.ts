// The copy that patterns and the model read: what a model would understand, however it was spelled. Lower case, plain
// letters, no invisible characters, nothing escaped, no letters set apart. Linear in the length of the text.

import { readUnits } from "../../units.ts";
import { foldCharacters } from "./fold.ts";
import { joinLetters } from "./join-letters.ts";
import { type MappedText, startEdits, unmapped } from "./mapped-text.ts";

export function normalizeForMatching(text: string): MappedText {
  const mapped = joinLetters(foldCharacters(decodeEscapes(unmapped(text))));
  // Every character whose lower case is longer than itself was folded above, so offsets stay as they are.
  return { text: mapped.text.toLowerCase(), originalOffset: mapped.originalOffset };
}

// Finds the stretches of a text that could be base64 or hexadecimal. Looking only at every n-th character, it reads a
// fraction of what a pattern would: a run as long as we want cannot hide between two looks.

const RUN_CHARS_MIN = 24;

const IS_ENCODED = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-") {
  IS_ENCODED[character.charCodeAt(0)] = 1;
}

export type Run = { readonly start: number; readonly end: number };

export function findLongRuns(text: string): Run[] {
  const runs: Run[] = [];
  let start = 0;
  while (start + RUN_CHARS_MIN <= text.length) {
    // Backwards from where the run would have to reach: the first gap met is the last one before that place.
    let gap = start + RUN_CHARS_MIN - 1;
    while (gap >= start && isEncoded(text, gap)) gap -= 1;
    if (gap >= start) {
      start = gap + 1;
      continue;
    }
    let end = start + RUN_CHARS_MIN;
    while (end < text.length && isEncoded(text, end)) end += 1;
    while (text.charCodeAt(end) === 0x3d && end < text.length) end += 1;
    runs.push({ start, end });
    start = end;
  }
  return runs;
}

function isEncoded(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IS_ENCODED[code] === 1;
}

// A sentence that goes on in the next line is one sentence, also behind the marks of a quote, a comment or a list. Rules
// about wording read this copy; rules about lines read the one before. An empty line still ends a paragraph.

const WRAP = /[^\S\n]{0,8}\n[^\S\n]{0,8}(?:[>#*/|-]{1,3}[^\S\n]{1,8}){0,2}(?=\S)|[^\S\n]{2,64}|\t/y;

export function unwrapLines(source: MappedText): MappedText {
  const { text } = source;
  const units = readUnits(text);
  const edits = startEdits(source);
  for (let at = 0; at < text.length; at += 1) {
    if (!mayWrap(units, at)) continue;
    WRAP.lastIndex = at;
    if (!WRAP.test(text)) continue;
    edits.replace(at, WRAP.lastIndex, " ");
    at = WRAP.lastIndex - 1;
  }
  return edits.finish();
}

const TAB = 0x09;
const NEWLINE = 0x0a;

/** A single space between words is no gap, and most blanks are one. */
function mayWrap(units: Uint16Array, at: number): boolean {
  const unit = units[at] ?? 0;
  if (!isBlank(unit)) return false;
  return unit === NEWLINE || unit === TAB || isBlank(units[at + 1] ?? 0);
}

function isBlank(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= TAB && unit <= 0x0d);
  return unit === 0xa0 || (unit >= 0x1680 && /\s/.test(String.fromCharCode(unit)));
}

// Character references and percent or backslash escapes are read by a model as easily as the letters they stand for.

/** Numeric references alone are always text; other escapes are ordinary in URLs and code, so only runs count. */
const REFERENCE = /&#(?:x([0-9a-f]{2,5})|(\d{2,6}));/gi;
const ESCAPED_RUN = /(?:%[2-7][0-9a-f]|\\x[2-7][0-9a-f]|\\u00[2-7][0-9a-f]){2,64}/gi;
const ONE_ESCAPE = /(?:%|\\x|\\u00)([2-7][0-9a-f])/gi;

function decodeEscapes(source: MappedText): MappedText {
  let mapped = source;
  if (mapped.text.includes("&#")) mapped = decodeReferences(mapped);
  if (mapped.text.includes("%") || mapped.text.includes("\\")) mapped = decodeRuns(mapped);
  return mapped;
}

function decodeReferences(source: MappedText): MappedText {
  const edits = startEdits(source);
  for (const match of source.text.matchAll(REFERENCE)) {
    const [whole, hex, decimal] = match;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (isCharacter) edits.replace(match.index, match.index + whole.length, String.fromCodePoint(code));
  }
  return edits.finish();
}

function decodeRuns(source: MappedText): MappedText {
  const edits = startEdits(source);
  for (const run of source.text.matchAll(ESCAPED_RUN)) {
    for (const match of run[0].matchAll(ONE_ESCAPE)) {
      const start = run.index + match.index;
      const character = String.fromCharCode(Number.parseInt(match[1] ?? "20", 16));
      edits.replace(start, start + match[0].length, character);
    }
  }
  return edits.finish();
}

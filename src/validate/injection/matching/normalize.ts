// The copy that patterns and the model read: what a model would understand, however it was spelled. Lower case, plain
// letters, no invisible characters, nothing escaped, no letters set apart. Linear in the length of the text.

import { type ForeignRun, foldCharacters, listForeign } from "./fold.ts";
import { joinLetters } from "./join-letters.ts";
import { type MappedText, type Rewrite, startEdits, startRewrite, unmapped } from "./mapped-text.ts";

/** `foreign` are the runs of the text as it was written. */
export function normalizeForMatching(
  text: string,
  foreign: readonly ForeignRun[] = listForeign(text),
): MappedText {
  const decoded = decodeEscapes(unmapped(text));
  return joinLetters(foldCharacters(decoded, decoded.text === text ? foreign : listForeign(decoded.text)));
}

// A sentence that goes on in the next line is one sentence, also behind the marks of a quote, a comment or a list. Rules
// about wording read this copy; rules about lines read the one before. An empty line still ends a paragraph.

const WRAP = /[^\S\n]{0,8}\n[^\S\n]{0,8}(?:[>#*/|-]{1,3}[^\S\n]{1,8}){0,2}(?=\S)|[^\S\n]{2,64}|\t/y;

export function unwrapLines(source: MappedText): MappedText {
  const { text } = source;
  const rewrite = startRewrite(source);
  let isSame = true;
  for (let at = copyWords(rewrite, 0, text.length); at < text.length; ) {
    const end = wrapEnd(text, rewrite.units, at);
    isSame &&= end === at;
    if (end > at) rewrite.replace(at, end, " ");
    else rewrite.out[at - rewrite.shift] = rewrite.units[at] ?? 0;
    at = copyWords(rewrite, Math.max(end, at + 1), text.length);
  }
  return isSame ? source : rewrite.finish();
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/** What a unit is to a gap: a blank is one if another follows it. */
const [BLANK, BREAK] = [1, 2];
/** What `\s` means. */
const BLANKS =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
let gapKinds = new Uint8Array(0);

/** Made on first use: most commands read no text. */
function readGapKinds(): Uint8Array {
  if (gapKinds.length > 0) return gapKinds;
  gapKinds = new Uint8Array(1 << 16);
  for (const blank of BLANKS) gapKinds[blank.charCodeAt(0)] = BLANK;
  for (const unit of [NEWLINE, TAB]) gapKinds[unit] = BREAK | BLANK;
  return gapKinds;
}

/** Up to where lines may be joined. A single space between words is no gap, and most blanks are one. */
function copyWords({ units, out, shift }: Rewrite, from: number, length: number): number {
  const kinds = readGapKinds();
  let before = 0;
  for (let at = from; at < length; at += 1) {
    const unit = units[at] ?? 0;
    const kind = kinds[unit] ?? 0;
    // No branch but for gaps: guessing wrong at each space would cost more than all the rest.
    if (((kind >> 1) | (kind & before)) !== 0) return (before & kind) === 0 ? at : at - 1;
    out[at - shift] = unit;
    before = kind;
  }
  return length;
}

/** Where the gap ends that begins here, or the same offset. */
function wrapEnd(text: string, units: Uint16Array, at: number): number {
  if (units[at] === NEWLINE) {
    if (units[at + 1] === NEWLINE) return at;
    const end = wordsStart(units, at + 1);
    if (end !== UNTOLD) return end;
  }
  WRAP.lastIndex = at;
  return WRAP.test(text) ? WRAP.lastIndex : at;
}

const UNTOLD = -1;
const INDENT_MAX = 8;
const MARKS_MAX = 3;

/** Where the pattern would stop on a line that begins here, for what most lines begin with: spaces, then marks and spaces or
 * none, then a word. */
function wordsStart(units: Uint16Array, start: number): number {
  const indented = skipSpaces(units, start);
  if (indented - start > INDENT_MAX) return UNTOLD;
  if (isOfWord(units[indented] ?? 0)) return indented;
  let marked = indented;
  while (isMark(units[marked] ?? 0) && marked - indented <= MARKS_MAX) marked += 1;
  const words = skipSpaces(units, marked);
  const isMarked = marked > indented && marked - indented <= MARKS_MAX;
  const isSpaced = words > marked && words - marked <= INDENT_MAX;
  return isMarked && isSpaced && isOfWord(units[words] ?? 0) ? words : UNTOLD;
}

/** At most one more than the pattern allows. */
function skipSpaces(units: Uint16Array, from: number): number {
  let at = from;
  while (units[at] === SPACE && at - from <= INDENT_MAX) at += 1;
  return at;
}

/** Of a quote, a comment, a heading, a list or a table. */
function isMark(unit: number): boolean {
  return unit === 0x2d || unit === 0x2a || unit === 0x23 || unit === 0x3e || unit === 0x7c || unit === 0x2f;
}

function isOfWord(unit: number): boolean {
  return unit > SPACE && unit < 0x7f && !isMark(unit);
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

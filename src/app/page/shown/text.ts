// A text as the page shows it: hidden characters and look-alike letters by their numbers, secrets covered.
//
// Attack: the user is asked to decide about a text that contains a key, while another person looks at the screen, or about
// a text that looks like another one. A value that a check takes for a secret never reaches the page; a character that a
// reader would not see does. Fails closed: if a secret is still found after covering, the whole text is covered.

import { revealLine } from "../../../memory/text/look-alikes.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { stripRedacted } from "../../../memory/text/strip-redacted.ts";
import { wholeChars } from "../../../search/excerpt.ts";
import { checkSecrets, locateSecrets, type Span } from "../../../validate/check-secrets.ts";
import { maskSecret } from "../../../validate/mask-secret.ts";
import { scanSecrets } from "../../../validate/secrets/scan-secrets.ts";
import type { CheckContext } from "../../../validate/verdict.ts";

export type { Span } from "../../../validate/check-secrets.ts";

export type ShownText = {
  readonly text: string;
  /** Maps an offset of the source to its position in `text`. */
  readonly at: (offset: number) => number;
};

type Piece = { readonly from: number; readonly to: number; readonly shown: number; readonly isSame: boolean };

/** Blanks split a line into pieces that are revealed one by one, which tears no word. */
const PIECES = /[\t\p{Zs}\u2800]+|[^\t\p{Zs}\u2800]+/gu;
/** A longer piece that is shown differently from its source has a single position. */
const EXACT_CHARS_MAX = 1_000;

export function showText(source: string, masks: readonly Span[] = []): ShownText {
  const pieces: Piece[] = [];
  let text = "";
  const add = ({ start, end }: Span, shown: string): void => {
    pieces.push({ from: start, to: end, shown: text.length, isSame: shown === source.slice(start, end) });
    text += shown;
  };
  let at = 0;
  for (const mask of joinSpans(masks)) {
    for (const { span, shown } of revealBetween(source, { start: at, end: mask.start })) add(span, shown);
    add(mask, sayMask(source.slice(mask.start, mask.end)));
    at = mask.end;
  }
  for (const { span, shown } of revealBetween(source, { start: at, end: source.length })) add(span, shown);
  return { text, at: (offset) => place(source, pieces, offset) ?? text.length };
}

type ShownSpan = { readonly span: Span; readonly shown: string };

/** Reveals line by line; a line that changes is revealed piece by piece. */
function* revealBetween(source: string, { start, end }: Span): Generator<ShownSpan> {
  for (let at = start; at < end; ) {
    const newline = source.indexOf("\n", at);
    const isLast = newline === -1 || newline >= end;
    const isReturn = !isLast && newline > at && source[newline - 1] === "\r";
    const lineEnd = isLast ? end : newline - Number(isReturn);
    const line = source.slice(at, lineEnd);
    const parts = revealLine(line) === line ? [[line, 0] as const] : splitPieces(line);
    for (const [part, from] of parts)
      yield { span: { start: at + from, end: at + from + part.length }, shown: revealLine(part) };
    if (!isLast) yield { span: { start: lineEnd, end: newline + 1 }, shown: "\n" };
    at = isLast ? end : newline + 1;
  }
}

function splitPieces(line: string): (readonly [string, number])[] {
  return Array.from(line.matchAll(PIECES), ({ 0: piece, index }) => [piece, index] as const);
}

function place(source: string, pieces: readonly Piece[], offset: number): number | null {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined || offset >= piece.to) return pieces[low + 1]?.shown ?? null;
  if (piece.isSame) return piece.shown + offset - piece.from;
  if (offset - piece.from > EXACT_CHARS_MAX) return piece.shown;
  const next = pieces[low + 1]?.shown;
  const inside = piece.shown + revealLine(source.slice(piece.from, offset)).length;
  return next === undefined ? inside : Math.min(inside, next);
}

export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined.filter(({ start, end }) => end > start);
}

// Covering of values that a check takes for secrets.

/** A text never contains these brackets itself, because its own are shown by their numbers. */
function sayMask(value: string): string {
  return `\u27E6masked: ${maskSecret(value)}\u27E7`;
}

/** Replaces a secret in a text that is edited. */
const COVER = "[masked]";
const ROUNDS = 4;

/** Locates secrets until the rest of the text holds none. Empty for a text that passes the check. */
export async function findMasks(file: string, text: string, context: CheckContext): Promise<Span[]> {
  let masks: Span[] = [];
  let rest = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await locateSecrets(file, rest, context);
    if (found.length === 0) return (await isClean(file, rest, context)) ? masks : [wholeOf(text)];
    masks = joinSpans([...masks, ...found]);
    rest = fill(text, masks);
  }
  return [wholeOf(text)];
}

/** A finding in the file name is not a finding in the text. */
async function isClean(file: string, rest: string, context: CheckContext): Promise<boolean> {
  const { findings } = await checkSecrets(file, rest, context);
  return findings.every(({ severity, line, column }) => severity !== "error" || (line === 1 && column === 1));
}

function wholeOf(text: string): Span {
  return { start: 0, end: text.length };
}

/** Keeps the length, so that every position stays valid. */
function fill(text: string, masks: readonly Span[]): string {
  return replaceSpans(text, masks, (value) => value.replace(/[^\n]/g, "*"));
}

/** The text as it may be edited, with the located secrets covered. */
export function coverIn(
  text: string,
  masks: readonly Span[],
  cover: (value: string) => string = () => COVER,
): string {
  return replaceSpans(text, masks, cover);
}

function replaceSpans(text: string, spans: readonly Span[], replacement: (value: string) => string): string {
  let out = "";
  let at = 0;
  for (const { start, end } of spans) {
    out += text.slice(at, start) + replacement(text.slice(start, end));
    at = end;
  }
  return out + text.slice(at);
}

/** True when no rule of ours finds a secret in any of the fields. All fields are scanned in one pass, because lists have
 * many. */
export function areClean(fields: readonly string[]): boolean {
  const joined = fields.join("\n\n");
  const clean = fields.map((field) => sanitizeLine(field, field.length)).join("\n\n");
  return scanSecrets(joined).length === 0 && (clean === joined || scanSecrets(clean).length === 0);
}

/** A line of a list that is known to hold no secret. */
export function showPlain(given: string, charsMax: number): string {
  return cut(revealLine(stripRedacted(given).replaceAll(/[\r\n]+/g, " ")), charsMax);
}

/** A line of a list: redacted parts and the matches of our rules are covered, and the line is cut to the length of lists. */
export function showLine(given: string, charsMax: number): string {
  const value = stripRedacted(given);
  const clean = sanitizeLine(value, value.length);
  const hits = scanSecrets(value);
  // The secret is interrupted by characters that a reader does not see.
  if (hits.length === 0 && clean !== value && scanSecrets(clean).length > 0) return sayMask(clean);
  const { text } = showText(value.replaceAll(/[\r\n]+/g, " "), hits);
  return cut(text, charsMax);
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, wholeChars(text, charsMax - 1))}…`;
}

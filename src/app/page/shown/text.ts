// A text as the page shows it: hidden characters and letters that only look Latin by number, secrets covered.
//
// Attack: a person is asked to decide about a text in which a key stands, with somebody looking over their shoulder, or a
// text that looks like another one. What a check takes for a secret never reaches the page; what a reader would not see does.
// Fails closed: where a secret is still found after it was covered, the whole text is.

import { revealLine } from "../../../memory/text/look-alikes.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { stripRedacted } from "../../../memory/text/strip-redacted.ts";
import { checkSecrets, locateSecrets, maskSecret, type Span } from "../../../validate/check-secrets.ts";
import { scanSecrets } from "../../../validate/secrets/scan-secrets.ts";
import type { CheckContext } from "../../../validate/verdict.ts";

export type { Span } from "../../../validate/check-secrets.ts";

export type ShownText = {
  readonly text: string;
  /** The place in it of an offset of the text that it shows. */
  readonly at: (offset: number) => number;
};

type Piece = { readonly from: number; readonly to: number; readonly shown: number; readonly isSame: boolean };

/** Blanks part a line into pieces that are revealed one by one: no word is torn by it. */
const PIECES = /[\t\p{Zs}\u2800]+|[^\t\p{Zs}\u2800]+/gu;
/** A longer piece that is not shown as it is has one place only. */
const EXACT_CHARS_MAX = 1_000;

export function showText(source: string, masks: readonly Span[] = []): ShownText {
  const pieces: Piece[] = [];
  let text = "";
  const add = (from: number, to: number, shown: string): void => {
    pieces.push({ from, to, shown: text.length, isSame: shown === source.slice(from, to) });
    text += shown;
  };
  const addLine = (from: number, to: number): void => {
    const line = source.slice(from, to);
    const pieces = revealLine(line) === line ? [[line, 0] as const] : splitPieces(line);
    for (const [piece, start] of pieces) add(from + start, from + start + piece.length, revealLine(piece));
  };
  let at = 0;
  for (const { start, end } of joinSpans(masks)) {
    splitLines(source, { start: at, end: start }, addLine, add);
    add(start, end, sayMask(source.slice(start, end)));
    at = end;
  }
  splitLines(source, { start: at, end: source.length }, addLine, add);
  return { text, at: (offset) => place(source, pieces, offset) ?? text.length };
}

function splitPieces(line: string): (readonly [string, number])[] {
  return Array.from(line.matchAll(PIECES), ({ 0: piece, index }) => [piece, index] as const);
}

function splitLines(
  source: string,
  { start, end }: Span,
  addLine: (from: number, to: number) => void,
  add: (from: number, to: number, shown: string) => void,
): void {
  for (let at = start; at < end; ) {
    const newline = source.indexOf("\n", at);
    const isLast = newline === -1 || newline >= end;
    const lineEnd = isLast ? end : newline;
    const isReturn = !isLast && lineEnd > at && source[lineEnd - 1] === "\r";
    if (lineEnd > at) addLine(at, isReturn ? lineEnd - 1 : lineEnd);
    if (!isLast) add(isReturn ? lineEnd - 1 : lineEnd, lineEnd + 1, "\n");
    at = isLast ? end : lineEnd + 1;
  }
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

// Covering what a check takes for a secret.

/** No text has these brackets: its own are shown by number. */
function sayMask(value: string): string {
  return `\u27E6masked: ${maskSecret(value)}\u27E7`;
}

/** What stands for a secret in a text that is edited. */
const COVER = "[masked]";
const ROUNDS = 4;

/** Where secrets are, until the rest of the text holds none. Empty for a text that the check passes. */
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

/** A name that is one is no part of the text. */
async function isClean(file: string, rest: string, context: CheckContext): Promise<boolean> {
  const { findings } = await checkSecrets(file, rest, context);
  return findings.every(({ severity, line, column }) => severity !== "error" || (line === 1 && column === 1));
}

function wholeOf(text: string): Span {
  return { start: 0, end: text.length };
}

/** As long as it was, so that every place stays. */
function fill(text: string, masks: readonly Span[]): string {
  return replaceSpans(text, masks, (value) => value.replace(/[^\n]/g, "*"));
}

/** The text as it may be edited: what was found is gone from it. */
export function coverIn(text: string, masks: readonly Span[]): string {
  return replaceSpans(text, masks, () => COVER);
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

/** One line of a list: what a person wrapped or a rule of ours finds is covered, and it is as short as lists want it. */
export function showLine(given: string, charsMax: number): string {
  const value = stripRedacted(given);
  const clean = sanitizeLine(value, value.length);
  const hits = scanSecrets(value);
  // Broken up by what a reader does not see.
  if (hits.length === 0 && clean !== value && scanSecrets(clean).length > 0) return sayMask(clean);
  const { text } = showText(value.replaceAll(/[\r\n]+/g, " "), hits);
  return text.length <= charsMax ? text : `${text.slice(0, wholeChars(text, charsMax - 1))}…`;
}

/** Two units that make one character stay together. */
function wholeChars(text: string, most: number): number {
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most;
}

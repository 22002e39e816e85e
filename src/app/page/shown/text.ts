// A text as the page shows it: hidden characters and letters that only look Latin by number, secrets covered.
//
// Attack: a person is asked to decide about a text in which a key stands, with somebody looking over their shoulder, or a
// text that looks like another one. What a check takes for a secret never reaches the page; what a reader would not see does.
// Fails closed: where a secret is still found after it was covered, the whole text is.

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

type Revealed = { readonly span: Span; readonly shown: string };

/** Line by line, and where a line is not shown as it is, piece by piece. */
function* revealBetween(source: string, { start, end }: Span): Generator<Revealed> {
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

/** Whether no rule of ours finds a secret in some fields: one look for all of them, as lists have many. */
export function areClean(fields: readonly string[]): boolean {
  const joined = fields.join("\n\n");
  const clean = fields.map((field) => sanitizeLine(field, field.length)).join("\n\n");
  return scanSecrets(joined).length === 0 && (clean === joined || scanSecrets(clean).length === 0);
}

/** A line of a list in which no secret is. */
export function showPlain(given: string, charsMax: number): string {
  return cut(revealLine(stripRedacted(given).replaceAll(/[\r\n]+/g, " ")), charsMax);
}

/** One line of a list: what a person wrapped or a rule of ours finds is covered, and it is as short as lists want it. */
export function showLine(given: string, charsMax: number): string {
  const value = stripRedacted(given);
  const clean = sanitizeLine(value, value.length);
  const hits = scanSecrets(value);
  // Broken up by what a reader does not see.
  if (hits.length === 0 && clean !== value && scanSecrets(clean).length > 0) return sayMask(clean);
  const { text } = showText(value.replaceAll(/[\r\n]+/g, " "), hits);
  return cut(text, charsMax);
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, wholeChars(text, charsMax - 1))}…`;
}

// Threat: a secret cut in half is no longer recognised, and the half goes to disk. So secrets are removed first, and cuts
// are decided by positions in the original: of a long text the beginning and the end are scanned, each with a margin longer
// than any secret, and nothing of the margin is kept. A secret with an invisible character inside is not recognised either,
// but a later cleaning would restore it. So the text is cleaned before all of that.

import { sanitizeText, truncateChars } from "../../memory/text/sanitize.ts";

export type FindSecrets = (text: string) => readonly SecretSpan[];

export type TextBound = { readonly charsMax: number; readonly findSecrets: FindSecrets };

const HEAD_SHARE = 0.6;
const TAIL_SHARE = 0.3;
/** The longest secret that a rule of ours recognises has fewer than 13 000 characters; whole private keys are found
 * separately. */
const MARGIN_CHARS = 16 * 1024;

/** At most this many characters, clean and without secrets; a longer text keeps its beginning and its end. */
export function redactAndTruncate(raw: string, { charsMax, findSecrets }: TextBound): string {
  const text = sanitizeText(raw, Number.POSITIVE_INFINITY);
  const keys = findKeyBlocks(text);
  const edge = charsMax * 2;
  const isShort = text.length <= 2 * (edge + MARGIN_CHARS);
  const redact = (from: number, to: number): string => redactPart(text, { from, to, keys, findSecrets });
  const head = redact(0, isShort ? text.length : atChar(text, edge));
  const tail = isShort ? head : redact(atChar(text, text.length - edge), text.length);
  if (isShort && countChars(head) <= charsMax) return head.toWellFormed();
  const first = truncateChars(head, Math.floor(charsMax * HEAD_SHARE));
  const last = lastChars(tail, Math.floor(charsMax * TAIL_SHARE));
  const left = Math.max(0, text.length - first.length - last.length);
  return `${first}\n[… ${left} characters left out …]\n${last}`.toWellFormed();
}

type Part = {
  readonly from: number;
  readonly to: number;
  readonly keys: readonly SecretSpan[];
  readonly findSecrets: FindSecrets;
};

function redactPart(text: string, { from, to, keys, findSecrets }: Part): string {
  const start = Math.max(0, from - MARGIN_CHARS);
  const window = text.slice(start, to + MARGIN_CHARS);
  const found = findSecrets(window).map((span) => ({
    ...span,
    start: span.start + start,
    end: span.end + start,
  }));
  const kept: string[] = [];
  let at = from;
  for (const span of joinSpans(text, [...found, ...keys])) {
    if (span.end <= at || span.start >= to) continue;
    kept.push(text.slice(at, Math.max(at, span.start)), `[redacted: ${span.rule}]`);
    at = span.end;
  }
  if (at < to) kept.push(text.slice(at, to));
  return kept.join("");
}

/** Text that follows a secret without a space belongs to it, because a rule reads a limited number of characters. */
const OPAQUE_RUN = /[\w+/=.~%-]*/y;

function joinSpans(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  const joined: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last !== undefined && span.end <= last.end) continue;
    OPAQUE_RUN.lastIndex = span.end;
    OPAQUE_RUN.test(text);
    const end = Math.max(span.end, OPAQUE_RUN.lastIndex);
    if (last === undefined || span.start > last.end) joined.push({ ...span, end });
    else joined[joined.length - 1] = { ...last, end };
  }
  return joined;
}

/** The same position, or the one before it if it would split a character. */
function atChar(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

function countChars(text: string): number {
  let chars = 0;
  for (let at = 0; at < text.length; chars += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return chars;
}

function lastChars(text: string, charsMax: number): string {
  let at = text.length;
  for (let chars = 0; chars < charsMax && at > 0; chars += 1) {
    at -= at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(at);
}

// Private keys are the only kind of secret that can be longer than one scan, so they are searched for in the whole text:
// from the first line of a key to its last, or to the end of a text that was cut off.

export type SecretSpan = { readonly start: number; readonly end: number; readonly rule: string };

const EDGE = /-----(?<edge>BEGIN|END)[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----/g;
/** A text that only names the line has no key after it. */
const KEY_LIKE = /[A-Za-z0-9+/=]{40}/;
const LOOK_AHEAD_CHARS = 600;

function findKeyBlocks(text: string): SecretSpan[] {
  const blocks: SecretSpan[] = [];
  let begun: number | null = null;
  const add = (start: number, end: number): void => {
    if (KEY_LIKE.test(text.slice(start, start + LOOK_AHEAD_CHARS)))
      blocks.push({ start, end, rule: "private-key" });
  };
  for (const { 0: line, index, groups } of text.matchAll(EDGE)) {
    if (groups?.["edge"] === "BEGIN") begun ??= index;
    else if (begun !== null) {
      add(begun, index + line.length);
      begun = null;
    }
  }
  if (begun !== null) add(begun, text.length);
  return blocks;
}

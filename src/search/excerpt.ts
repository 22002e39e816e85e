// The part of a body that says most about a prompt: what is around the line with most of its words. A line that is too long
// to be shown is looked at in pieces.

import { sanitizeLine } from "../memory/text/sanitize.ts";
import { analyzePrompt } from "./words/words.ts";

/** Bodies are bounded by the file, this bounds the work on one. */
const PIECES_MAX = 2_000;

/** A line, or a part of one. */
type Piece = { readonly text: string; readonly after: "\n" | " " | "" };

/** `charsMax` is at least some words. `text` if it is short enough; else pieces in their order, with `…` where some are left out. */
export function takeExcerpt(text: string, prompt: string, charsMax: number): string {
  const whole = text.trim();
  if (whole.length <= charsMax) return whole;
  const pieces = whole
    .split("\n")
    .slice(0, PIECES_MAX)
    .flatMap((line) => cutLine(line.trimEnd(), charsMax))
    .slice(0, PIECES_MAX);
  const asked = new Set(analyzePrompt(prompt));
  const points = pieces.map((piece) => analyzePrompt(piece.text).filter((word) => asked.has(word)).length);
  const [first, last] = widen(pieces, points.indexOf(Math.max(...points)), charsMax);
  const taken = pieces.slice(first, last + 1).reduce((all, piece) => all + piece.text + piece.after, "");
  return `${first === 0 ? "" : "…\n"}${taken.trim()}${last === pieces.length - 1 ? "" : "\n…"}`;
}

function cutLine(line: string, charsMax: number): Piece[] {
  if (line.length <= charsMax) return [{ text: line, after: "\n" }];
  const most = Math.ceil(charsMax / 3);
  const pieces: Piece[] = [];
  let rest = line;
  while (rest.length > most && pieces.length < PIECES_MAX) {
    const space = rest.lastIndexOf(" ", most);
    const at = space > 0 ? space : wholeChars(rest, most);
    pieces.push({ text: rest.slice(0, at), after: space > 0 ? " " : "" });
    rest = rest.slice(space > 0 ? at + 1 : at);
  }
  return [...pieces, { text: rest.slice(0, wholeChars(rest, most)), after: "\n" }];
}

/** Two units that make one character stay together. */
export function wholeChars(text: string, most: number): number {
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most;
}

/** From the best piece to as many neighbours as fit: what follows explains more than what came before. */
function widen(pieces: readonly Piece[], best: number, charsMax: number): [number, number] {
  let [first, last] = [best, best];
  let room = charsMax - (pieces[best]?.text.length ?? 0);
  for (;;) {
    const after = pieces[last + 1]?.text;
    const before = pieces[first - 1]?.text;
    if (after !== undefined && after.length < room) {
      room -= after.length + 1;
      last += 1;
    } else if (before !== undefined && before.length < room) {
      room -= before.length + 1;
      first -= 1;
    } else return [first, last];
  }
}

// One line of a hit, with the words that were asked for marked.

const MARK_START = "«";
const MARK_END = "»";

const SNIPPET_CHARS = 160;
const LEAD_CHARS = 40;
const TEXT_CHARS_MAX = 70_000;
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?/gu;

export function renderSnippet(text: string, prompt: string): string {
  return openSnippets(prompt)(text);
}

/** For many texts: they have many words in common, and each is analyzed once. */
export function openSnippets(prompt: string): (text: string) => string {
  const asked = new Set(analyzePrompt(prompt));
  const known = new Map<string, boolean>();
  const isAsked = (word: string): boolean => {
    const is = known.get(word) ?? analyzePrompt(word).some((part) => asked.has(part));
    known.set(word, is);
    return is;
  };
  return (text) => markWords(text, isAsked);
}

/** Marks of the text's own are replaced: only ours mark. */
function markWords(text: string, isAsked: (word: string) => boolean): string {
  const line = sanitizeLine(text, TEXT_CHARS_MAX).replaceAll(MARK_START, "<").replaceAll(MARK_END, ">");
  const hits: { start: number; end: number }[] = [];
  for (const { 0: word, index } of line.matchAll(WORD))
    if (isAsked(word)) hits.push({ start: index, end: index + word.length });
  const start = chooseStart(line, hits);
  const end = start + SNIPPET_CHARS;
  let shown = start > 0 ? "…" : "";
  let at = start;
  for (const hit of hits.filter((each) => each.start >= start && each.end <= end)) {
    shown += `${line.slice(at, hit.start)}${MARK_START}${line.slice(hit.start, hit.end)}${MARK_END}`;
    at = hit.end;
  }
  return `${shown}${line.slice(at, end)}${end < line.length ? "…" : ""}`.toWellFormed();
}

/** Where most hits are near together; a few words before the first of them. */
function chooseStart(line: string, hits: readonly { readonly start: number }[]): number {
  let best = { start: 0, count: 0 };
  hits.forEach(({ start }, first) => {
    let past = first;
    while (past < hits.length && (hits[past]?.start ?? 0) < start + SNIPPET_CHARS - LEAD_CHARS) past += 1;
    if (past - first > best.count) best = { start, count: past - first };
  });
  if (best.start <= LEAD_CHARS) return 0;
  const space = line.indexOf(" ", best.start - LEAD_CHARS);
  return space === -1 || space >= best.start ? best.start : space + 1;
}

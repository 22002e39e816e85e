// Scores a normalised text: how much its most suspicious part reads like an instruction to a model, and which words of it
// weighed most. The model is linear, so the result can be explained and is the same on every machine.

import { type Mention, readConcepts } from "../concepts/read-concepts.ts";
import stored from "../weights.json" with { type: "json" };
import { addConcepts, CELL_CHARS, type CellSums, sumFeatures } from "./features.ts";
import { cellsOf, listWindows, type Window } from "./windows.ts";

export type Score = {
  /** Above 0 means flagged. */
  readonly margin: number;
  /** 0 to 1, shown to people. */
  readonly probability: number;
  /** The heaviest stretch inside the window that decided, as offsets in the normalised text. */
  readonly start: number;
  readonly end: number;
};

const SPAN_CELLS = 4;

export function scoreText(text: string, mentions: readonly Mention[] = readConcepts(text)): Score {
  const { values, scale, bias } = readWeights();
  const { length } = text;
  const cells = sumFeatures(text, values);
  addConcepts(cells, mentions, values);
  const windows = listWindows(length);
  const oddsOf = windows.map((window) => bias + scale * weighWindow(cells, cellsOf(window, length)));
  const { margin, index, odds } = judgeWindows(windows, oddsOf);
  const span = heaviestSpan(text, cells, windows[index]);
  return { margin, probability: 1 / (1 + Math.exp(-odds)), ...span };
}

/** Keeps a text of three words from being judged by each of its letters. */
const DAMPING = 20;
/** With one half, long texts could reach extremes; with this value, unseen kinds of harmless long texts stay below the
 * threshold. */
const LENGTH_EXPONENT = 0.7;

/** For the counts of most windows, filled on demand, because a power takes long. */
const norms = new Float64Array(1_024);

/** The divisor for a sum of that many features. */
export function lengthNorm(count: number): number {
  const known = norms[count] ?? 0;
  if (known > 0) return known;
  const norm = (count + DAMPING) ** LENGTH_EXPONENT;
  if (count < norms.length) norms[count] = norm;
  return norm;
}

function weighWindow({ sums, counts }: CellSums, { from, to }: { from: number; to: number }): number {
  const count = (counts[to] ?? 0) - (counts[from] ?? 0);
  return ((sums[to] ?? 0) - (sums[from] ?? 0)) / lengthNorm(count);
}

function heaviestSpan(
  text: string,
  { sums }: CellSums,
  window: Window | undefined,
): { start: number; end: number } {
  const first = Math.floor((window?.start ?? 0) / CELL_CHARS);
  const last = Math.min(Math.ceil((window?.end ?? 0) / CELL_CHARS), sums.length - 1);
  let best = Number.NEGATIVE_INFINITY;
  let cell = first;
  for (let at = first; at === first || at + SPAN_CELLS <= last; at += 1) {
    const weight = (sums[Math.min(at + SPAN_CELLS, last)] ?? 0) - (sums[at] ?? 0);
    if (weight <= best) continue;
    best = weight;
    cell = at;
  }
  return snapToWords(text, cell * CELL_CHARS, (cell + SPAN_CELLS) * CELL_CHARS);
}

/** A span begins and ends with a word, unless the word is longer than a cell. */
function snapToWords(text: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  while (start > 0 && from - start < CELL_CHARS && isWordUnit(text, start - 1)) start -= 1;
  while (start < text.length && !isWordUnit(text, start)) start += 1;
  let end = Math.min(Math.max(to, start), text.length);
  while (end < text.length && end - to < CELL_CHARS && isWordUnit(text, end)) end += 1;
  return { start: Math.min(start, text.length), end };
}

function isWordUnit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code > 0x7f;
}

// Decides when the log odds of a text's windows amount to a finding. Training measures with the same function.

/** A paragraph is flagged from this value on. */
const PARAGRAPH_ODDS_MIN = 1.7;
/** A sentence is flagged if it reaches this value and differs clearly from its document: a planted order differs from the
 * notes around it, a line of harmless role-play does not differ from the rest of the scene. */
const SENTENCE_ODDS_MIN = 1.4;
const SENTENCE_CONTRAST_MIN = 4.6;

export type Judgement = {
  /** Above 0 means flagged. */
  readonly margin: number;
  /** The window that decided, and its log odds. */
  readonly index: number;
  readonly odds: number;
};

export function judgeWindows(windows: readonly Window[], oddsOf: readonly number[]): Judgement {
  const mean = meanOfParagraphs(windows, oddsOf);
  let best: Judgement = { margin: Number.NEGATIVE_INFINITY, index: 0, odds: 0 };
  for (let index = 0; index < oddsOf.length; index += 1) {
    const odds = oddsOf[index] ?? 0;
    const margin =
      windows[index]?.scale === "paragraph"
        ? odds - PARAGRAPH_ODDS_MIN
        : Math.min(odds - SENTENCE_ODDS_MIN, odds - mean - SENTENCE_CONTRAST_MIN);
    if (margin > best.margin) best = { margin, index, odds };
  }
  return best;
}

function meanOfParagraphs(windows: readonly Window[], oddsOf: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < windows.length; index += 1) {
    if (windows[index]?.scale !== "paragraph") continue;
    sum += oddsOf[index] ?? 0;
    count += 1;
  }
  return sum / count;
}

// The trained weights, one signed byte per slot. scripts/train-injection.ts writes the file; it is never edited by hand.

export type Weights = {
  readonly values: Int8Array;
  /** The value of one step of a byte. */
  readonly scale: number;
  readonly bias: number;
};

let decoded: Weights | null = null;

/** Decoded on first use: most commands never score anything. */
export function readWeights(): Weights {
  if (decoded !== null) return decoded;
  const bytes = Buffer.from(stored.weights, "base64");
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  decoded = { values, scale: stored.scale, bias: stored.bias };
  return decoded;
}

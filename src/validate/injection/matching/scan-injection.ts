// Runs the rules over a text and says where in the original they matched. A part of the rules runs only where it can find
// anything, which is what keeps plain prose cheap.

import type { BareRule } from "../../rule.ts";
import { type ScanOptions, scanText } from "../../scan.ts";
import { readUnits } from "../../units.ts";
import {
  BLANK_RULES,
  ENCODED_RULES,
  FLOOD_RULES,
  HIDDEN_RULES,
  LINE_RULES,
  SCRIPT_RULES,
  WORDING_RULES,
  WRITTEN_RULES,
} from "../index.ts";
import { findLongRuns, mayBeText } from "./encoded-runs.ts";
import { type ForeignRun, listForeign } from "./fold.ts";
import { createLineScanner, type InjectionHit, type LineScanner } from "./line-keywords.ts";
import type { MappedText } from "./mapped-text.ts";
import { normalizeForMatching, unwrapLines } from "./normalize.ts";

/** What each match of the SCRIPT_RULES begins with. */
const SCRIPT_LETTER = /[\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
/** What becomes none of these letters, whatever its decoration: Latin, and most punctuation and symbols. */
const BEYOND_LATIN = /[^\x00-\u02ff\u2000-\u2bff]/;
/** Letters of Europe and East Asia, punctuation and symbols: most foreign runs hold nothing else, and none of these is hidden. */
const BEYOND_PLAIN =
  /[^\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3041-\u3163\u3400-\u9fff\uac00-\ud7a3]/;
/** What each match of the HIDDEN_RULES begins with. */
const INVISIBLE =
  /(?![\t\n\f\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u202f]/gu;
/** What the WRITTEN_RULES look for. */
const TRUST_FIELD = /trust[-_]level|last-verified/i;

/** A file with more of one kind is bad enough; the rest would only be noise. */
const HITS_PER_RULE_MAX = 20;
/** A text of nothing but long runs is no note; the first thousand tell. */
const RUNS_MAX = 1_000;

/** The copies that rules read: line by line, and with wrapped lines joined. */
export type MatchingCopies = {
  /** Of the text as it was written. */
  readonly foreign: readonly ForeignRun[];
  readonly normalized: MappedText;
  readonly unwrapped: MappedText;
};

export function copyForMatching(text: string): MatchingCopies {
  const foreign = listForeign(text);
  const normalized = normalizeForMatching(text, foreign);
  return { foreign, normalized, unwrapped: unwrapLines(normalized) };
}

let lineScanner: LineScanner | null = null;

/** Offsets of the hits are those of the original; `copies` are made of it. */
export function scanInjection(
  original: string,
  { foreign, normalized, unwrapped }: MatchingCopies = copyForMatching(original),
): InjectionHit[] {
  lineScanner ??= createLineScanner(LINE_RULES);
  const lines = lineScanner({ normalized, unwrapped });
  const wordings = scanCopy(WORDING_RULES, unwrapped, { watch: lines.watch });
  const hits = [...toOriginal(lines.listHits(HITS_PER_RULE_MAX), normalized), ...wordings];
  if (mayHoldScript(original, foreign)) {
    const letters = Array.from(unwrapped.text.matchAll(SCRIPT_LETTER), ({ index }) => index);
    if (letters.length > 0) hits.push(...scanCopy(SCRIPT_RULES, unwrapped, { places: letters }));
  }
  const hidden = listHidden(original, foreign);
  if (hidden.length > 0)
    hits.push(...scanText(HIDDEN_RULES, original, { hitsPerRuleMax: HITS_PER_RULE_MAX, places: hidden }));
  if (TRUST_FIELD.test(original))
    hits.push(...scanText(WRITTEN_RULES, original, { hitsPerRuleMax: HITS_PER_RULE_MAX }));
  if (hasBlankRun(original)) hits.push(...scanText(BLANK_RULES, original, { hitsPerRuleMax: 1 }));
  if (hasFlood(unwrapped.text)) hits.push(...scanCopy(FLOOD_RULES, unwrapped));
  hits.push(...scanRuns(original));
  return hits.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A letter of another script is written as such, or as a reference to it. */
function mayHoldScript(text: string, foreign: readonly ForeignRun[]): boolean {
  return foreign.some(({ start, end }) => BEYOND_LATIN.test(text.slice(start, end))) || text.includes("&#");
}

/** Where invisible characters stand. */
function listHidden(text: string, foreign: readonly ForeignRun[]): number[] {
  const hidden: number[] = [];
  for (const { start, end } of foreign) {
    const run = text.slice(start, end);
    if (!BEYOND_PLAIN.test(run)) continue;
    for (const { index } of run.matchAll(INVISIBLE)) hidden.push(start + index);
  }
  return hidden;
}

/** What the BLANK_RULES look for is longer. */
const BLANK_RUN = { lines: 20, units: 2_000 } as const;

/**
 * Characters beyond Latin count as blank: too many texts are looked at then, and none too few. Looking backwards from where a
 * run of so many lines would have to reach, it reads a fraction of the text.
 */
function hasBlankRun(text: string): boolean {
  let start = 0;
  while (start + BLANK_RUN.lines < text.length) {
    let seen = start + BLANK_RUN.lines;
    while (seen >= start && isBlankUnit(text.charCodeAt(seen))) seen -= 1;
    if (seen < start) {
      const end = blankRunEnd(text, start);
      if (end === null) return true;
      seen = end;
    }
    start = seen + 1;
  }
  return false;
}

function isBlankUnit(code: number): boolean {
  return !((code > 0x20 && code < 0x7f) || (code > 0xad && code < 0x300));
}

/** Where the run that begins here ends; null if it is as long as what is looked for. */
function blankRunEnd(text: string, start: number): number | null {
  let lines = 0;
  for (let at = start; ; at += 1) {
    if (lines > BLANK_RUN.lines || at - start > BLANK_RUN.units) return null;
    if (at >= text.length || !isBlankUnit(text.charCodeAt(at))) return at;
    if (text.charCodeAt(at) === 0x0a) lines += 1;
  }
}

/** Looks at a few words only: so long a run of one cannot hide between them. */
const FLOOD_STRIDE = 60;
const FLOOD_WORD = /(\p{L}{2,16})[^\p{L}\p{N}\n]{1,3}\1(?:[^\p{L}\p{N}\n]{1,3}\1){7}/uy;

function hasFlood(text: string): boolean {
  const units = readUnits(text);
  let at = FLOOD_STRIDE;
  while (at < text.length) {
    const word = nextWord(units, at);
    if (word > at + FLOOD_PART_MAX && !isOutsideFlood(units, at)) {
      // Words of other scripts may have gaps that are no ASCII either.
      for (let begin = at; begin <= at + FLOOD_PART_MAX; begin += 1) if (isFloodAt(text, begin)) return true;
    } else if (word <= at + FLOOD_PART_MAX && mayRepeat(units, word) && isFloodAt(text, word)) return true;
    at += FLOOD_STRIDE;
  }
  return false;
}

/** Of a place near which no word begins. Letters without a gap, so many that no word of a flood ends behind any place that would
 * be looked at; or a gap behind them that is wider than any between the words of a flood. */
function isOutsideFlood(units: Uint16Array, from: number): boolean {
  const end = from + FLOOD_PART_MAX + FLOOD_WORD_MAX;
  let at = from;
  while (at <= end && isPlainLetter(units[at] ?? 0)) at += 1;
  if (at > end) return true;
  const gap = at;
  while (at - gap <= FLOOD_GAP_MAX && (units[at] ?? 0) < 0x80 && !isPlainLetter(units[at] ?? 0)) at += 1;
  return at - gap > FLOOD_GAP_MAX;
}

function isFloodAt(text: string, at: number): boolean {
  FLOOD_WORD.lastIndex = at;
  return FLOOD_WORD.test(text);
}

const FLOOD_WORD_MAX = 16;
const FLOOD_GAP_MAX = 3;
/** Within so many characters of a flood a word begins. */
const FLOOD_PART_MAX = FLOOD_WORD_MAX + FLOOD_GAP_MAX;

/** Where the next word behind this place begins, or something further than any would be. What is no ASCII counts as letters. */
function nextWord(units: Uint16Array, from: number): number {
  const end = from + FLOOD_PART_MAX;
  let at = from;
  while (at <= end && (isPlainLetter(units[at] ?? 0) || (units[at] ?? 0) >= 0x80)) at += 1;
  while (at <= end && (units[at] ?? 0) < 0x80 && !isPlainLetter(units[at] ?? 0)) at += 1;
  return at;
}

/** False where the word here is not followed by one that begins like it. Beyond ASCII the answer is always true. */
function mayRepeat(units: Uint16Array, start: number): boolean {
  let at = start;
  while (isPlainLetter(units[at] ?? 0) && at - start <= FLOOD_WORD_MAX) at += 1;
  const end = at;
  let code = units[at] ?? 0;
  while (at - end <= FLOOD_GAP_MAX && code < 0x80 && !isPlainLetter(code)) {
    at += 1;
    code = units[at] ?? 0;
  }
  return code >= 0x80 || code === units[start];
}

/** The copy is in lower case. */
function isPlainLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function scanCopy(rules: readonly BareRule[], copy: MappedText, options: ScanOptions = {}): InjectionHit[] {
  return toOriginal(scanText(rules, copy.text, { hitsPerRuleMax: HITS_PER_RULE_MAX, ...options }), copy);
}

function toOriginal(hits: readonly InjectionHit[], { originalOffset }: MappedText): InjectionHit[] {
  return hits.map((hit) => ({ ...hit, start: originalOffset(hit.start), end: originalOffset(hit.end) }));
}

function scanRuns(original: string): InjectionHit[] {
  const runs = findLongRuns(original)
    .slice(0, RUNS_MAX)
    .filter((run) => mayBeText(original, run));
  return runs.flatMap(({ start, end }) =>
    scanText(ENCODED_RULES, original.slice(start, end), { hitsPerRuleMax: 1 }).map((hit) => ({
      ...hit,
      start: hit.start + start,
      end: hit.end + start,
    })),
  );
}

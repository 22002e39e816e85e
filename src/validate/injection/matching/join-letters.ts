// "i g n o r e", "i-g-n-o-r-e", "ig**no**re" and "1gn0r3" are one word to a model. One pass over the characters finds
// such words and writes them plainly. It touches only shapes that prose and code do not have, or have harmlessly
// ("sha1" becomes "shai"): the copy is for matching, never for showing.

import { DIGIT, kindAt, LEET, LEET_SYMBOL, LETTER, MARK, OTHER, plainLeet } from "./fold.ts";
import { type MappedText, startEdits } from "./mapped-text.ts";

export function joinLetters(source: MappedText): MappedText {
  const { text } = source;
  const edits = startEdits(source);
  let at = 0;
  while (at < text.length) {
    const start = at;
    let kind = kindAt(text, at);
    if (kind !== LETTER && kind !== LEET) {
      at += 1;
      continue;
    }
    while (kind === LETTER) {
      at += 1;
      kind = kindAt(text, at);
    }
    // Nearly all words end here: letters only, and nothing after them that could continue a disguised word.
    if (kind === OTHER && at - start > 1) continue;
    const spaced = spacedRunEnd(text, start);
    if (spaced > start) {
      edits.replace(start, spaced, joinSpaced(text.slice(start, spaced)));
      at = spaced;
      continue;
    }
    const { end, plain } = readOddWord(text, start);
    if (plain !== null) edits.replace(start, end, plain);
    at = end;
  }
  return edits.finish();
}

const SPACE = 0x20;
const SEPARATORS = new Set(Array.from(" -_.*|/", (mark) => mark.charCodeAt(0)));

/**
 * End of a run of single letters with the same mark between them, else `start`: at least four letters with spaces between
 * them (words are then set wider apart), at least three with another mark (words may have a space between them).
 */
function spacedRunEnd(text: string, start: number): number {
  const mark = text.charCodeAt(start + 1);
  if (!SEPARATORS.has(mark)) return start;
  const isSpace = mark === SPACE;
  let letters = 0;
  let at = start;
  let end = start;
  while (isSingle(text, at)) {
    letters += 1;
    end = at + 1;
    if (text.charCodeAt(end) === mark) {
      at = end + 1;
      while (isSpace && at - end < 4 && text.charCodeAt(at) === SPACE) at += 1;
    } else if (text.charCodeAt(end) === SPACE && text.charCodeAt(end + 2) === mark) {
      at = end + 1;
    } else break;
  }
  return letters >= (isSpace ? 4 : 3) ? end : start;
}

function isSingle(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  if (kind !== LETTER && kind !== LEET) return false;
  const next = text.charCodeAt(at + 1);
  return SEPARATORS.has(next) || kindAt(text, at + 1) === OTHER;
}

function joinSpaced(run: string): string {
  const mark = run.charAt(1);
  if (mark !== " ") return plainLeet(run.replaceAll(mark, ""));
  const words = run.split(/ {2,4}/);
  return words.map((word) => plainLeet(word.replaceAll(" ", ""))).join(" ");
}

// Reads a word that is not letters only, and spells it plainly if it is a disguised one.

/** Longer mixtures of letters and digits are hashes and keys, not words. */
const LEET_WORD_MAX = 20;

export type OddWord = {
  readonly end: number;
  /** Null when the word stays as it is. */
  readonly plain: string | null;
};

function readOddWord(text: string, start: number): OddWord {
  const count = { letters: 0, leet: 0, digits: 0, marks: 0 };
  let end = start;
  for (;;) {
    const next = stepOver(text, end, count);
    if (next === end) break;
    end = next;
  }
  const word = text.slice(start, end);
  const isLeet = count.leet > 0 && count.letters > 0 && count.digits === 0 && isDisguise(word);
  if (count.marks === 0 && !isLeet) return { end, plain: null };
  const bare = count.marks === 0 ? word : word.replace(/[*~`_]{1,3}/g, "");
  return { end, plain: isLeet ? plainLeet(bare) : bare };
}

/** "python3" and "utf16" end in a number; a disguised word has a digit where a letter goes on. */
function isDisguise(word: string): boolean {
  return word.length <= LEET_WORD_MAX && /[013457@$!|][a-z]/i.test(word);
}

type Count = { letters: number; leet: number; digits: number; marks: number };

/** The offset after the unit here, or the same offset when the word ends. */
function stepOver(text: string, at: number, count: Count): number {
  const kind = kindAt(text, at);
  if (kind === LETTER) count.letters += 1;
  else if (kind === LEET) count.leet += 1;
  else if (kind === DIGIT) count.digits += 1;
  else if (kind === LEET_SYMBOL && isLeetSymbol(text, at)) count.leet += 1;
  else if (kind === MARK) {
    const end = marksEnd(text, at);
    if (end > at) count.marks += 1;
    return end;
  } else return at;
  return at + 1;
}

/** An address keeps its @: what follows up to the next full stop would be a host name. */
function isLeetSymbol(text: string, at: number): boolean {
  if (kindAt(text, at - 1) !== LETTER || kindAt(text, at + 1) !== LETTER) return false;
  if (text.charAt(at) !== "@") return true;
  let end = at + 1;
  while (kindAt(text, end) === LETTER && end - at < LEET_WORD_MAX) end += 1;
  return text.charAt(end) !== ".";
}

/** Where emphasis between two letters ends, or the same offset; snake_case is not emphasis. */
function marksEnd(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  let end = start + 1;
  while (end - start < 3 && text.charCodeAt(end) === mark) end += 1;
  if (mark === 0x5f && end - start === 1) return start;
  return kindAt(text, end) === LETTER && kindAt(text, start - 1) === LETTER ? end : start;
}

// Reads a word that is not letters only, and spells it plainly if it is a disguised one.

import { DIGIT, kindAt, LEET, LEET_SYMBOL, LETTER, MARK, plainLeet } from "./letter-kinds.ts";

/** Longer mixtures of letters and digits are hashes and keys, not words. */
const LEET_WORD_MAX = 20;

export type OddWord = {
  readonly end: number;
  /** Null if the word is to stay as it is. */
  readonly plain: string | null;
};

export function readOddWord(text: string, start: number): OddWord {
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

/** The offset after what stands here, or the same offset where the word ends. */
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

/** Where emphasis between two letters ends, or the same offset; snake_case is no emphasis. */
function marksEnd(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  let end = start + 1;
  while (end - start < 3 && text.charCodeAt(end) === mark) end += 1;
  if (mark === 0x5f && end - start === 1) return start;
  return kindAt(text, end) === LETTER && kindAt(text, start - 1) === LETTER ? end : start;
}

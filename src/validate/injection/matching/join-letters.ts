// "i g n o r e", "i-g-n-o-r-e", "ig**no**re" and "1gn0r3" are one word to a model. One pass over the characters finds
// such words and writes them plainly. It touches only shapes that prose and code do not have, or have harmlessly
// ("sha1" becomes "shai"): the copy is for matching, never for showing.

import { kindAt, LEET, LETTER, OTHER, plainLeet } from "./letter-kinds.ts";
import { type MappedText, startEdits } from "./mapped-text.ts";
import { readOddWord } from "./read-odd-word.ts";

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

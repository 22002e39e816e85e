// The part of a body that says most about a prompt: what is around the line with most of its words. A line that is too long
// to be shown is looked at in pieces.

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
  const points = pieces.map((piece) => countWords(piece.text, asked));
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
function wholeChars(text: string, most: number): number {
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most;
}

function countWords(text: string, asked: ReadonlySet<string>): number {
  return analyzePrompt(text).filter((word) => asked.has(word)).length;
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

// A text in lines, each in pieces: what a check has found in it, what cannot be seen in it, and the rest. Linear in the
// text, whatever is in it.

import type { FindingView } from "../../../app/page/views.ts";

export type Piece = {
  readonly text: string;
  readonly finding: FindingView | null;
  /** Stands for a character that cannot be seen, by its number. */
  readonly isHidden: boolean;
};

/** As the server writes a character that cannot be seen. */
const HIDDEN = /\u27E6U\+[0-9A-F]{4,6}\u27E7/g;
/** More marks than this help nobody. */
const FINDINGS_MAX = 200;

/** `start` is where the text begins in what the findings count from. */
export function splitText(text: string, findings: readonly FindingView[], start: number): Piece[][] {
  const marked = [...findings].sort((a, b) => a.start - b.start).slice(0, FINDINGS_MAX);
  let at = start;
  return text.split("\n").map((line) => {
    const here = marked.filter((each) => each.start < at + line.length && each.end > at);
    const pieces = splitLine(line, here, at);
    at += line.length + 1;
    return pieces;
  });
}

function splitLine(line: string, findings: readonly FindingView[], at: number): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const finding of findings) {
    const from = Math.max(done, finding.start - at);
    const to = Math.min(line.length, finding.end - at);
    if (to <= from) continue;
    pieces.push(...splitHidden(line.slice(done, from), null), ...splitHidden(line.slice(from, to), finding));
    done = to;
  }
  return [...pieces, ...splitHidden(line.slice(done), null)];
}

function splitHidden(text: string, finding: FindingView | null): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { index, 0: shown } of text.matchAll(HIDDEN)) {
    if (index > done) pieces.push({ text: text.slice(done, index), finding, isHidden: false });
    pieces.push({ text: shown, finding, isHidden: true });
    done = index + shown.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), finding, isHidden: false });
  return pieces;
}

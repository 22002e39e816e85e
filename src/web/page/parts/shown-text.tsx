// The text of a memory on the page.
//
// Attack: a text that becomes part of the page, moves its neighbours, or passes for the page's own words. So it consists of
// text nodes alone, in a frame that says what it is, each line with its own direction. A long text is folded, unless the
// user may vouch for it, because no signature may cover folded lines.

import { useState } from "preact/hooks";
import type { FindingView } from "../../../app/page/views.ts";
import { EndMark } from "./end-mark.tsx";
import { count } from "./words.ts";

const LINES_FOLDED = 40;
const CHARS_FOLDED = 6_000;
/** Blocks of lines that the browser lays out only when they come into view. */
const BLOCK_LINES = 100;

type ShownTextProps = {
  readonly text: string;
  readonly findings: readonly FindingView[];
  /** The offset of the text in the text that findings refer to. */
  readonly start: number;
  readonly caption: string;
  /** Never folded. */
  readonly isWhole?: boolean;
  /** Names the part whose end the user has to see; a folded text has no end. */
  readonly part?: string;
};

export function ShownText({
  text,
  findings,
  start,
  caption,
  isWhole: isAlwaysWhole = false,
  part,
}: ShownTextProps) {
  const [isWhole, setWhole] = useState(false);
  const folded = isAlwaysWhole ? text : foldText(text);
  // The final newline starts no visible line.
  const shown = (isWhole ? text : folded).replace(/\n$/, "");
  const lines = splitText(shown, findings, start);
  const isFolded = folded.length < text.length;
  return (
    <figure class="quoted">
      <figcaption>{caption}</figcaption>
      <TextLines lines={lines} />
      {part !== undefined && (isWhole || !isFolded) && <EndMark part={part} what="the text" key={part} />}
      {isFolded && (
        <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : `Show all ${sayLength(text)}`}
        </button>
      )}
    </figure>
  );
}

function foldText(text: string): string {
  let end = 0;
  for (let line = 0; line < LINES_FOLDED && end !== -1; line += 1) end = text.indexOf("\n", end + 1);
  return text.slice(0, Math.min(CHARS_FOLDED, end === -1 ? text.length : end));
}

function sayLength(text: string): string {
  const lines = text.split("\n").length;
  return lines > LINES_FOLDED ? count(lines, "line", "lines") : count(text.length, "character", "characters");
}

function TextLines({ lines }: { lines: readonly (readonly Piece[])[] }) {
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, block) =>
    lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES),
  );
  return (
    <div class="text">
      {blocks.map((block, at) => (
        <div class="text-block" key={at}>
          {block.map((pieces, line) => (
            <div class="line" dir="auto" key={line}>
              {pieces.length === 0 ? "\n" : pieces.map(renderPiece)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function renderPiece({ text, finding, isHidden }: Piece) {
  const shown = isHidden ? (
    <span class="hidden-char" title={`a character that cannot be seen: ${text.slice(1, -1)}`}>
      {text}
    </span>
  ) : (
    text
  );
  if (finding === null) return shown;
  return (
    <mark class="finding" title={`${finding.rule}: ${finding.message}`}>
      {shown}
    </mark>
  );
}

// A text in lines, each in pieces: findings, hidden characters, and the rest. Linear in the size of the text.

type Piece = {
  readonly text: string;
  readonly finding: FindingView | null;
  /** True for the number of a hidden character. */
  readonly isHidden: boolean;
};

/** The server writes a hidden character in this form. */
const HIDDEN = /\u27E6U\+[0-9A-F]{4,6}\u27E7/g;
/** More marks than this are no help to a reader. */
const FINDINGS_MAX = 200;

/** `start` is the offset of the text in the text that findings refer to. */
function splitText(text: string, findings: readonly FindingView[], start: number): Piece[][] {
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

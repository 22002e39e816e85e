// A column of a Markdown table whose head names it.

import { LONE_VALUE } from "./below.ts";
import { LINE_CHARS_MAX, type Line, lineAfter, listPatterns, type NamedPattern, type Told } from "./lines.ts";
import { judgeLabelled, readLabel } from "./telling.ts";

const DELIMITER = /^[ \t>|:-]{1,400}$/;
/** Wide tables are lists of something else. */
const CELLS_MAX = 40;

type Table = { readonly cells: Told[]; readonly end: number };
type Cell = { readonly text: string; readonly start: number };
type Rows = {
  readonly split: (line: Line) => Cell[];
  /** Of the head, or the line below it. */
  readonly last: Line;
  readonly isRow: (line: Line, cells: readonly Cell[]) => boolean;
};

export function readTable(text: string, head: Line): Table | null {
  const rows = head.text.includes("|") ? findPiped(text, head) : findSeparated(head);
  if (rows === null) return null;
  const labels = rows.split(head).map(({ text: name }) => readLabel(name.replace(CELL_QUOTES, "")));
  const cells: Told[] = [];
  let { last } = rows;
  for (let row = lineAfter(text, last); row !== null; row = lineAfter(text, row)) {
    const parts = row.text.length > LINE_CHARS_MAX ? [] : rows.split(row);
    if (!rows.isRow(row, parts)) break;
    last = row;
    for (const [column, { text: cell, start }] of parts.entries()) {
      const label = labels[column] ?? null;
      const value = label === null ? undefined : LONE_VALUE.exec(cell)?.[1];
      if (label !== null && value !== undefined)
        cells.push(...judgeLabelled(label, value, start + cell.indexOf(value)));
    }
  }
  return last === head ? null : { cells, end: last.end };
}

function findPiped(text: string, head: Line): Rows | null {
  const delimiter = lineAfter(text, head);
  if (delimiter === null || !delimiter.text.includes("-") || !DELIMITER.test(delimiter.text)) return null;
  return { split: splitPiped, last: delimiter, isRow: (row) => row.text.includes("|") };
}

const SEPARATORS = ["\t", ";", ","];
/** A head of single words, as exports have it. */
const HEAD_CELL = /^"?[\p{L}\w][\p{L}\w .-]{0,24}"?$/u;
const CELL_QUOTES = /^"|"$/g;

/** Rows with tabs or commas between their cells, below a head of names. */
function findSeparated(head: Line): Rows | null {
  const separator = SEPARATORS.find((mark) => head.text.includes(mark));
  if (separator === undefined) return null;
  const split = (line: Line): Cell[] => splitCells(line.text, line.start, separator);
  const names = split(head);
  if (!names.every(({ text: name }) => HEAD_CELL.test(name))) return null;
  if (names.every(({ text: name }) => readLabel(name.replace(CELL_QUOTES, "")) === null)) return null;
  return { split, last: head, isRow: (_, cells) => cells.length === names.length };
}

function splitPiped({ text, start }: Line): Cell[] {
  const from = /^[ \t>]{0,40}\|?/.exec(text)?.[0].length ?? 0;
  return splitCells(text.slice(from), start + from, "|");
}

function splitCells(text: string, from: number, separator: string): Cell[] {
  let start = from;
  return text.split(separator, CELLS_MAX).map((cell) => {
    const at = start + (cell.length - cell.trimStart().length);
    start += cell.length + 1;
    return { text: cell.trim(), start: at };
  });
}

export const TABLE_PATTERNS: readonly NamedPattern[] = listPatterns({ DELIMITER, HEAD_CELL });

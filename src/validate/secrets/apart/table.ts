// A column of a Markdown table whose head names it.

import { LONE_VALUE } from "./below.ts";
import {
  LINE_CHARS_MAX,
  type Line,
  lineAfter,
  listPatterns,
  type NamedPattern,
  type Restated,
  restate,
} from "./lines.ts";
import { isName, TELLING } from "./telling.ts";

const DELIMITER = /^[ \t>|:-]{1,400}$/;
/** Wide tables are lists of something else. */
const CELLS_MAX = 40;

type Table = { readonly cells: Restated[]; readonly end: number };

export function readTable(text: string, head: Line): Table | null {
  if (!head.text.includes("|")) return readSeparated(text, head);
  const delimiter = lineAfter(text, head);
  if (delimiter === null || !delimiter.text.includes("-") || !DELIMITER.test(delimiter.text)) return null;
  const names = splitRow(head).map((cell) => cell.text);
  const isTelling = names.map((name) => TELLING.test(name));
  const cells: Restated[] = [];
  let last = delimiter;
  for (let row = lineAfter(text, last); row?.text.includes("|"); row = lineAfter(text, row)) {
    last = row;
    if (row.end - row.start > LINE_CHARS_MAX) continue;
    for (const [column, { text: cell, start }] of splitRow(row).entries()) {
      const value = isTelling[column] === true ? LONE_VALUE.exec(cell)?.[1] : undefined;
      if (value !== undefined) cells.push(restate(names[column] ?? "", value, start + cell.indexOf(value)));
    }
  }
  return { cells, end: last.end };
}

const SEPARATORS = ["\t", ";", ","];
/** A head of single words, as exports have it. */
const HEAD_CELL = /^"?[\p{L}\w][\p{L}\w .-]{0,24}"?$/u;
const CELL_QUOTES = /^"|"$/g;

/** Rows with tabs or commas between their cells, below a head of names. */
function readSeparated(text: string, head: Line): Table | null {
  const separator = SEPARATORS.find((mark) => head.text.includes(mark));
  if (separator === undefined) return null;
  const names = head.text.split(separator, CELLS_MAX).map((name) => name.trim());
  if (!names.every((name) => HEAD_CELL.test(name))) return null;
  const isTelling = names.map((name) => TELLING.test(name) && isName(name.replace(CELL_QUOTES, "")));
  if (!isTelling.includes(true)) return null;
  const cells: Restated[] = [];
  let last = head;
  for (let row = lineAfter(text, last); row !== null; row = lineAfter(text, row)) {
    const parts = row.text.split(separator, CELLS_MAX);
    if (parts.length !== names.length || row.end - row.start > LINE_CHARS_MAX) break;
    last = row;
    let start = row.start;
    for (const [column, part] of parts.entries()) {
      const value = isTelling[column] === true ? LONE_VALUE.exec(part.trim())?.[1] : undefined;
      if (value !== undefined) cells.push(restate(names[column] ?? "", value, start + part.indexOf(value)));
      start += part.length + 1;
    }
  }
  return last === head ? null : { cells, end: last.end };
}

function splitRow(line: Line): { readonly text: string; readonly start: number }[] {
  const from = /^[ \t>]{0,40}\|?/.exec(line.text)?.[0].length ?? 0;
  let start = line.start + from;
  return line.text
    .slice(from)
    .split("|", CELLS_MAX)
    .map((cell) => {
      const at = start + (cell.length - cell.trimStart().length);
      start += cell.length + 1;
      return { text: cell.trim(), start: at };
    });
}

export const TABLE_PATTERNS: readonly NamedPattern[] = listPatterns({ DELIMITER, HEAD_CELL });

// Lines cut to the width of a terminal. Attack: a secret in the name of a file, which no rule finds any more once the name is
// broken up. So names are covered before the cut.

import { coverNames } from "../../app/memories/hide-secrets.ts";
import { COLUMNS_MAX } from "./style.ts";

/** The marks that a line begins with, and that it begins with where it goes on. */
export type RowMarks = readonly [first: string, more: string];

const COLUMNS_MIN = 20;
const TAB_COLUMNS = 8;

/** A line as rows of a terminal, each with its mark: nothing wraps by itself, so nothing stands at the edge without one. */
export function wrapMarkedLine(given: string, columns: number, [first, more]: RowMarks): string[] {
  const line = coverNames(given);
  const width = Math.min(Math.max(columns, COLUMNS_MIN + first.length), COLUMNS_MAX);
  const room = width - first.length - 1;
  const rows: string[] = [];
  const row: string[] = [];
  let used = 0;
  for (const char of line.replaceAll("\n", " ")) {
    row.push(char);
    used += widthOf(char);
    if (used <= room) continue;
    rows.push(row.splice(0, cutOf(row)).join(""));
    used = row.reduce((sum, each) => sum + widthOf(each), 0);
  }
  rows.push(row.join(""));
  return rows.map((text, place) => {
    const mark = place === 0 ? first : more;
    return text === "" ? mark.trimEnd() : mark + text;
  });
}

/** Behind a space in its second half, or else before the last character. */
function cutOf(row: readonly string[]): number {
  const space = row.lastIndexOf(" ", row.length - 2);
  return space > row.length / 2 ? space + 1 : row.length - 1;
}

/** At most: some take less, and a row that is short by a little does no harm. */
function widthOf(char: string): number {
  if (char === "\t") return TAB_COLUMNS;
  return char <= "~" ? 1 : 2;
}

/** One row that fits the terminal; what does not is left out, and a sign says so. */
export function cutRow(given: string, columns: number): string {
  const row = coverNames(given);
  const room = Math.max(columns, COLUMNS_MIN) - 1;
  let used = 0;
  let end = 0;
  for (const char of row) {
    used += widthOf(char);
    if (used > room - 2) break;
    end += char.length;
  }
  const width = [...row].reduce((sum, char) => sum + widthOf(char), 0);
  if (width <= room) return row;
  const space = row.lastIndexOf(" ", end);
  return `${row.slice(0, space > end / 2 ? space : end).trimEnd()} …`;
}

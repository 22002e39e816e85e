// Breaks prose at spaces so that it fits a terminal; a word longer than the line gets a line of its own.

export function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent.length + [...longer].length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}

/** A path as a person writes it. */
export function shortenHome(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The marks that a line begins with, and that it begins with where it goes on. */
export type RowMarks = readonly [first: string, more: string];

export const COLUMNS_MIN = 20;
/** A terminal says how wide it is, and any process of the account can tell it so: a longer row would wrap, without a mark. */
export const COLUMNS_MAX = 240;
const TAB_COLUMNS = 8;

/** A line as rows of a terminal, each with its mark: nothing wraps by itself, so nothing stands at the edge without one. */
export function wrapMarkedLine(line: string, columns: number, [first, more]: RowMarks): string[] {
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
export function widthOf(char: string): number {
  if (char === "\t") return TAB_COLUMNS;
  return char <= "~" ? 1 : 2;
}

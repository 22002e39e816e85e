// Turns offsets into lines and columns a person can jump to. Lines end at "\n"; columns count code points from 1,
// because editors and the memory file's limits count the same way.

export type Position = { readonly line: number; readonly column: number };

/**
 * The lines are found as far as the offsets asked for: most texts have no finding. Each offset costs a binary search and the
 * way from the line's start, or from the last offset asked for on that line, so that many findings on one endless line stay
 * cheap in ascending order.
 */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0];
  /** The first line end after the known lines, or -1. */
  let newline: number | null = null;
  let last = { line: 0, offset: 0, column: 1 };
  return (offset) => {
    const at = Math.min(Math.max(0, offset), text.length);
    for (newline ??= text.indexOf("\n"); newline !== -1 && newline < at; ) {
      starts.push(newline + 1);
      newline = text.indexOf("\n", newline + 1);
    }
    const line = lastNotAbove(starts, at);
    const known =
      last.line === line && last.offset <= at ? last : { line, offset: starts[line] ?? 0, column: 1 };
    const column = known.column + countCodePoints(text, known.offset, at);
    last = { line, offset: at, column };
    return { line: line + 1, column };
  };
}

export type Lines = {
  /** The offset of a line's first character; lines count from 1. */
  readonly startOf: (line: number) => number;
  /** The position of its line end. */
  readonly endOf: (line: number) => number;
};

export function createLines(text: string): Lines {
  const starts = findLineStarts(text);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  return { startOf, endOf: (line) => (line < starts.length ? startOf(line + 1) - 1 : text.length) };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** @returns the index of the last of these numbers that is not above the value. */
export function lastNotAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function countCodePoints(text: string, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) {
    const unit = text.charCodeAt(index);
    const pairs = unit >= 0xd800 && unit <= 0xdbff && index + 1 < to && isLow(text.charCodeAt(index + 1));
    if (pairs) index += 1;
    count += 1;
  }
  return count;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

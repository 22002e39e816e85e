// A text is scored in overlapping windows of two sizes. Features are first summed in small cells; every window is then a
// difference of two sums, so that all windows together cost one pass.

import { CELL_CHARS, countCells } from "./features.ts";

export type Scale = "paragraph" | "sentence";

export type Window = {
  readonly scale: Scale;
  /** Offsets in the normalised text. */
  readonly start: number;
  readonly end: number;
};

/** A text hardly longer than a paragraph is one window. The last window of a scale always reaches the end. */
export function listWindows(length: number): Window[] {
  const paragraphs = slide(length, { scale: "paragraph", cells: 24, step: 8 });
  const sentences = slide(length, { scale: "sentence", cells: 10, step: 4 });
  if (paragraphs.length === 0) return [{ scale: "paragraph", start: 0, end: length + 1 }, ...sentences];
  return [...paragraphs, ...sentences];
}

function slide(
  length: number,
  { scale, cells, step }: { scale: Scale; cells: number; step: number },
): Window[] {
  const size = cells * CELL_CHARS;
  const stride = step * CELL_CHARS;
  const windows: Window[] = [];
  if (length <= size + stride) return windows;
  for (let start = 0; start + size <= length + stride; start += stride) {
    windows.push({ scale, start, end: Math.min(start + size, length + 1) });
  }
  return windows;
}

/** The cells that a window spans, from the first to the one after the last. */
export function cellsOf(
  { start, end }: Window,
  length: number,
): { readonly from: number; readonly to: number } {
  return {
    from: Math.floor(start / CELL_CHARS),
    to: Math.min(Math.ceil(end / CELL_CHARS), countCells(length)),
  };
}

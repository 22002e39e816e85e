// A text is scored in overlapping windows of two sizes. Features are first summed in small cells; every window is then a
// difference of two sums, so that all windows together cost one pass.

import type { Features } from "./features.ts";

export const CELL_CHARS = 20;

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

/** Sums before each cell: `sums[k]` is what all features below cell k weigh, `counts[k]` how many they are. */
export type CellSums = { readonly sums: Float64Array; readonly counts: Uint32Array };

/** Of the same text, cell by cell. */
export function addCells(one: CellSums, other: CellSums): CellSums {
  const sums = one.sums.slice();
  const counts = one.counts.slice();
  for (let cell = 0; cell < sums.length; cell += 1) {
    sums[cell] = (sums[cell] ?? 0) + (other.sums[cell] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + (other.counts[cell] ?? 0);
  }
  return { sums, counts };
}

export function sumCells(features: Features, length: number, weightOf: Int8Array): CellSums {
  const cells = Math.floor(length / CELL_CHARS) + 1;
  const sums = new Float64Array(cells + 1);
  const counts = new Uint32Array(cells + 1);
  const { count, slots, offsets } = features;
  let cell = 0;
  let cellEnd = CELL_CHARS;
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const offset = offsets[at] ?? 0;
    while (offset >= cellEnd) {
      cell += 1;
      cellEnd += CELL_CHARS;
      sums[cell] = sum;
      counts[cell] = at;
    }
    sum += weightOf[slots[at] ?? 0] ?? 0;
  }
  for (cell += 1; cell <= cells; cell += 1) {
    sums[cell] = sum;
    counts[cell] = count;
  }
  return { sums, counts };
}

// A text is scored in overlapping windows of two sizes. Features are first summed in small cells; every window is then a
// difference of two sums, so that all windows together cost one pass.

import { CELL_CHARS, countCells, type Features } from "./features.ts";

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

/** The cells that a window spans, from the first to the one behind the last. */
export function cellsOf(
  { start, end }: Window,
  length: number,
): { readonly from: number; readonly to: number } {
  return {
    from: Math.floor(start / CELL_CHARS),
    to: Math.min(Math.ceil(end / CELL_CHARS), countCells(length)),
  };
}

/** Sums before each cell: `sums[k]` is what all features below cell k weigh, `counts[k]` how many they are. */
export type CellSums = { readonly sums: Float64Array; readonly counts: Uint32Array };

/** Of several kinds of features of one text, together. */
export function sumCells(kinds: readonly Features[], weightOf: Int8Array): CellSums {
  const cells = kinds[0]?.counts.length ?? 0;
  const all = { sums: new Float64Array(cells), counts: new Uint32Array(cells) };
  for (const kind of kinds) addCells(all, kind, weightOf);
  return all;
}

function addCells(all: CellSums, { slots, counts }: Features, weightOf: Int8Array): void {
  let sum = 0;
  let at = 0;
  for (let cell = 1; cell < counts.length; cell += 1) {
    const end = counts[cell] ?? 0;
    for (; at < end; at += 1) sum += weightOf[slots[at] ?? 0] ?? 0;
    all.sums[cell] = (all.sums[cell] ?? 0) + sum;
    all.counts[cell] = (all.counts[cell] ?? 0) + end;
  }
}

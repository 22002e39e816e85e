// A report as sections of tables, so that Markdown and HTML say the same. Whether a cell is ours or somebody's makes no
// difference here: whoever renders it escapes every one.

import type { Item } from "../../app/audit/report.ts";

export type Cell = { readonly kind: "code" | "text" | "number" | "day"; readonly text: string };

export type Table = {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that were left out. */
  readonly more: number;
};

export type Bar = { readonly label: string; readonly parts: readonly number[] };

export type Chart = {
  readonly kind: "columns" | "rows";
  readonly title: string;
  /** What it shows, in words: for readers who cannot see it. */
  readonly description: string;
  /** What the parts of a bar are; each is also the name of its colour. */
  readonly parts: readonly string[];
  readonly bars: readonly Bar[];
};

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** How many there are, for the list of contents; null when that says nothing. */
  readonly count: number | null;
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
};

/** A table longer than this is not read; the JSON has all of it. */
const ROWS_MAX = 200;

export const code = (text: string): Cell => ({ kind: "code", text });
export const text = (value: string | null): Cell => ({ kind: "text", text: value ?? "–" });
/** Of a time, its day. */
export const day = (time: string | null): Cell => ({
  kind: "day",
  text: time === null ? "–" : time.slice(0, 10),
});
export const number = (value: number): Cell => ({ kind: "number", text: String(value) });

export function tableOf(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Table {
  return { caption, columns, rows: rows.slice(0, ROWS_MAX), more: Math.max(0, rows.length - ROWS_MAX) };
}

export type SectionParts = Pick<Section, "id" | "title" | "lead"> & Partial<Section>;

/** A table without rows is not shown. */
export function sectionOf(parts: SectionParts): Section {
  const { tables = [], charts = [], count = null, ...rest } = parts;
  return {
    ...rest,
    count,
    tables: tables.filter(({ rows }) => rows.length > 0),
    charts: charts.filter(({ bars }) => bars.some(({ parts: sizes }) => sizes.some((size) => size > 0))),
  };
}

/** The cells that every list of memories begins with. */
export function itemCells({ id, scope, name }: Pick<Item, "id" | "scope" | "name">): Cell[] {
  return [code(id), text(scope), text(name)];
}

export const ITEM_COLUMNS = ["memory", "scope", "name"] as const;

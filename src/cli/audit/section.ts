// A report as sections of tables, so that Markdown and HTML say the same. Whether a cell is ours or somebody's makes no
// difference here: whoever renders it escapes every one.

import type { Item } from "../../app/audit/report.ts";
import type { Chart } from "../../web/chart.ts";

export type Cell = { readonly kind: "code" | "text" | "number" | "day"; readonly text: string };

export type Table = {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that were left out. */
  readonly more: number;
};

export type TitledChart = Chart & {
  readonly title: string;
  /** What it shows, in words: for readers who cannot see it. */
  readonly description: string;
};

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** How many there are, for the list of contents; null when that says nothing. */
  readonly count: number | null;
  readonly tables: readonly Table[];
  readonly charts: readonly TitledChart[];
};

/** A table longer than this is not read; the JSON has all of it. */
const ROWS_MAX = 200;

/** What it is called, what kind of cells it has, and what they say of a row. */
export type Column<Row> = readonly [
  name: string,
  kind: Cell["kind"],
  say: (row: Row) => string | number | null,
];

export function tableOf<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return {
    caption,
    columns: columns.map(([name]) => name),
    rows: rows.slice(0, ROWS_MAX).map((row) => columns.map(([, kind, say]) => cellOf(kind, say(row)))),
    more: Math.max(0, rows.length - ROWS_MAX),
  };
}

/** Of a time, its day. */
function cellOf(kind: Cell["kind"], value: string | number | null): Cell {
  if (value === null) return { kind: kind === "code" ? "text" : kind, text: "–" };
  return { kind, text: kind === "day" ? String(value).slice(0, 10) : String(value) };
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

type Listed<Row> = Pick<Section, "id" | "title" | "lead"> & {
  readonly none: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Otherwise the title. */
  readonly caption?: string;
};

/** One table, and a sentence for where it has no row. */
export function listOf<Row>({ none, rows, columns, lead, caption, ...parts }: Listed<Row>): Section {
  const tables = [tableOf(caption ?? parts.title, columns, rows)];
  return sectionOf({ ...parts, lead: rows.length === 0 ? none : lead, count: rows.length, tables });
}

type Placed = { readonly id: string | null; readonly scope: Item["scope"] };

export const PLACE: readonly Column<Placed>[] = [
  ["memory", "code", ({ id }) => id],
  ["scope", "text", ({ scope }) => scope],
];

/** What every list of memories begins with. */
export const ITEM: readonly Column<Placed & Pick<Item, "name">>[] = [
  ...PLACE,
  ["name", "text", ({ name }) => name],
];

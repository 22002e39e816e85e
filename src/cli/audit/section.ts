// How an audit makes sections and tables of its rows.

import type { Item } from "../../app/audit/report.ts";
import type { Cell, CellKind, Section, Table } from "../report/report.ts";

/** A table longer than this is not read; the JSON has all of it. */
const ROWS_MAX = 200;

export type Column<Row> = readonly [name: string, kind: CellKind, say: (row: Row) => string | number | null];

export function tableOf<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return {
    kind: "table",
    caption,
    columns: columns.map(([name]) => name),
    rows: rows.slice(0, ROWS_MAX).map((row) => columns.map(([, kind, say]) => cellOf(kind, say(row)))),
    more: Math.max(0, rows.length - ROWS_MAX),
    least: [],
  };
}

/** Of a time, its day. */
function cellOf(kind: CellKind, value: string | number | null): Cell {
  if (value === null) return { kind: kind === "code" ? "text" : kind, parts: ["–"] };
  return { kind, parts: [kind === "day" ? String(value).slice(0, 10) : String(value)] };
}

type Titled = { readonly id: string; readonly title: string; readonly lead: string };
type SectionParts = Titled & Partial<Pick<Section, "count" | "tables">>;

/** A table without rows is not shown. */
export function sectionOf(parts: SectionParts): Section {
  const { id, title, lead, tables = [], count = null } = parts;
  return {
    kind: "section",
    id,
    title,
    lead: [lead],
    count,
    tables: tables.filter(({ rows }) => rows.length > 0),
  };
}

type Listed<Row> = Titled & {
  readonly none: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Otherwise the title. */
  readonly caption?: string;
};

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

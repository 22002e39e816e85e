// What a command says: lines, tables, and sections of them. A command makes this value and knows nothing of where it is read;
// a terminal and Markdown have a renderer each (render-*.ts beside this file), which cleans or escapes every part.

import type { Standing } from "../../memory/memory.ts";
import type { Shown } from "../../memory/text/render-terminal.ts";

export type Tone = "good" | "bad" | "odd" | "dim" | "strong";

export type Part = string | { readonly tone: Tone; readonly text: string };

/** `hang`: how far in it goes on where it does not fit. `shown`: a text that was rendered already, of any number of lines. */
export type Line =
  | string
  | { readonly parts: readonly Part[]; readonly hang: number }
  | { readonly shown: Shown };

export type CellKind = "code" | "text" | "number" | "day";
export type Cell = { readonly kind: CellKind; readonly parts: readonly Part[] };

/** Cells that stand below each other; with a head of names, or where it has no columns, none. */
export type Table = {
  readonly kind: "table";
  readonly caption: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that were left out. */
  readonly more: number;
  /** How wide a column is at least, at a terminal. */
  readonly least: readonly number[];
};

export type Section = {
  readonly kind: "section";
  readonly id: string;
  readonly title: string;
  /** Sentences of ours. */
  readonly lead: readonly Line[];
  /** How many there are, for the list of contents; null when that says nothing. */
  readonly count: number | null;
  readonly tables: readonly Table[];
};

export type Report = readonly (Line | Table | Section)[];
/** A report that is read by itself: what it is comes first, under its title. */
export type Document = readonly [head: Section, ...Section[]];

/** A memory's standing, in the colour of how far it is believed. */
export function tonedStanding(standing: Standing): Part {
  return toned(standing === "verified" ? "good" : standing === "inferred" ? "odd" : "bad", standing);
}

export function toned(tone: Tone, text: string): Part {
  return { tone, text };
}

export function wordsOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

export function line(hang: number, ...parts: readonly Part[]): Line {
  return { parts, hang };
}

/** A cell is a part, or several. */
export type GridRow = readonly (Part | readonly Part[])[];

/** Rows without a head. */
export function grid(least: readonly number[], rows: readonly GridRow[]): Table {
  const cellOf = (cell: GridRow[number]): Cell => ({
    kind: "text",
    parts: typeof cell === "string" || "tone" in cell ? [cell] : cell,
  });
  return {
    kind: "table",
    caption: null,
    columns: [],
    rows: rows.map((cells) => cells.map(cellOf)),
    more: 0,
    least,
  };
}

export type LabelledRow = readonly [label: string, text: string | null];

/** A label and what there is to say of it; where that is nothing, no row. */
export function labelled(width: number, rows: readonly LabelledRow[]): Table {
  return grid(
    [width - 1],
    rows.flatMap(([label, text]) => (text ? [[label, text]] : [])),
  );
}

/** The first of them, and how many there are more. */
export function firstOf(items: readonly string[], most: number, indent: string): string[] {
  const more = items.length - most;
  return [...items.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].map((item) => indent + item);
}

const MARKS = { error: "[E]", warning: "[W]", flag: "[!]", notice: "[?]" } as const;

type Finding = {
  readonly severity: keyof typeof MARKS;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
};

/** `[E] 3:1 rule: message`. */
export function sayFinding({ severity, line: at, column, rule, message }: Finding): string {
  return `${MARKS[severity]} ${at}:${column} ${rule}: ${message}`;
}

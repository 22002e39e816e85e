// A report at a terminal: a line is one line whatever is in it, because each part is cleaned on its way there. What a person
// reads has colours, columns that stand below each other, and goes on below where it does not fit; what a program reads stays
// one line. No word is ever broken: a table that would have to is told cell by cell.

import { asShown, renderTerminalLine, type Shown } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import {
  type Cell,
  type Line,
  line,
  type Part,
  type Report,
  type Section,
  type Table,
  toned,
  wordsOf,
} from "./report.ts";

const TONES = { good: [32, 39], bad: [31, 39], odd: [33, 39], dim: [2, 22], strong: [1, 22] } as const;

export type Look = Pick<Io, "columns" | "terminal" | "env">;

export function showReport(report: Report, { columns, terminal, env }: Look): Shown {
  // Read once: a terminal's width is asked for each time, and may change between two rows of a table.
  const look = { columns, terminal, env };
  return asShown(report.flatMap((each) => showBlock(each, look).map((row) => `${row}\n`)).join(""));
}

function showBlock(block: Report[number], look: Look): string[] {
  if (typeof block === "string" || !("kind" in block)) return [showLine(block, look)];
  return block.kind === "table" ? showTable(block, look) : showSection(block, look);
}

function showSection({ title, lead, tables }: Section, look: Look): string[] {
  const lines = [line(0, toned("strong", title)), ...lead];
  return [
    ...lines.map((each) => showLine(typeof each === "string" ? line(0, each) : each, look)),
    ...tables.flatMap(({ caption, ...table }) => [
      "",
      // Under its own title a table needs no other.
      ...showTable({ ...table, caption: caption === title ? null : caption }, look),
    ]),
    "",
  ];
}

function showTable({ caption, columns, rows, more, least }: Table, look: Look): string[] {
  const heads = columns.map((name): Cell => ({ kind: "text", parts: [toned("dim", name)] }));
  const all = heads.length === 0 ? rows : [heads, ...rows];
  const gap = " ".repeat(heads.length === 0 ? 1 : 2);
  const room = look.terminal.out ? look.columns : Number.POSITIVE_INFINITY;
  const widths = fitWidths(measure(all, least), room, gap.length);
  return [
    ...(caption === null ? [] : [showLine(line(0, toned("strong", caption)), look)]),
    ...(widths === null
      ? rows.flatMap((cells, at) => [
          ...(at > 0 && columns.length > 0 ? [""] : []),
          ...showApart(cells, columns, { least, look }),
        ])
      : all.flatMap((cells) => showRow(cells, rows[0] ?? [], { widths, gap, look }))),
    ...(more === 0 ? [] : [showLine(line(0, `And ${more} more: --format json has all of them.`), look)]),
  ];
}

/** Of a column: what it takes at most, and its longest word, below which it cannot go. */
type Measure = { readonly most: number; readonly word: number };

function measure(rows: readonly (readonly Cell[])[], least: readonly number[]): Measure[] {
  const measures: { most: number; word: number }[] = [];
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      const text = plainOf(cell);
      const { most, word } = measures[at] ?? { most: least[at] ?? 0, word: least[at] ?? 0 };
      const words = text.split(" ").map(({ length }) => length);
      measures[at] = { most: Math.max(most, text.length), word: Math.max(word, ...words) };
    }
  }
  return measures;
}

/** The widest give way first. @returns null where words would have to be broken. */
function fitWidths(measures: readonly Measure[], columns: number, gap: number): number[] | null {
  const room = columns - gap * (measures.length - 1);
  const sumUp = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
  if (sumUp(measures.map(({ word }) => word)) > room) return null;
  const widths = measures.map(({ most }) => most);
  let most = Math.max(0, ...widths);
  for (; sumUp(widths) > room; most -= 1) {
    for (const [at, { word }] of measures.entries())
      if (sumUp(widths) > room && widths[at] === most && most > word) widths[at] = most - 1;
  }
  return widths;
}

type RowLook = { readonly widths: readonly number[]; readonly gap: string; readonly look: Look };

/** `kinds`: a cell of each column, which says on which side of it things stand. */
function showRow(cells: readonly Cell[], kinds: readonly Cell[], { widths, gap, look }: RowLook): string[] {
  const shown = cells.map(({ parts }, at) =>
    showLine(line(0, ...parts), { ...look, columns: widths[at] ?? 0 }).split("\n"),
  );
  const height = Math.max(...shown.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) => {
    const padded = shown.map((lines, at) => {
      const text = lines[row] ?? "";
      const pad = " ".repeat(Math.max(0, (widths[at] ?? 0) - withoutTones(text).length));
      return kinds[at]?.kind === "number" ? pad + text : text + pad;
    });
    return padded.join(gap).trimEnd();
  });
}

/** Each cell below the other, with its name; without names, one after the other. */
function showApart(
  cells: readonly Cell[],
  columns: readonly string[],
  { least, look }: { readonly least: readonly number[]; readonly look: Look },
): string[] {
  if (columns.length > 0) {
    const told = cells.map(({ parts }, at) => line(2, toned("dim", `${columns[at] ?? ""}: `), ...parts));
    return told.map((each) => showLine(each, look));
  }
  const hang = cells.slice(0, -1).reduce((sum, _, at) => sum + (least[at] ?? 0) + 1, 0);
  const parts = cells.flatMap((cell, at): Part[] => {
    const isLast = at === cells.length - 1;
    return isLast
      ? [...cell.parts]
      : [...cell.parts, " ".repeat(Math.max(0, (least[at] ?? 0) - plainOf(cell).length) + 1)];
  });
  return [showLine(line(hang, ...parts), look)];
}

function plainOf({ parts }: Cell): string {
  return renderTerminalLine(wordsOf(parts));
}

function showLine(given: Line, look: Look): string {
  if (typeof given === "string") return renderTerminalLine(given);
  if ("shown" in given) return given.shown;
  const parts = given.parts.map((part) => {
    const { tone, text } = typeof part === "string" ? { tone: null, text: part } : part;
    return { tone, text: renderTerminalLine(text) };
  });
  const plain = parts.map(({ text }) => text).join("");
  const breaks = findBreaks(plain, given.hang, look.terminal.out ? look.columns : Number.POSITIVE_INFINITY);
  const coloured = isColoured(look);
  let at = 0;
  const shown = parts.map(({ tone, text }) => {
    const chars = Array.from({ length: text.length }, (_, place) =>
      breaks.has(at + place) ? `\n${" ".repeat(given.hang)}` : text.charAt(place),
    );
    at += text.length;
    return tone === null || !coloured ? chars.join("") : paint(tone, chars.join(""));
  });
  return shown.join("");
}

/** Only where a person looks at a terminal and has not asked for none. */
export function isColoured({ terminal, env }: Pick<Io, "terminal" | "env">): boolean {
  return terminal.out && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** Line by line: beside it may stand another cell. */
function paint(tone: keyof typeof TONES, text: string): string {
  const [open, close] = TONES[tone];
  return text.replaceAll(/[^\n]+/g, (each) => `\u001B[${open}m${each}\u001B[${close}m`);
}

function withoutTones(text: string): string {
  return text.replaceAll(/\u001B\[\d+m/g, "");
}

/** The spaces that become line ends. A word longer than the line has a line of its own. */
function findBreaks(text: string, hang: number, columns: number): ReadonlySet<number> {
  const breaks = new Set<number>();
  if (text.length <= columns) return breaks;
  let [start, indent, space] = [0, 0, -1];
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text.charAt(at) !== " ") continue;
    // The first line is not broken within its label.
    const isBreakable = space > start && (start > 0 || space > hang);
    if (isBreakable && indent + at - start > columns) {
      breaks.add(space);
      [start, indent] = [space + 1, hang];
    }
    space = at;
  }
  return breaks;
}

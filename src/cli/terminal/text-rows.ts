// A text as rows of a screen. Attack: a line that is scrolled away before the question is asked, by thousands of lines that
// show nothing or say the same; so these are counted and not printed, in rows that no text can have.

import { groupDigits } from "../../memory/pluralize.ts";
import { isBlankLine } from "../../memory/text/blank.ts";
import type { DiffLine } from "../../memory/text/diff-lines.ts";
import { countRepeated, revealLine } from "../../memory/text/look-alikes.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { COLUMNS_MIN, widthOf, wrapMarkedLine } from "./style.ts";

const SIGNS = { same: "  ", removed: "- ", added: "+ " } as const;
const SAID = { same: "", removed: ", removed", added: ", added" } as const;
/** As many lines that show nothing, or say the same, stand below each other in honest texts. */
const RUN_MAX = 3;
/** Lines around a change that are shown with it. */
const CONTEXT = 1;

export type TextRows = {
  readonly rows: readonly string[];
  /** Lines that are on the screen. */
  readonly shown: number;
  /** Lines that are counted there instead. */
  readonly counted: number;
  /** Lines left out because they were approved already. */
  readonly unchanged: number;
};

export function renderWhole(text: string, columns: number): TextRows {
  const lines = text.split("\n").map((line): DiffLine => ({ kind: "same", line }));
  return renderRuns(splitRuns(lines), ({ line }) => wrapMarkedLine(revealLine(line), columns, ["| ", "| "]));
}

export type DiffLook = {
  readonly columns: number;
  /** A changed line as a person reads it. */
  readonly reveal: (line: DiffLine) => string;
};

export function renderDiff(diff: readonly DiffLine[], { columns, reveal }: DiffLook): TextRows {
  const changed = diff.flatMap(({ kind }, place) => (kind === "same" ? [] : [place]));
  const near = new Set(changed.flatMap((place) => around(place)));
  return renderRuns(
    splitRuns(diff, (place) => !near.has(place)),
    (line) => {
      const text = line.kind === "same" ? revealLine(line.line) : countRepeated(reveal(line));
      return wrapMarkedLine(text, columns, [SIGNS[line.kind], SIGNS[line.kind]]);
    },
  );
}

function around(place: number): number[] {
  return Array.from({ length: 2 * CONTEXT + 1 }, (_, at) => place - CONTEXT + at);
}

/** Neighbours that look the same to a reader; or that are left out. */
type Run = { readonly lines: DiffLine[]; readonly isBlank: boolean; readonly isLeftOut: boolean };

function splitRuns(lines: readonly DiffLine[], isLeftOut = (_: number): boolean => false): Run[] {
  const runs: Run[] = [];
  for (const [place, each] of lines.entries()) {
    const next = { lines: [each], isBlank: isBlankLine(each.line), isLeftOut: isLeftOut(place) };
    const run = runs.at(-1);
    if (run !== undefined && goesOn(run, next)) run.lines.push(each);
    else runs.push(next);
  }
  return runs;
}

function goesOn(run: Run, next: Run): boolean {
  if (run.isLeftOut || next.isLeftOut) return run.isLeftOut === next.isLeftOut;
  const [a, b] = [run.lines[0], next.lines[0]];
  return a?.kind === b?.kind && (a?.line === b?.line || (run.isBlank && next.isBlank));
}

function renderRuns(runs: readonly Run[], render: (line: DiffLine) => readonly string[]): TextRows {
  const rows: string[] = [];
  const count = { shown: 0, counted: 0, unchanged: 0 };
  for (const [place, run] of runs.entries()) {
    if (run.isLeftOut) {
      // Before the first change and after the last the question counts them.
      if (place > 0 && place < runs.length - 1) rows.push(`@ ${groupDigits(run.lines.length)} unchanged`);
      count.unchanged += run.lines.length;
      continue;
    }
    const printed = run.lines.slice(0, run.lines.length <= RUN_MAX ? RUN_MAX : run.isBlank ? 0 : 1);
    const counted = run.lines.slice(printed.length);
    for (const line of printed) rows.push(...render(line));
    if (counted.length > 0) rows.push(run.isBlank ? sayEmpty(counted) : sayAlike(counted));
    count.shown += printed.length;
    count.counted += counted.length;
  }
  return { rows, ...count };
}

function sayEmpty(lines: readonly DiffLine[]): string {
  const hidden = lines.reduce((sum, { line }) => sum + revealHidden(line).hidden, 0);
  const within = hidden === 0 ? "" : ` with ${groupDigits(hidden)} invisible characters`;
  return `@ ${groupDigits(lines.length)} empty lines${within}${saidOf(lines)}`;
}

function sayAlike(lines: readonly DiffLine[]): string {
  return `@ ${groupDigits(lines.length)} more lines like it${saidOf(lines)}`;
}

function saidOf([first]: readonly DiffLine[]): string {
  return SAID[first?.kind ?? "same"];
}

/** The words that the question repeats. */
export function sayShown({ shown, counted, unchanged }: TextRows): string {
  const more = counted === 0 ? "" : `, ${groupDigits(counted)} more counted as empty or repeated`;
  const left = unchanged === 0 ? "" : `, ${groupDigits(unchanged)} unchanged left out`;
  return `${groupDigits(shown)} ${shown === 1 ? "line" : "lines"} shown${more}${left}`;
}

/** One row that fits the terminal; what does not is left out, and a sign says so. */
export function cutRow(row: string, columns: number): string {
  const room = Math.max(columns, COLUMNS_MIN) - 1;
  let used = 0;
  let end = 0;
  for (const char of row) {
    used += widthOf(char);
    if (used > room - 2) break;
    end += char.length;
  }
  const width = [...row].reduce((sum, char) => sum + widthOf(char), 0);
  if (width <= room) return row;
  const space = row.lastIndexOf(" ", end);
  return `${row.slice(0, space > end / 2 ? space : end).trimEnd()} …`;
}

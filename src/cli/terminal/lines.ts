// What a command says, as lines: a line is one line whatever is in it, because each part is cleaned on its way to the terminal.
// There it has its colours, and what does not fit goes on below; what a program reads stays one line.

import { asShown, renderTerminalLine, type Shown } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";

const TONES = { good: [32, 39], bad: [31, 39], odd: [33, 39], dim: [2, 22], strong: [1, 22] } as const;
export type Tone = keyof typeof TONES;

export type Part = string | { readonly tone: Tone; readonly text: string };

/** `hang`: how far in it goes on where it does not fit. `shown`: a text that was rendered already, of any number of lines. */
export type Line =
  | string
  | { readonly parts: readonly Part[]; readonly hang: number }
  | { readonly shown: Shown };

type Look = Pick<Io, "columns" | "terminal" | "env">;

export function toned(tone: Tone, text: string): Part {
  return { tone, text };
}

export function line(hang: number, ...parts: readonly Part[]): Line {
  return { parts, hang };
}

export type LabelledRow = readonly [label: string, text: string | null];

/** A label and what there is to say of it; where that is nothing, no row. */
export function labelled(width: number, rows: readonly LabelledRow[]): Line[] {
  return rows.flatMap(([label, text]) => (text ? [line(width, label.padEnd(width), text)] : []));
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

export function showLines(lines: readonly Line[], look: Look): Shown {
  return asShown(lines.map((each) => `${showLine(each, look)}\n`).join(""));
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

function paint(tone: Tone, text: string): string {
  const [open, close] = TONES[tone];
  return `\u001B[${open}m${text}\u001B[${close}m`;
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

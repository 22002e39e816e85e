// Colour only where a person looks at a terminal and has not asked for none.

import type { Io } from "../call/command.ts";

export type Paint = {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly odd: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
};

export function createPaint(io: Pick<Io, "env" | "terminal">): Paint {
  const coloured = io.terminal.out && !io.env["NO_COLOR"] && io.env["TERM"] !== "dumb";
  const paint = (open: number, close: number) => (text: string) =>
    coloured ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return {
    good: paint(32, 39),
    bad: paint(31, 39),
    odd: paint(33, 39),
    dim: paint(2, 22),
    strong: paint(1, 22),
  };
}

// Breaks prose at spaces so that it fits a terminal; a word longer than the line gets a line of its own.

export function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent.length + [...longer].length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}

/** The same where a person looks at a terminal; what a program reads stays one line. */
export function fitText(text: string, indent: string, io: Pick<Io, "columns" | "terminal">): string {
  return io.terminal.out ? wrapText(text, io.columns, indent) : text;
}

/** A path as a person writes it. */
export function shortenHome(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A terminal says how wide it is, and any process of the account can tell it so: a longer row would wrap, without a mark. */
export const COLUMNS_MAX = 240;

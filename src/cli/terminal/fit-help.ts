// A help text at a terminal with fewer columns than it was written for: the same words, in more lines.

import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { COLUMN } from "../call/help.ts";
import { wrapText } from "./style.ts";

const WRITTEN_FOR = 80;
/** With fewer columns what it does stands below what it is called. */
const BESIDE_MIN = 60;

export function fitHelp(text: Shown, { columns, terminal }: Pick<Io, "columns" | "terminal">): Shown {
  if (!terminal.out || columns >= WRITTEN_FOR) return text;
  const lines = text.split("\n");
  return asShown(lines.map((line) => fitLine(line, columns)).join("\n"));
}

function fitLine(line: string, columns: number): string {
  if (line.slice(COLUMN - 1, COLUMN + 1) === "  ") {
    const [left, right] = [line.slice(0, COLUMN), line.slice(COLUMN + 1)];
    const isBeside = columns >= BESIDE_MIN;
    const indent = " ".repeat(isBeside ? COLUMN + 1 : 6);
    return `${isBeside ? `${left} ` : `${left.trimEnd()}\n${indent}`}${wrapText(right, columns, indent)}`;
  }
  const start = /^(?:usage:)? */.exec(line)?.[0] ?? "";
  const indent = start === "" ? "" : " ".repeat(start.length + 4);
  const rest = breakChoices(line.slice(start.length), columns - indent.length);
  return start + wrapText(rest, columns, indent);
}

function breakChoices(text: string, room: number): string {
  const words = text.split(" ");
  return words.flatMap((word) => (word.length > room ? breakChoice(word, room) : word)).join(" ");
}

/** A word that is wider than a line is one of many: `a|b|c`. Each part is as long as fits, so no two share a line. */
function breakChoice(word: string, room: number): string[] {
  const parts: string[] = [];
  for (const choice of word.split(/(?<=\|)/)) {
    const longer = `${parts.at(-1) ?? ""}${choice}`;
    if (longer.length <= room) parts.pop();
    parts.push(longer.length <= room ? longer : choice);
  }
  return parts;
}

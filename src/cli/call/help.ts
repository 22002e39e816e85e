// The help text of one command. Every line fits 80 columns; test/pins freezes them.

import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import { type Command, listShownOptions, type Option } from "./command.ts";

/** Of a row, where what it does begins one further on. */
export const COLUMN = 24;

export function renderCommandHelp(command: Command): Shown {
  const usage = command.usage.map((form, index) => `${index === 0 ? "usage: " : "       "}credence ${form}`);
  const exits = Object.entries(command.exits ?? {}).map(([exit, meaning]) => row(`  ${exit}`, meaning));
  const examples = (command.examples ?? []).map((example) =>
    example.includes("credence ") ? `  ${example}` : `  credence ${example}`,
  );
  const lines = [
    command.summary,
    "",
    ...usage,
    "",
    "options:",
    ...listShownOptions(command).map(([name, option]) => renderOption(name, option)),
    ...(exits.length > 0
      ? ["", "exit codes:", ...exits, row("  64, 70", "wrong usage; a bug in credence")]
      : []),
    ...(examples.length > 0 ? ["", "examples:", ...examples] : []),
    "",
  ];
  return asShown(lines.join("\n"));
}

function renderOption(name: string, option: Option): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = option.value === undefined ? "" : ` ${option.value}`;
  return row(`  ${short}--${name}${value}`, option.help);
}

/** What it is called, then what it does. */
export function row(left: string, right: string): string {
  return `${left.padEnd(COLUMN)} ${right}`;
}

// Help texts: the commands of a day first, all of them on demand. Every line fits 80 columns; test/pins freezes them.

import { asShown, type Shown } from "../memory/text/render-terminal.ts";
import type { Command } from "./call/command.ts";
import { row } from "./call/help.ts";
import { COMMANDS } from "./commands.ts";

/** What most people ever need, in the order in which they need it. */
const FIRST: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ["begin", ["setup", "init"]],
  ["every day", ["save", "search", "list", "show", "edit"]],
  ["decide", ["review", "yes", "no", "later", "ui"]],
  ["look after it", ["status", "doctor", "why", "uninstall"]],
];

export function renderHelp(commands: readonly Command[] = COMMANDS): Shown {
  return renderList([
    ...FIRST.flatMap(([heading, names]) => [
      `${heading}:`,
      ...commands
        .filter(({ name }) => names.includes(name))
        .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
        .map(({ name, summary }) => row(`  ${name}`, summary)),
      "",
    ]),
    row("help all", "every command"),
  ]);
}

export function renderAllHelp(commands: readonly Command[] = COMMANDS): Shown {
  return renderList([...commands.map(({ name, summary }) => row(name, summary)), ""]);
}

function renderList(rows: readonly string[]): Shown {
  const lines = [
    "credence: memory for coding agents, with trust that only a person can raise",
    "",
    "usage: credence COMMAND [options]",
    "",
    ...rows,
    row("COMMAND --help", "a command's purpose, options and exit codes"),
    row("--version [--json]", "print the version"),
    "",
  ];
  return asShown(lines.join("\n"));
}

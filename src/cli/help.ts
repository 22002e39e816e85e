// Help texts. Every line fits 80 columns; test/pins freezes them.

import { row } from "./call/help.ts";
import { COMMANDS } from "./commands.ts";

export function renderHelp(commands = COMMANDS): string {
  const rows = commands.map((command) => row(command.name, command.summary));
  return [
    "credence: memory for coding agents, with trust that only a person can raise",
    "",
    "usage: credence COMMAND [options]",
    "",
    ...rows,
    "",
    row("COMMAND --help", "a command's purpose, options and exit codes"),
    row("--version [--json]", "print the version"),
    "",
  ].join("\n");
}

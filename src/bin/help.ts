// Answers calls from the tables of commands alone: help, the version, and invalid calls. The user does not wait until the
// whole program is loaded.

import { reportWithoutRules } from "../cli/call/report-failure.ts";
import { readCall } from "../cli/run-cli.ts";
import { fitHelp } from "../cli/terminal/fit-help.ts";
import { endWithReader, terminal } from "./terminal.ts";

const io = {
  ...terminal,
  get columns() {
    return process.stdout.columns || 80;
  },
  out: (text: string) => {
    endWithReader();
    terminal.out(text);
  },
};

/** @returns false when a command has to run. */
export function answerCall(args: readonly string[]): boolean {
  try {
    const parsed = readCall(args);
    if (parsed.kind !== "text") return false;
    io.out(parsed.isHelp ? fitHelp(parsed.text, io) : parsed.text);
  } catch (error) {
    process.exitCode = reportWithoutRules(io, error, args.includes("--json"));
  }
  return true;
}

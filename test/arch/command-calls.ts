// Judges a shell line shown to readers: is each `credence …` in it a call that the command line would take?

import { parseArgs } from "node:util";
import { GLOBAL_OPTIONS } from "../../src/cli/call/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";

/** Where a command begins: alone, after a prompt, a pipe, a list operator or `$(`. */
const CALL = /(?:^|\$ |\| |&& |; |\$\(|npx )credence ((?:'[^']*'|"[^"]*"|[^|;&<>#)'"])+)/g;

export function findCallFault(line: string): string[] {
  return [...line.trim().matchAll(CALL)].flatMap((match) => judgeCall(splitWords(match[1] ?? "")) ?? []);
}

function judgeCall([name = "", ...args]: readonly string[]): string | null {
  // `credence 0.2.0` is an answer, `credence COMMAND --help` a form.
  if (!/^[a-z]/.test(name)) return null;
  const command = COMMANDS.find((each) => each.name === name || each.aliases?.includes(name));
  if (command === undefined) return name === "help" ? null : `there is no command credence ${name}`;
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  // The brackets and bars of usage forms are not part of a call.
  const plain = args.map((arg) => arg.replace(/^\[|[\]…]+$/g, "")).filter((arg) => arg !== "");
  try {
    parseArgs({ args: plain, options, allowPositionals: true, strict: true });
    return null;
  } catch (error) {
    return `credence ${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}

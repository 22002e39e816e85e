// What the guard judges, as data beside this file. `commands` are those of a shell: what they would do to a root, machine state or
// the program, and beside each kind the ordinary work that looks like it; `because` is why one is not followed, whose kinds
// docs/hooks.md lists. `tools` are calls of clients and servers.

import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";

/** A rule of null: the guard has no opinion. */
export type CommandCase = {
  readonly command: string;
  readonly rule: string | null;
  readonly says?: string;
  readonly because?: string;
};
export type ToolCase = {
  readonly says: string;
  readonly tool: string;
  readonly input: unknown;
  readonly rule: string | null;
};

export const readCommands = (name: "commands" | "powershell" | "searches" | "silence"): CommandCase[] =>
  readRows(join(import.meta.dirname, `${name}.ndjson`));

export const readToolCases = (): ToolCase[] => readRows(join(import.meta.dirname, "tools.ndjson"));

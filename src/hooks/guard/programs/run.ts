// One command about to run, for the judges of single programs.

import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";

export type Run = {
  readonly state: ShellState;
  /** What it will read from standard input, if the command itself says so. */
  readonly stdin: string | null;
  /** How many commands run it: each `sh -c`, `xargs`, `find -exec` is one. */
  readonly depth: number;
  /** Judges a command that this one runs. */
  readonly judge: (argv: readonly string[], run: Run) => Denial | null;
  /** Judges a text that this one runs as a shell script, with these positional parameters. */
  readonly judgeText: (text: string, run: Run, parameters?: readonly string[]) => Denial | null;
};

/** The first denial of several questions, asked in order. */
export function firstDenial<T>(items: Iterable<T>, ask: (item: T) => Denial | null): Denial | null {
  for (const item of items) {
    const denial = ask(item);
    if (denial !== null) return denial;
  }
  return null;
}

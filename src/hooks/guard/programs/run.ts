// One command about to run, for the judges of single programs.

import type { PipeInput } from "../expand/output.ts";
import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";

export type Run = {
  readonly state: ShellState;
  /** What it will read from standard input, if the command itself says so. */
  readonly stdin: string | null;
  /** Paths in guarded places that it will read there, where only they are known. */
  readonly fed: readonly string[];
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

/** The same command with this on its standard input. */
export function feedRun(run: Run, fed: PipeInput | null): Run {
  if (fed === null) return run;
  return { ...run, stdin: fed.texts.length === 0 ? null : fed.texts.join("\n"), fed: fed.paths };
}

export function fedTo({ stdin, fed }: Run): PipeInput {
  return { texts: stdin === null ? [] : [stdin], paths: fed };
}

// What a shell knows while a command runs, as far as it can be known beforehand: every directory it may be in, every
// value a variable may have. More than one is normal: `cd` can fail, a loop goes through its words.

import { resolve } from "node:path";
import { type Denial, type GuardedPaths, homesOf, type Standpoint } from "../fence/guarded-paths.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";

/** What may still be looked at. Nested commands and values of values would multiply without end. */
export type Budget = {
  /** Words and commands. */
  work: number;
  /** Characters of words, and of text that a command runs as a script. */
  characters: number;
};

export type ShellState = Standpoint & {
  readonly budget: Budget;
  cwds: readonly string[];
  previous: readonly string[];
  /** Values set here; what is not here is looked for in `outer`. */
  readonly variables: Map<string, readonly string[]>;
  readonly outer: ShellState | null;
  /** Files that the command itself writes, and the text that it writes into each. */
  readonly files: [string, string][];
};

/** Values beyond this are dropped. Nobody loops over more guarded paths than this without naming one early. */
export const VALUES_MAX = 32;
const FILES_MAX = 64;
/** Far beyond what anybody writes, and well within the time that a hook has. */
const WORK_MAX = 20_000;
const CHARACTERS_MAX = 4_000_000;
/** A longer value is neither a path nor a command that somebody typed. */
const VALUE_CHARS_MAX = 100_000;

export function isSpent({ budget }: ShellState): boolean {
  return budget.work < 0 || budget.characters < 0;
}

export function openState(fence: GuardedPaths, cwd: string): ShellState {
  return {
    fence,
    budget: { work: WORK_MAX, characters: CHARACTERS_MAX },
    cwds: [cwd],
    previous: [cwd],
    variables: new Map(),
    outer: null,
    files: [],
  };
}

/** A subshell: it sees everything, and what it changes is its own. */
export function branchState(outer: ShellState): ShellState {
  return { ...outer, variables: new Map(), outer };
}

export function assign(state: ShellState, name: string, values: readonly string[]): void {
  const kept = values.slice(0, VALUES_MAX).map((value) => (value.length > VALUE_CHARS_MAX ? UNKNOWN : value));
  state.variables.set(name, kept);
}

/** @returns the values that a variable may have; null when nothing is known of it. */
export function valuesOf(state: ShellState, name: string): readonly string[] | null {
  if (name === "PWD") return state.cwds;
  const values = findSet(state, name);
  if (values !== null) return values;
  const { given } = state.fence;
  if (name === "HOME") return homesOf(given);
  const value = Object.hasOwn(given.env, name) ? given.env[name] : undefined;
  return value === undefined ? null : [value];
}

function findSet(state: ShellState, name: string): readonly string[] | null {
  for (let at: ShellState | null = state; at !== null; at = at.outer) {
    const values = at.variables.get(name);
    if (values !== undefined) return values;
  }
  return null;
}

/** `cd`, as far as it works. Whether it ran at all is for the caller to say. */
export function enter(state: ShellState, targets: readonly string[]): void {
  const entered = targets.flatMap((target) =>
    target.startsWith(UNKNOWN) ? [target] : state.cwds.map((cwd) => moveTo(cwd, target)),
  );
  state.budget.characters -= entered.reduce((sum, cwd) => sum + cwd.length, 0);
  state.previous = state.cwds;
  state.cwds = uniteDirectories(entered, []);
}

export function uniteDirectories(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])].slice(0, VALUES_MAX);
}

function moveTo(cwd: string, target: string): string {
  return cwd.startsWith(UNKNOWN) && !target.startsWith("/") ? `${cwd}/${target}` : resolve(cwd, target);
}

export function recordFile(state: ShellState, path: string, text: string): void {
  if (state.files.length >= FILES_MAX) return;
  for (const cwd of state.cwds) state.files.push([resolve(cwd, path), text]);
}

/** What the command itself wrote into a file before. */
export function textsOfFile({ cwds, files }: ShellState, path: string): string[] {
  const paths = new Set(cwds.map((cwd) => resolve(cwd, path)));
  return files.filter(([written]) => paths.has(written)).map(([, text]) => text);
}

// One command about to run, for the judges of single programs.

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

// Judges a shell command: every simple command in it, in order, with what is known by then of directories and
// variables.
//
// Attack: an agent that a text talked into changing memories, or that merely wants to be quick. This is a fence for
// honest agents, not a wall: on what a command computes or another program does the guard has no opinion. The wall are the
// signatures: what is written around this guard is foreign, and withheld. Where the guard sees a guarded name it fails
// closed; what is nested or long beyond all use is denied too.

import {
  expandText,
  expandWord,
  type Field,
  FRESH_DIRECTORY,
  findInput,
  listPrinted,
  listVariants,
} from "./expand/expand-word.ts";
import {
  assign,
  branchState,
  firstDenial,
  isSpent,
  openState,
  type Run,
  recordFile,
  type ShellState,
  textsOfFile,
  uniteDirectories,
  valuesOf,
} from "./expand/state.ts";
import { TOO_DEEP } from "./fence/denials.ts";
import type { Denial, GuardedPaths } from "./fence/guarded-paths.ts";
import { denyReadOf } from "./fence/overlaps-guarded.ts";
import { judgeArgv, setParameters } from "./programs/judge-argv.ts";
import { denyWriteTo } from "./programs/writers.ts";
import { UNKNOWN } from "./shell/pattern-sentinels.ts";
import { readShell } from "./shell/read-shell.ts";
import {
  type Assignment,
  type Command,
  type Item,
  listNested,
  type Redirect,
  type Script,
  type Word,
} from "./shell/script.ts";

export function judgeShell(text: string, fence: GuardedPaths, cwd: string): Denial | null {
  return judgeText(text, openRun(fence, cwd));
}

/** The same for a command whose words are taken apart already. */
export function judgeWords(argv: readonly string[], fence: GuardedPaths, cwd: string): Denial | null {
  return judgeArgv(argv, openRun(fence, cwd));
}

function openRun(fence: GuardedPaths, cwd: string): Run {
  const state = openState(fence, cwd);
  return { state, stdin: null, depth: 0, judge: judgeArgv, judgeText };
}

function judgeText(text: string, run: Run, parameters: readonly string[] = []): Denial | null {
  const { state } = run;
  state.budget.characters -= text.length;
  if (isSpent(state)) return TOO_DEEP;
  const { script, isTooDeep } = readShell(text);
  if (isTooDeep) return TOO_DEEP;
  const [name, ...rest] = parameters;
  if (name !== undefined) {
    assign(state, "0", [name]);
    setParameters(rest, state);
  }
  return judgeScript(script, run);
}

function judgeScript(script: Script, run: Run): Denial | null {
  const { state } = run;
  const chain = { directories: state.cwds, isFirst: true };
  let piped: string | null = null;
  for (const item of script) {
    const before = state.cwds;
    const { denial, prints } = judgeItem(item, { ...run, stdin: piped ?? run.stdin });
    if (denial !== null) return denial;
    if (item.kind === "loop") continue;
    piped = item.link === "|" ? prints : null;
    // A cd that surely ran, into a directory that is there, leaves no doubt. Any other holds up to the end of its chain.
    const isSure = chain.isFirst && item.kind === "command" && item.isPlain;
    if (state.cwds !== before && isSure && areThere(state)) chain.directories = state.cwds;
    chain.isFirst = item.link === ";";
    if (item.link !== "&&") {
      state.cwds = uniteDirectories(state.cwds, chain.directories);
      chain.directories = state.cwds;
    }
  }
  return null;
}

function areThere({ cwds, fence }: ShellState): boolean {
  return cwds.every((cwd) => cwd === FRESH_DIRECTORY || fence.given.list(cwd) !== null);
}

type Judged = { readonly denial: Denial | null; readonly prints: string | null };

function judgeItem(item: Item, run: Run): Judged {
  const { state } = run;
  switch (item.kind) {
    case "loop":
      assign(
        state,
        item.name,
        item.words.length === 0 ? [UNKNOWN] : item.words.flatMap((word) => expandWord(word, state).flat()),
      );
      return { denial: judgeNested(item.words, run), prints: null };
    case "subshell": {
      const stdin = readInput(item.redirects, state) ?? run.stdin;
      const inner = { ...run, stdin, state: branchState(state) };
      return { denial: judgeRedirects(item.redirects, state) ?? judgeScript(item.body, inner), prints: null };
    }
    case "command":
      return judgeCommand(item, run);
  }
}

function judgeCommand(command: Command, run: Run): Judged {
  const { state } = run;
  const { assignments, words, redirects } = command;
  const targets = redirects.flatMap(({ target, bodyWord }) => [target, bodyWord]);
  const values = assignments.flatMap((each) => each.values);
  const nested = judgeNested([...words, ...targets, ...values], run) ?? judgeRedirects(redirects, state);
  if (nested !== null) return { denial: nested, prints: null };
  for (const assignment of assignments) assignWords(assignment, state);
  const fed = { ...run, stdin: readInput(redirects, state) ?? run.stdin };
  const fields: Field[] = [];
  for (const word of words) {
    for (const field of expandWord(word, state)) fields.push(field);
    if (isSpent(state) || fields.length > state.budget.work) return { denial: TOO_DEEP, prints: null };
  }
  const variants = listVariants(fields);
  state.budget.work -= fields.length * variants.length;
  const denial = firstDenial(variants, (argv) => judgeArgv(argv, fed));
  if (denial !== null) return { denial, prints: null };
  const texts = variants.flatMap((argv) => listPrinted(argv, fed.stdin, state));
  const prints = texts.length === 0 ? null : texts.join("\n");
  if (prints !== null) recordWritten({ redirects, variants, prints }, state);
  return { denial, prints };
}

type Written = {
  readonly redirects: readonly Redirect[];
  readonly variants: readonly (readonly string[])[];
  readonly prints: string;
};

/** A text that goes into a file may be run from there later in the same call. */
function recordWritten({ redirects, variants, prints }: Written, state: ShellState): void {
  const outputs = redirects.filter(({ operator }) => operator.includes(">"));
  const named = outputs.flatMap(({ target }) => expandWord(target, state).flat());
  const teed = variants.flatMap(([program, ...args]) => (program === "tee" ? args : []));
  for (const path of [...named, ...teed]) recordFile(state, path, prints);
}

/** Each command inside a word is a subshell. */
function judgeNested(words: readonly Word[], run: Run): Denial | null {
  return firstDenial(words.flatMap(listNested), (script) =>
    judgeScript(script, { ...run, stdin: null, state: branchState(run.state) }),
  );
}

// Redirections: where output goes is written, where input comes from is read.

function judgeRedirects(redirects: readonly Redirect[], state: ShellState): Denial | null {
  return firstDenial(redirects, ({ operator, target }) => {
    if (operator.startsWith("<<")) return null;
    const paths = expandWord(target, state)
      .flat()
      .filter((path) => !/^(?:\d+-?|-)$/.test(path));
    return firstDenial(paths, (path) =>
      operator === "<" || operator === "<&" ? denyReadOf(state, path) : denyWriteTo(state, path, "none"),
    );
  });
}

/** @returns what the redirections make of standard input; null when they leave it alone. */
function readInput(redirects: readonly Redirect[], state: ShellState): string | null {
  const files = redirects.flatMap(({ operator, target }) => (operator === "<" ? [target] : []));
  const [written] = files.flatMap((word) =>
    expandText(word, state).flatMap((path) => textsOfFile(state, path)),
  );
  return written ?? findInput(redirects, (word) => [expandText(word, state)]);
}

// `NAME=word`, `NAME+=word` before or without a command. `NAME=(words)` may be each of its words.

function assignWords({ name, values, appends }: Assignment, state: ShellState): void {
  const before = appends ? (valuesOf(state, name) ?? []) : [];
  const texts = values.flatMap((word) => expandText(word, state));
  assign(state, name, before.length === 0 ? texts : before.flatMap((text) => texts.map((end) => text + end)));
}

// What a `find` or an `fd` would get to in guarded places, and what it would do there. A guarded place is not listed: the
// names that it usually holds stand for it, as samples. Enough is read for an honest mistake; where something else decides
// (a regular expression, -prune), nothing counts as found, because the guard denies only what it sees.

import { basename, dirname, join } from "node:path";
import { matchName } from "../fence/overlaps-guarded.ts";
import { listSamples, type Sample } from "../fence/samples.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { activate, activateGlobs, UNKNOWN } from "../shell/pattern-sentinels.ts";
import { expandBraces } from "./expand-braces.ts";
import type { ShellState } from "./state.ts";

type Test = (sample: Sample) => boolean;
/** A command is its words. */
type Action = "print" | "delete" | readonly string[];
/** In order: what follows a failed test is not done. */
type Branch = readonly (Test | Action)[];

export type Search = {
  readonly roots: readonly string[];
  /** Alternatives, up to the first that a file passes. None where the guard does not follow what decides. */
  readonly branches: readonly Branch[];
  /** NaN where there is no bound. */
  readonly depths: readonly [least: number, most: number];
  readonly commands: readonly (readonly string[])[];
  readonly outputs: readonly string[];
  /** How many words its expression has. */
  readonly size: number;
};

/** A longer expression is not read to its end. */
export const EXPRESSION_MAX = 512;
/** A found file of unknown path: it is below the start of the search, not below the working directory. */
export const FOUND_ELSEWHERE = `/${UNKNOWN}`;

export function readSearch(program: string, args: readonly string[]): Search {
  return readFind(program === "find" ? args : translateFd(args));
}

const FIND_NOT_FOLLOWED = /^(?:-prune|-i?regex|,)$/;

function readFind(args: readonly string[]): Search {
  let from = 0;
  while (/^-[HLPDO]/.test(args[from] ?? "")) from += 1;
  let at = from;
  while (at < args.length && !/^(?:-|[(!]$)/.test(args[at] ?? "")) at += 1;
  const expression = args.slice(at, at + EXPRESSION_MAX);
  const reading: Reading = { words: expression, at: 0, commands: [], outputs: [], acts: false };
  const read = readBranches(reading);
  // Without an action, what passes is printed.
  const branches = reading.acts ? read : read.map((branch) => [...branch, "print" as const]);
  const depthOf = (option: string): number =>
    Number.parseInt(expression.find((_, index) => expression[index - 1] === option) ?? "", 10);
  return {
    roots: at === from ? ["."] : args.slice(from, at),
    branches: expression.some((word) => FIND_NOT_FOLLOWED.test(word)) ? [] : branches,
    depths: [depthOf("-mindepth"), depthOf("-maxdepth")],
    commands: reading.commands,
    outputs: reading.outputs,
    size: args.length - at,
  };
}

type Reading = {
  readonly words: readonly string[];
  at: number;
  readonly commands: (readonly string[])[];
  readonly outputs: string[];
  acts: boolean;
};

/** Up to the end, or to the parenthesis that closes. */
function readBranches(reading: Reading): Branch[] {
  const branch: (Test | Action)[] = [];
  let wanted = true;
  for (;;) {
    const word = reading.words[reading.at++];
    if (word === undefined || word === ")") return [branch];
    if (word === "-o" || word === "-or") return [branch, ...readBranches(reading)];
    if (word === "!" || word === "-not") {
      wanted = !wanted;
      continue;
    }
    const [step, answer] = [readStep(word, reading), wanted];
    if (step !== null) branch.push(typeof step === "function" ? (sample) => step(sample) === answer : step);
    wanted = true;
  }
}

/** @returns null when it decides nothing, or nobody can foresee what. */
function readStep(word: string, reading: Reading): Test | Action | null {
  if (word === "(") {
    const branches = readBranches(reading);
    return (sample) => branches.some((branch) => actOn(branch, sample).passes);
  }
  const isCommand = /^-(?:exec|ok)(?:dir)?$/.test(word);
  const isPrint = /^-f?(?:print[0f]?|ls)$/.test(word);
  if (!isCommand && !isPrint && word !== "-delete") return readTest(word, reading);
  reading.acts = true;
  if (word === "-delete") return "delete";
  if (isCommand) return readCommand(reading);
  if (!word.startsWith("-f")) return "print";
  reading.outputs.push(reading.words[reading.at++] ?? "");
  return null;
}

function readCommand(reading: Reading): readonly string[] {
  const rest = reading.words.slice(reading.at);
  const end = rest.findIndex((word) => word === ";" || word === "+");
  const command = end === -1 ? rest : rest.slice(0, end);
  reading.at += command.length + 1;
  reading.commands.push(command);
  return command;
}

function readTest(word: string, reading: Reading): Test | null {
  // An empty file or directory is no loss.
  if (word === "-empty" || word === "-false") return () => false;
  const [, folded, kind] = /^-(i?)(name|path|wholename|type)$/.exec(word) ?? [];
  if (kind === undefined) return null;
  const value = reading.words[reading.at++] ?? "";
  if (kind === "type") return ({ isDirectory }) => value.includes(isDirectory ? "d" : "f");
  const fold = (text: string): string => (folded === "i" ? text.toLowerCase() : text);
  const glob = activateGlobs(fold(value));
  return ({ printed }) => matchName(glob, fold(kind === "name" ? basename(printed) : printed), true);
}

// fd in the words of find. It skips hidden names by default.

const FD_RUNS = /^(?:-[HIuaLpsigF0l]{0,8}[xX]|--exec|--exec-batch)$/;
const FD_VALUED = new Set(
  words(
    "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -c --color -j --threads --base-directory --search-path --path-separator --max-results --format --and --ignore-file",
  ),
);
const FD_NOT_FOLLOWED = words("--and --min-depth --exact-depth");

function translateFd(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => FD_RUNS.test(arg));
  const own = at === -1 ? args : [...args.slice(0, at), (args[at] ?? "").replace(/^--.*|[xX]$/, "")];
  const { flags, values, operands } = parseArguments(
    own.filter((arg) => arg !== "-" && arg !== ""),
    FD_VALUED,
  );
  const of = (...options: string[]): string[] => options.flatMap((option) => values.get(option) ?? []);
  const has = (...options: string[]): boolean => options.some((option) => flags.has(option));
  const [pattern = "", ...given] = operands;
  const [named, [base = ""]] = [[...given, ...of("--search-path")], of("--base-directory")];
  const roots = (named.length === 0 ? ["."] : named).map((root) => (base === "" ? root : join(base, root)));
  const showsHidden = has("-H", "--hidden", "-u", "--unrestricted");
  const leftOut = [...(showsHidden ? [] : [".*"]), ...of("-E", "--exclude")].flatMap((name) =>
    roots.map((root) => root.replace(/\/$/, "")).flatMap((top) => [`${top}/${name}`, `${top}/*/${name}`]),
  );
  const isFixed = has("-F", "--fixed-strings");
  const kind = has("-p", "--full-path") ? "path" : "name";
  const types = of("-t", "--type").filter((type) => /^[fd]/.test(type));
  return [
    ...roots,
    ...["-mindepth", "1", "-maxdepth", of("-d", "--max-depth")[0] ?? ""],
    ...(leftOut.length === 0
      ? []
      : ["!", ...anyOf("-path", [...leftOut, ...leftOut.map((path) => `${path}/*`)])]),
    ...(types.length === 0 ? [] : ["-type", types.map((type) => type.charAt(0)).join("")]),
    ...anyOf(
      "-name",
      of("-e", "--extension").map((ending) => `*.${ending.replace(/^\./, "")}`),
    ),
    ...(has("-g", "--glob") && !isFixed && pattern !== ""
      ? anyOf(`-${kind}`, expandBraces(activate(pattern)))
      : translateExpression(isFixed ? escapeSigns(pattern) : pattern, kind)),
    ...(has(...FD_NOT_FOLLOWED) ? ["-false"] : []),
    ...(at === -1 ? ["-print"] : ["-exec", ...args.slice(at + 1).filter((arg) => arg !== ";")]),
  ];
}

function anyOf(test: string, values: readonly string[]): string[] {
  if (values.length === 0) return [];
  return ["(", ...values.flatMap((value) => ["-o", test, value]).slice(1), ")"];
}

function escapeSigns(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

/** Followed are plain text, `.`, `.*` and anchors. One in lower case stands for both cases. */
function translateExpression(expression: string, kind: string): string[] {
  const plain = /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[./_-]|\.\*?)*)(\$?)$/.exec(expression);
  if (plain === null) return ["-false"];
  const [, start, text = "", end] = plain;
  const glob = text.replaceAll(
    /\\(.)|\.\*?/g,
    (sign, escaped: string | undefined) => escaped ?? (sign === "." ? "?" : "*"),
  );
  const isFolded = expression === expression.toLowerCase();
  return [`-${isFolded ? "i" : ""}${kind}`, `${start === "" ? "*" : ""}${glob}${end === "" ? "*" : ""}`];
}

export type Found = { readonly sample: Sample; readonly actions: readonly Action[] };

/** What a search costs, as commands, and how many tests on samples cost as much as one. */
const SEARCH_WORK = 20;
const TESTS_PER_WORK = 50;

function actOn(branch: Branch, sample: Sample): { passes: boolean; actions: Action[] } {
  const actions: Action[] = [];
  for (const step of branch) {
    if (typeof step !== "function") actions.push(step);
    else if (!step(sample)) return { passes: false, actions };
  }
  return { passes: true, actions };
}

/** Of files in one directory one stands for all. */
export function listFound({ roots, branches, depths, size }: Search, state: ShellState): Found[] {
  const [least, most] = depths;
  const samples = roots.flatMap((root) => listSamples(state, root));
  state.budget.work -= SEARCH_WORK + Math.ceil((samples.length * size) / TESTS_PER_WORK);
  const found = new Map<string, Found>();
  for (const sample of samples) {
    if (sample.depth < least || sample.depth > most) continue;
    const done = branches.map((branch) => actOn(branch, sample));
    const first = done.findIndex(({ passes }) => passes);
    const actions = (first === -1 ? done : done.slice(0, first + 1)).flatMap((each) => each.actions);
    const where = sample.isDirectory ? sample.path : `${dirname(sample.path)}/`;
    const key = JSON.stringify([where, actions]);
    if (actions.length > 0 && !found.has(key)) found.set(key, { sample, actions });
  }
  return [...found.values()];
}

/** The paths that it would print, as far as they are in guarded places. */
export function listFoundPaths(program: string, args: readonly string[], state: ShellState): string[] {
  const found = listFound(readSearch(program, args), state).filter(({ actions }) =>
    actions.includes("print"),
  );
  return found.length === 0 ? [FOUND_ELSEWHERE] : found.map(({ sample }) => sample.path);
}

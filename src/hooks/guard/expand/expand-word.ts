// From a word to the fields a shell would make of it: tilde, variables, braces, patterns, splitting. A field is a list
// of the texts that it may be; most have one.

import { basename, dirname, join } from "node:path";
import {
  activate,
  activateValue,
  expandBraces,
  FIELD_ENDS,
  PRINTED,
  settle,
  UNKNOWN,
} from "../shell/pattern-sentinels.ts";
import type { Part, Redirect, Script, Word } from "../shell/script.ts";
import { assign, branchState, enter, isSpent, type ShellState, VALUES_MAX, valuesOf } from "./state.ts";

export type Field = readonly string[];

/** Texts longer than this are no paths, and are not multiplied. */
const TEXT_CHARS_MAX = 8_192;
const OUTPUT_DEPTH_MAX = 4;

export function expandWord(word: Word, state: ShellState, depth = 0): Field[] {
  const texts = textsOf(word, state, depth);
  const split = texts.map((text) => expandBraces(text).flatMap(splitField));
  const [only] = split;
  if (only !== undefined && split.length === 1) return only.map((field) => [field]);
  if (split.every((fields) => fields.length === 1)) return [split.flat()];
  return split.flat().map((field) => [field]);
}

/** The same as one text, as in an assignment: no braces, no splitting. */
export function expandText(word: Word, state: ShellState, depth = 0): Field {
  return textsOf(word, state, depth).map((text) => settle(text).replaceAll(FIELD_ENDS, " "));
}

function splitField(text: string): string[] {
  if (!text.includes(FIELD_ENDS)) return [settle(text)];
  return text
    .split(FIELD_ENDS)
    .filter((field) => field !== "")
    .map(settle);
}

function textsOf(word: Word, state: ShellState, depth: number): string[] {
  let texts: string[] = [""];
  // Pieces in a row are joined at once, so that a long word costs its length.
  let pending: string[] = [];
  for (const [index, part] of word.entries()) {
    if (isSpent(state)) return [UNKNOWN];
    const spot = { isFirst: index === 0, isLast: index === word.length - 1, depth };
    const choices = choicesOf(part, state, spot);
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) pending.push(only);
    else {
      const joined = pending.join("");
      pending = [];
      texts = multiply(
        texts.map((text) => text + joined),
        choices,
      );
    }
    state.budget.characters -= choices.reduce((sum, choice) => sum + choice.length, 0);
  }
  const rest = pending.join("");
  return texts.map((text) => text + rest);
}

function multiply(texts: readonly string[], choices: readonly string[]): string[] {
  const isLong = texts.some((text) => text.length > TEXT_CHARS_MAX);
  const taken = isLong ? choices.slice(0, 1) : choices;
  return texts.flatMap((text) => taken.map((choice) => text + choice)).slice(0, VALUES_MAX);
}

type Spot = { readonly isFirst: boolean; readonly isLast: boolean; readonly depth: number };

function choicesOf(part: Part, state: ShellState, spot: Spot): readonly string[] {
  switch (part.kind) {
    case "text":
      if (part.quoted) return [part.text];
      return spot.isFirst ? expandFirst(part.text, state, spot.isLast) : [activate(part.text)];
    case "variable": {
      const values = valuesFor(part, state, spot.depth);
      return part.quoted ? values : values.map(activateValue);
    }
    case "command": {
      const values = scriptOutput(part.script, state, spot.depth) ?? [UNKNOWN];
      return part.quoted ? values : values.map(activateValue);
    }
    case "process":
      return scriptOutput(part.script, state, spot.depth)?.map((text) => PRINTED + text) ?? [UNKNOWN];
    case "unknown":
      return [UNKNOWN];
  }
}

function scriptOutput(script: Script, state: ShellState, depth: number): readonly string[] | null {
  if (depth > OUTPUT_DEPTH_MAX) return null;
  return findOutput(script, state, (word) => expandWord(word, state, depth + 1));
}

function valuesFor(
  part: Extract<Part, { kind: "variable" }>,
  state: ShellState,
  depth: number,
): readonly string[] {
  const values = valuesOf(state, part.name);
  const fallback = (): Field =>
    depth > OUTPUT_DEPTH_MAX ? [UNKNOWN] : expandText(part.fallback, state, depth + 1);
  const sign = part.operator.replace(":", "");
  if (sign === "-" || sign === "=") {
    const found = values ?? [...fallback(), UNKNOWN];
    if (sign === "=") assign(state, part.name, found);
    return found;
  }
  if (sign === "+") return fallback();
  // What is cut off or replaced is not followed.
  return part.operator === "!" || values === null ? [UNKNOWN] : values;
}

/** Each field in each of its readings, all fields in step. */
export function listVariants(fields: readonly Field[]): string[][] {
  const count = fields.reduce((most, field) => Math.max(most, field.length), 1);
  return Array.from({ length: count }, (_, index) =>
    fields.map((field) => field[Math.min(index, field.length - 1)] ?? ""),
  );
}

// A tilde at the beginning of a word stands for a directory. For bash also in an argument that looks like an assignment, as of dd.

const ASSIGNED = /^[A-Za-z_]\w*=(?=~)/;

function expandFirst(text: string, state: ShellState, isLast: boolean): readonly string[] {
  const name = ASSIGNED.exec(text)?.[0] ?? "";
  const value = text.slice(name.length);
  if (!value.startsWith("~")) return [activate(text)];
  return expandTilde(value, state, isLast).map((path) => name + path);
}

/** `~`, `~/…`, `~name/…`. */
function expandTilde(text: string, state: ShellState, isLast: boolean): readonly string[] {
  const slash = text.indexOf("/");
  if (slash === -1 && !isLast) return [activate(text)];
  const name = text.slice(1, slash === -1 ? text.length : slash);
  const rest = slash === -1 ? "" : activate(text.slice(slash));
  return directoriesOf(name, state).map((directory) => directory + rest);
}

function directoriesOf(name: string, state: ShellState): readonly string[] {
  const { home } = state.fence.given;
  if (name === "") return valuesOf(state, "HOME") ?? [home];
  // Homes are neighbours.
  return [name === basename(home) ? home : join(dirname(home), name)];
}

// What `$(…)` and `<(…)` will print, as far as the commands in it say so.

type Expand = (word: Word) => readonly Field[];

function findOutput(script: Script, outer: ShellState, expand: Expand): readonly string[] | null {
  const state = branchState(outer);
  const printed: string[] = [];
  let piped: string | null = null;
  for (const item of script) {
    if (isSpent(state)) break;
    if (item.kind !== "command") continue;
    state.budget.work -= 1;
    const variants = listVariants(item.words.flatMap(expand)).slice(0, VALUES_MAX);
    const targets = variants.flatMap(([program, target]) => (program === "cd" ? (target ?? []) : []));
    if (targets.length > 0) enter(state, targets);
    const stdin: string | null = findInput(item.redirects, expand) ?? piped;
    const texts: string[] = variants.flatMap((argv) => listPrinted(argv, stdin, state));
    piped = item.link === "|" && texts.length > 0 ? texts.join("\n") : null;
    if (item.link !== "|") printed.push(...texts);
  }
  return printed.length === 0 ? null : printed.map((text) => text.replace(/\n+$/, ""));
}

/** What standard input will be: the lines of a here-document, the text of a here-string, the output of `<(…)`. */
export function findInput(redirects: readonly Redirect[], expand: Expand): string | null {
  const last = redirects.findLast(({ operator }) => operator.startsWith("<"));
  if (last === undefined) return null;
  const { operator, target, body, bodyWord } = last;
  const textOf = (word: Word): string => expand(word).flat().join("\n");
  if (operator.startsWith("<<") && operator !== "<<<") return bodyWord.length === 0 ? body : textOf(bodyWord);
  const text = operator === "<<<" || target[0]?.kind === "process" ? textOf(target) : UNKNOWN;
  return text === UNKNOWN ? null : text.replace(PRINTED, "");
}

// What a command prints, where the command itself says it: the text that it is given to print, or a path that only the
// directory decides. What is found, listed or filtered is not followed.

/** A new directory of the system's own: nothing guarded is in it. */
export const FRESH_DIRECTORY = "/tmp/fresh";

/** In each of its readings; none where only the running command knows. */
export function listPrinted(
  argv: readonly string[],
  stdin: string | null,
  state: ShellState,
): readonly string[] {
  const [word = "", ...args] = argv;
  const program = basename(word);
  switch (program) {
    case "echo":
      return [printEcho(args)];
    case "printf":
      return [printFormat(args[0] === "--" ? args.slice(1) : args)];
    case "cat":
    case "tee":
      return stdin === null || (program === "cat" && args.some((arg) => arg !== "-")) ? [] : [stdin];
    case "git":
      return args.includes("--show-toplevel") ? state.fence.tops : [];
    case "pwd":
      return state.cwds;
    case "mktemp":
      return [FRESH_DIRECTORY];
    case "realpath":
    case "readlink":
    case "which":
    case "command":
    case "type":
      return args.slice(-1);
    case "dirname":
      return args.slice(-1).map((path) => dirname(path));
    default:
      return [];
  }
}

const ROUNDS_MAX = 256;

function printEcho(args: readonly string[]): string {
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const text = (flags === -1 ? [] : args.slice(flags)).join(" ");
  return args.slice(0, Math.max(flags, 0)).some((flag) => flag.includes("e")) ? readEscapes(text) : text;
}

/** Its format again and again, until every argument is used. */
function printFormat([format = "", ...given]: readonly string[]): string {
  const plain = readEscapes(format);
  let [text, used] = ["", 0];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = used;
    text += plain.replaceAll(/%%|%[-+ #0]{0,5}\d{0,5}(?:\.\d{0,5})?[a-zA-Z]/g, (sign) =>
      sign === "%%" ? "%" : (given[used++] ?? ""),
    );
    if (used >= given.length || used === before) break;
  }
  return text;
}

/** No path has a zero in it; it ends one, as a line break does. */
function readEscapes(text: string): string {
  return text.replaceAll(/\\([nt0\\])/g, (_, sign: string) => ({ t: "\t", "\\": "\\" })[sign] ?? "\n");
}

// Code in another language that a command runs at once. It is not understood: code that can write counts as writing to
// every guarded place that it names, that it is given as an argument, or that it stands in.

import { firstDenial, type ShellState } from "../expand/state.ts";
import { type Denial, homesOf, type Place } from "../fence/guarded-paths.ts";
import { denyCopyOf, denyReadOf } from "../fence/overlaps-guarded.ts";
import { activateGlobs, UNKNOWN } from "../shell/pattern-sentinels.ts";
import { judgeCredenceIn } from "./credence.ts";
import { denyWriteTo } from "./writers.ts";

const SEPARATORS = /[\s"'`()[\]{},;=<>|&+]+/;
/** Longer ones are no names. An escaped quote begins none. */
const LITERAL = /\\.|(["'`])((?:\\.|(?!\1)[^\\\n]){1,256})\1/g;
/** More mentions than this are judged by the first ones. */
const MENTIONS_MAX = 1_000;

export type CodeCall = {
  /** What the code is given as arguments. */
  readonly operands?: readonly string[];
  /** Where the code itself does not tell. */
  readonly writes?: boolean;
};

export function judgeCode(code: string, state: ShellState, call: CodeCall = {}): Denial | null {
  const command = judgeCredenceIn(code);
  if (command !== null) return command;
  const { operands = [], writes = canWrite(code) } = call;
  const mentions = listMentions(code, state);
  if (!writes) return judgeShown(mentions, state, descends(code));
  const reach = TAKES_AWAY.test(code) || descends(code) ? "near" : "none";
  return firstDenial([...mentions, ".", ...operands], (path) =>
    denyWriteTo(state, path, path === "." ? "none" : reach),
  );
}

function judgeShown(paths: readonly string[], state: ShellState, isDeep: boolean): Denial | null {
  return firstDenial(paths, (path) => denyReadOf(state, path) ?? (isDeep ? denyCopyOf(state, path) : null));
}

/** Paths in the code: as they stand, behind what nobody knows, and joined from texts that follow each other. */
function listMentions(code: string, state: ShellState): string[] {
  const telling = tellingNames(state.fence.written);
  const isTelling = (text: string): boolean => telling.some((name) => text.includes(name));
  if (!isTelling(code)) return [];
  const homes = homesOf(state.fence.given);
  const tokens = code.split(SEPARATORS).filter(isTelling).slice(0, MENTIONS_MAX);
  const literals = Array.from(code.matchAll(LITERAL), (match) => match[2] ?? "");
  const joined = literals.flatMap((literal, index) =>
    isTelling(literal) ? [literals.slice(index, index + 3).join("/")] : [],
  );
  return [
    ...tokens.flatMap((token) => [
      ...homes.map((home) => token.replace(/^~(?=\/|$)/, home)),
      `${UNKNOWN}/${token}`,
    ]),
    ...joined.slice(0, MENTIONS_MAX).map((path) => `${UNKNOWN}/${path}`),
  ].map(activateGlobs);
}

/** The last two names of each place: what is spelled without them is not found. */
function tellingNames(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ forms }) => forms.flatMap((form) => form.slice(-2))))];
}

// What code may do with a path, by the words in it. Code that only reads has none of these; what is in doubt has one.

/** They write, take away, make links, run programs, or run more code. */
const WRITES =
  /writ|append|put_|remov|unlink|delet|\brm|rmtree|renam|mov[ei]|cop(?:y|ie)|\bcp|link|mkdir|mkd?temp|touch|chmod|chown|utime|truncat|replac|save|dump(?!s)|spawn|exec|eval|system|popen|subprocess|child_process|\brun|shell|shutil|fileutils|__import__|ctypes|sqlite|extract|retriev|download|creat|inplace|handler|\bto_\w|\bO_[A-Z]|\bqx|`/i;
/** A mode in quotes, or the sign of one: `'w'`, `"r+"`, `">"`, `"| cmd"`. */
const OPEN_MODE = /["'](?:[rbt]{0,3}[wax+][wax+rbt]{0,3}["']|\s{0,3}\+?[<>|])/;
/** A text in quotes that is nothing but a path: the words in it are names. */
const PATH_LITERAL = /(["'])[\w.~-]{0,64}\/[\w.~/-]{0,512}\1/g;

const TAKES_AWAY = /rm|remov|renam|mov|unlink|delet|replac|symlink/i;
/** It goes on to what is below a directory. */
const DESCENDS = /walk|glob|listdir|readdir|scandir|iterdir|recurs|find|entries|children|Dir\[/i;

function canWrite(code: string): boolean {
  const words = code.replaceAll(PATH_LITERAL, "");
  return WRITES.test(words) || (/open|file|new/i.test(words) && OPEN_MODE.test(code));
}

function descends(code: string): boolean {
  return DESCENDS.test(code);
}

const AWK_WRITES = /\bprintf?\b[^;}\n]{0,256}[>|]|\bsystem\s{0,20}\(/;

/** awk prints into files and programs by a sign behind `print`; elsewhere the sign compares. */
export function canAwkWrite(code: string): boolean {
  return AWK_WRITES.test(code);
}

// Code in another language that a command runs at once. It is not understood: code that can write counts as writing to
// every guarded place that it names, that it is given as an argument, or that it stands in.

import { basename } from "node:path";
import type { Denial } from "../places/denials.ts";
import { denyCopyOf, denyReadOf, denyWriteTo, homesOf, type Standpoint } from "../places/fence.ts";
import { activateGlobs, UNKNOWN } from "../split/marks.ts";
import type { Command } from "../split/scope.ts";
import { judgeCredenceIn } from "./credence.ts";

const LANGUAGES =
  /^(?:python|pypy|ipython|expect|node|nodejs|bun|tsx|ts-node|perl|julia|ruby|lua|elixir|groovy|Rscript|osascript|swift|php|emacs|deno|tclsh|[gmn]?awk)$/;
const DATABASES = /^(?:sqlite3?|duckdb|usql|psql|mysql|mariadb|sqlcmd)$/;

/** Queries and commands of databases write files by some words: `.output FILE`, `\copy … TO`, `INTO OUTFILE`. */
const QUERY_WRITES =
  /\.(?:output|once|log|backup|save|clone|excel|open|archive|ar|shell|system)\b|\\(?:o|out|g|gx|w|!)|\bcopy\b[^;]{0,1000}\bto\b|\binto\s{1,20}(?:out|dump)file\b|\bvacuum\b[^;]{0,100}\binto\b|writefile|\bexport\b|\btee\b/i;
/** awk prints into files and programs by a sign behind `print`; elsewhere the sign compares. */
const AWK_WRITES = /\bprintf?\b[^;}\n]{0,256}[>|]|\bsystem\s{0,20}\(/;
/** They write, take away, make links, run programs, or run more code. Code that only reads has none of these. */
const WRITES =
  /writ|append|put_|remov|unlink|delet|\brm|rmtree|renam|mov[ei]|cop(?:y|ie)|\bcp|link|mkdir|mkd?temp|touch|chmod|chown|utime|truncat|replac|save|dump(?!s)|spawn|exec|eval|system|popen|subprocess|child_process|\brun|shell|shutil|fileutils|__import__|ctypes|sqlite|extract|retriev|download|creat|inplace|handler|\bto_\w|\bO_[A-Z]|\bqx|`/i;
/** A mode in quotes, or the sign of one: `'w'`, `"r+"`, `">"`, `"| cmd"`. */
const OPEN_MODE = /["'](?:[rbt]{0,3}[wax+][wax+rbt]{0,3}["']|\s{0,3}\+?[<>|])/;
/** A text in quotes that is nothing but a path: the words in it are names. */
const PATH_LITERAL = /(["'])[\w.~-]{0,64}\/[\w.~/-]{0,512}\1/g;
const TAKES_AWAY = /rm|remov|renam|mov|unlink|delet|replac|symlink/i;
/** It goes on to what is below a directory. */
const DESCENDS = /walk|glob|listdir|readdir|scandir|iterdir|recurs|find|entries|children|Dir\[/i;

const NAME_CHARS_MAX = 32;

/** @returns the texts of code that a command runs; null when its program runs no code */
export function listCodes(program: string, { argv, input, scope }: Command): readonly string[] | null {
  // `python3.12` is python; a longer name is not an interpreter's.
  const name = program.slice(0, NAME_CHARS_MAX).replace(/[\d.]+$/, "");
  // Calls of .NET are code like that of any other language.
  if (/^(?:pwsh|powershell)$/i.test(name))
    return argv.filter((arg) => /\]::|\bnew-object\b/i.test(arg)).map((arg) => arg.replaceAll("\\", "/"));
  if (!LANGUAGES.test(name) && !DATABASES.test(name)) return null;
  const args = argv.slice(1);
  const isCode = (arg: string, before = ""): boolean =>
    /[\s(]/.test(arg) || /^-(?:[ceEr]|-?eval)$/.test(before);
  const given = /awk$/.test(name) ? args : args.filter((arg, at) => isCode(arg, args[at - 1]));
  const written = args.flatMap((arg) => scope.files.get(basename(arg)) ?? []);
  return [...given, ...written, ...input];
}

export function canWrite(program: string, code: string): boolean {
  if (DATABASES.test(program)) return QUERY_WRITES.test(code);
  if (/awk$/.test(program)) return AWK_WRITES.test(code);
  const words = code.replaceAll(PATH_LITERAL, "");
  return WRITES.test(words) || (/open|file|new/i.test(words) && OPEN_MODE.test(code));
}

/** @param operands what the code is given as arguments */
export function judgeCode(
  code: string,
  from: Standpoint,
  { program = "", operands = [] }: { readonly program?: string; readonly operands?: readonly string[] },
): Denial | null {
  const command = judgeCredenceIn(code);
  if (command !== null) return command;
  const isDeep = DESCENDS.test(code);
  const mentions = listMentions(code, from);
  if (!canWrite(program, code))
    return firstDenial(
      mentions,
      (path) => denyReadOf(from, path) ?? (isDeep ? denyCopyOf(from, path) : null),
    );
  const reach = isDeep || TAKES_AWAY.test(code) ? "near" : "none";
  return (
    denyWriteTo(from, ".", "none") ??
    firstDenial([...mentions, ...operands], (path) => denyWriteTo(from, path, reach))
  );
}

export function firstDenial<T>(items: Iterable<T>, judge: (item: T) => Denial | null): Denial | null {
  for (const item of items) {
    const denial = judge(item);
    if (denial !== null) return denial;
  }
  return null;
}

const SEPARATORS = /[\s"'`()[\]{},;=<>|&+]+/;
/** Longer ones are no names. An escaped quote begins none. */
const LITERAL = /\\.|(["'`])((?:\\.|(?!\1)[^\\\n]){1,256})\1/g;
/** More mentions than this are judged by the first ones. */
const MENTIONS_MAX = 1_000;

/** Paths in the code: as they stand, behind an unknown part, and joined from texts that follow each other. */
function listMentions(code: string, { fence }: Standpoint): string[] {
  // The last two names of each place: a path that is spelled without them is not found.
  const telling = new Set(
    fence.placesFor("written", []).flatMap(({ forms }) => forms.flatMap((form) => form.slice(-2))),
  );
  const isTelling = (text: string): boolean => [...telling].some((name) => text.includes(name));
  if (!isTelling(code)) return [];
  const tokens = code.split(SEPARATORS).filter(isTelling).slice(0, MENTIONS_MAX);
  const literals = Array.from(code.matchAll(LITERAL), (match) => match[2] ?? "");
  const joined = literals.flatMap((literal, at) =>
    isTelling(literal) ? [literals.slice(at, at + 3).join("/")] : [],
  );
  return [
    ...tokens.flatMap((token) => homesOf(fence.given).map((each) => token.replace(/^~(?=\/|$)/, each))),
    ...[...tokens, ...joined.slice(0, MENTIONS_MAX)].map((path) => `${UNKNOWN}/${path}`),
  ].map(activateGlobs);
}

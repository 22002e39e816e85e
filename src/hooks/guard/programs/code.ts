// Code in another language that a command runs at once. It is not understood, and its interpreter is no listed reader: code counts
// as writing to every guarded place that it names, that it is given as an argument, or that it stands in.

import type { Denial } from "../places/denials.ts";
import { denyReadOf, denyWriteTo, homesOf, type Standpoint } from "../places/fence.ts";
import { activateGlobs, UNKNOWN } from "../split/marks.ts";
import type { Command } from "../split/scope.ts";
import { judgeCredenceIn } from "./credence.ts";

const LANGUAGES =
  /^(?:python|pypy|ipython|expect|node|nodejs|bun|tsx|ts-node|perl|julia|ruby|lua|elixir|groovy|Rscript|osascript|swift|php|emacs|deno|tclsh|sqlite3?|duckdb|usql|psql|mysql|mariadb|sqlcmd)$/;
const AWK = /^[gmn]?awk$/;
/** It prints into files and programs by a sign behind `print`; elsewhere the sign compares. */
const AWK_WRITES = /\bprintf?\b[^;}\n]{0,256}[>|]|\bsystem\s{0,20}\(/;
const NAME_CHARS_MAX = 32;

/** @returns the texts of code that a command runs; null when its program runs no code */
export function listCodes(program: string, { argv, input }: Command): readonly string[] | null {
  // `python3.12` is python; a longer name is not an interpreter's.
  const name = program.slice(0, NAME_CHARS_MAX).replace(/[\d.]+$/, "");
  const args = argv.slice(1);
  if (AWK.test(name)) return args.some((arg) => AWK_WRITES.test(arg)) ? args : null;
  if (!LANGUAGES.test(name)) return null;
  const isCode = (arg: string, before = ""): boolean =>
    /[\s(]/.test(arg) || /^-(?:[ceEr]|-?eval)$/.test(before);
  return [...args.filter((arg, at) => isCode(arg, args[at - 1])), ...input];
}

export function judgeCode(code: string, from: Standpoint): Denial | null {
  return (
    judgeCredenceIn(code) ??
    denyWriteTo(from, ".", "none") ??
    firstDenial(listMentions(code, from), (path) => denyReadOf(from, path) ?? denyWriteTo(from, path, "near"))
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

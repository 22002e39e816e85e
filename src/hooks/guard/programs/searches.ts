// Would a search from above print anything that is withheld? The withheld texts are few and small, so they are looked at. A
// pattern is not run, because its author could make that last for ever: a text that lacks a plain piece of it has no match.
//
// Fails closed: a pattern that is not understood, or a place that is too large to look at, counts as a match.

import { join } from "node:path";
import { type Denial, denySearch, type Place } from "../places/denials.ts";
import { type GuardedPlaces, isBare, listTouches, type Standpoint } from "../places/fence.ts";
import type { Names } from "../places/find-path.ts";
import { activateGlobs, matchName } from "../split/marks.ts";

export type Search = {
  /** Where it begins. */
  readonly roots: readonly string[];
  /** It goes into hidden directories. */
  readonly hidden: boolean;
  /** Null prints all that the search gets to, or something that its pattern does not say. */
  readonly patterns: readonly string[] | null;
  readonly ignoresCase: boolean;
  /** `rest` are the names from where it begins down to the place. */
  readonly isLeftOut: (place: Place, rest: Names, root: string) => boolean;
};

/** Of a search: the first withheld place of which it would print something. */
export function judgeSearch(from: Standpoint, search: Search): Denial | null {
  for (const root of search.roots) {
    for (const { place, match } of listTouches(from, root, "withheld")) {
      const rest = match.isInside ? [] : match.rest;
      const isReached = search.hidden || !rest.some((name) => name.startsWith("."));
      if (!isReached || isBare(from, place) || search.isLeftOut(place, rest, root)) continue;
      if (place.kind !== "withheld" || mayShow(place.path, search, from.fence.given))
        return denySearch(place);
    }
  }
  return null;
}

function mayShow(path: string, { patterns, ignoresCase }: Search, view: GuardedPlaces): boolean {
  const texts = readTexts(path, view);
  if (patterns === null || texts === null) return true;
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const pieces = patterns.flatMap(listPieces).map(fold);
  return texts.some((text) => pieces.some((piece) => fold(text).includes(piece)));
}

const FILES_MAX = 500;
const DEPTH_MAX = 3;

/** @returns null when there is more than can be looked at */
function readTexts(top: string, { list, read }: GuardedPlaces): readonly string[] | null {
  const texts: string[] = [];
  const paths: (readonly [path: string, depth: number])[] = [[top, 0]];
  for (const [path, depth] of paths) {
    const text = depth === 0 ? null : read(path);
    const names = text === null ? list(path) : null;
    if (text !== null) texts.push(text);
    else if (names === null && depth > 0) return null;
    else for (const name of names ?? []) paths.push([join(path, name), depth + 1]);
    if (paths.length > FILES_MAX || depth > DEPTH_MAX) return null;
  }
  return texts;
}

/** A longer one is not written by hand. */
const PATTERN_CHARS_MAX = 4_096;
/** A part that may be absent, an escape that stands for others, and what the shell puts in. */
const UNSURE = /\)\\?[*?{]|\(\?|\\[^\W_bBwWsSdD]|\\$|[\uE000-\uE009]/;
/** A class, an escape by letter, and a sign that may be absent. */
const OPEN = /\[\^?.[^\]]{0,256}\]|\\[bBwWsSdD<>]|[^\\]\\?(?:[*?]|\{[^}]{0,16}\}?)/g;

/** The longest plain piece of each alternative, in basic, extended and Perl's expressions alike: each match contains one. */
function listPieces(pattern: string): readonly string[] {
  if (pattern.length > PATTERN_CHARS_MAX || UNSURE.test(pattern)) return [""];
  return pattern.split(/\||\n/).map((alternative) => {
    const pieces = alternative.replaceAll(OPEN, "\n").split(/[^\w-]+/);
    return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");
  });
}

// The searches of a shell.

const SEARCHES = /^(?:[efzrug]?grep|ggrep|ug|ack|rg|ag)$/;
const VALUED =
  /^(?:-[efABCmjMgtOd]|-[a-zA-Z]+[ef]|--(?:regexp|file|include|exclude|exclude-dir|i?glob|type|ignore|ignore-dir))$/;
const DEEP = /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--(?:dereference-)?recursive)$/;
/** With one of these a search prints what its pattern does not say. */
const PRINTS_OTHERS =
  /^(?:-[a-zA-Z]*[vf][a-zA-Z]*|--(?:invert-match|file|passthru|passthrough|pre|null-data))$/;
const NAMES_ONLY = /^(?:-[a-zA-Z]*[lLcq][a-zA-Z]*|--(?:files-with.*|name-only|count|quiet))$/;
/** What it leaves out, or, of files with other endings than those in the withheld places, takes alone. */
const EXCLUDES = /^(?:--(?:exclude|exclude-dir|ignore|ignore-dir)=|(?:-g|--i?glob)=!|:(?:[!^]|\(exclude\)))/;
const TAKES = /^(?:--include|-t|--type|-g|--i?glob)=(?!!)/;
const KEPT_ENDINGS = /(?:\.(?:md|jsonl?|ndjson|log|txt|sqlite|pem)|\*|=(?:md|markdown|json|log|txt|all))$/;

/** How a command searches: the paths that it reads, and the search if it goes below directories.
 * @returns null when its program does not search */
export function readSearch(
  program: string,
  args: readonly string[],
): { paths: readonly string[]; search: Search | null } | null {
  const isGit = program === "git grep";
  if (!isGit && !SEARCHES.test(program)) return null;
  const { flags, operands, values } = readOptions(args);
  const has = (pattern: RegExp): boolean => flags.some((flag) => pattern.test(flag));
  const valuesOf = (name: RegExp): string[] =>
    values.flatMap((value) => (name.test(value) ? [value.slice(value.indexOf("=") + 1)] : []));
  const given = valuesOf(/^(?:-[a-zA-Z]*e|--regexp)=/);
  const files = valuesOf(/^(?:-[a-zA-Z]*f|--file)=/);
  const named = operands.slice(given.length + files.length > 0 ? 0 : 1);
  const paths = named
    .filter((path) => !EXCLUDES.test(path))
    .map((path) => (isGit ? activateGlobs(path) : path));
  const unrestricted = flags.filter((flag) => /^(?:-u|--unrestricted)$/.test(flag)).length;
  const isDeep = isGit ? !has(NAMES_ONLY) : /^(?:rgrep|ack|rg|ag)$/.test(program) || has(DEEP);
  const search: Search = {
    roots: paths.length === 0 ? ["."] : paths,
    hidden:
      !/^(?:rg|ag)$/.test(program) ||
      has(/^(?:--hidden|-\.|-uu+)$/) ||
      unrestricted > (program === "rg" ? 1 : 0),
    patterns: has(PRINTS_OTHERS) ? null : given.length > 0 ? given : operands.slice(0, 1),
    ignoresCase: program === "ag" || has(/^(?:-[a-zA-Z]*[iSy][a-zA-Z]*|--(?:ignore|smart)-case)/),
    isLeftOut: readFilters([...values, ...named]),
  };
  return { paths: [...paths, ...files], search: isDeep ? search : null };
}

function readFilters(words: readonly string[]): Search["isLeftOut"] {
  const excluded = words
    .filter((word) => EXCLUDES.test(word))
    .map((word) => lastGlobName(word.replace(EXCLUDES, "")));
  const taken = words.filter((word) => TAKES.test(word));
  return (_, rest) =>
    excluded.some((pattern) => rest.some((name) => matchName(pattern, name, true))) ||
    (taken.length > 0 && !taken.some((word) => KEPT_ENDINGS.test(word)));
}

/** Flags, operands, and each value with its option, as `--option=value`. */
function readOptions(args: readonly string[]): Record<"flags" | "operands" | "values", readonly string[]> {
  const [flags, operands, values]: [string[], string[], string[]] = [[], [], []];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    const [, name = arg, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? /^(-[efgt])(.+)$/s.exec(arg) ?? [];
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else flags.push(name);
    if (value !== undefined) values.push(`${name}=${value}`);
    else if (VALUED.test(arg)) values.push(`${arg}=${args[++at] ?? ""}`);
  }
  return { flags, operands, values };
}

/** The last name of a pattern that says something: `**` and slashes around it say nothing. */
function lastGlobName(pattern: string): string {
  const names = pattern.split("/").filter((name) => name !== "" && name !== "." && !/^\*+$/.test(name));
  return activateGlobs(names.at(-1) ?? pattern);
}

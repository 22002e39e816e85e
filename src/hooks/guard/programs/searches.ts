// Would a search from above print anything that is withheld? The withheld texts are few and small, so they are looked at. A
// pattern is not run, because its author could make that last for ever: it is cut into the plain pieces that every match
// contains.
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
  /** They are texts, and not expressions. */
  readonly isFixed: boolean;
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

function mayShow(path: string, { patterns, isFixed, ignoresCase }: Search, view: GuardedPlaces): boolean {
  const texts = readTexts(path, view);
  if (patterns === null || texts === null) return true;
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  return patterns.some((pattern) => {
    const alternatives = readPattern(pattern, isFixed);
    return (
      alternatives === null ||
      texts.some((text) =>
        alternatives.some((pieces) => pieces.every((piece) => fold(text).includes(fold(piece)))),
      )
    );
  });
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
/** The parts of a pattern: escapes, classes, groups that are not judged here, and single signs. */
const SIGNS = /\\([\s\S])|\[\^?[^[\]\\][^[\]\\]*\]|\(\?|\)\\?[*?{]|[\s\S]/g;

/** What each match contains: all pieces of one of the alternatives, in basic, extended and Perl's expressions alike.
 * @returns null when it is not understood */
function readPattern(pattern: string, isFixed: boolean): string[][] | null {
  if (pattern.length > PATTERN_CHARS_MAX || /[\uE000-\uE009]/.test(pattern)) return null;
  if (isFixed) return pattern.split("\n").map((text) => [text]);
  const alternatives: string[][] = [[]];
  let piece = "";
  for (const [sign, escaped] of `${pattern}\n`.matchAll(SIGNS)) {
    // Groups that look around or may be left out, a class or an escape that never ends, and escapes that stand for others.
    if (/^\(\?|^\).|^\[$|^\\[^\W_bBwWsSdD]$|^\\\n/.test(sign)) return null;
    // Behind a backslash some signs are plain in one kind of expression and act in another.
    const isOr = (escaped ?? sign) === "|" || sign === "\n";
    // A sign that may be there any number of times may be absent.
    if (/^(?:\\?[?{]|\*)$/.test(sign)) piece = piece.slice(0, -1);
    if (!isOr && !/^(?:\\?[?{()}+]|[*.^$\]]|\[.+|\\[<>bBwWsSdD])$/.test(sign)) piece += escaped ?? sign;
    else {
      if (piece !== "") alternatives.at(-1)?.push(piece);
      piece = "";
    }
    if (isOr) alternatives.push([]);
  }
  return alternatives.slice(0, -1);
}

// The searches of a shell.

const SEARCHES = /^(?:[efzrug]?grep|ggrep|ug|ack|rg|ag)$/;
const VALUED =
  /^(?:-[efABCmjMgtOd]|--(?:regexp|file|include|exclude|exclude-dir|i?glob|type|ignore|ignore-dir))$/;
const DEEP = /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--(?:dereference-)?recursive)$/;
/** With one of these a search prints what its pattern does not say. */
const PRINTS_OTHERS =
  /^(?:-[a-zA-Z]*[vf][a-zA-Z]*|--(?:invert-match|file|passthru|passthrough|pre|null-data))$/;
const NAMES_ONLY =
  /^(?:-[a-zA-Z]*[lLcq][a-zA-Z]*|--(?:files-with-matches|name-only|files-without-match|count|quiet))$/;
/** The kinds of files that are in the withheld places. */
const KEPT_ENDINGS = /(?:\.(?:md|jsonl?|ndjson|log|txt|sqlite|pem)|\*|^(?:md|markdown|json|log|txt|all))$/;

/** How a command searches: the paths that it reads, and the search if it goes below directories.
 * @returns null when its program does not search */
export function readSearch(
  program: string,
  args: readonly string[],
): { paths: readonly string[]; search: Search | null } | null {
  const isGit = program === "git grep";
  if (!isGit && !SEARCHES.test(program)) return null;
  const { flags, operands, valuesOf } = readOptions(args);
  const has = (pattern: RegExp): boolean => flags.some((flag) => pattern.test(flag));
  const given = valuesOf(/^(?:-e|--regexp)$/);
  const isGiven = given.length > 0 || has(/^(?:-f|--file)$/);
  const isExclusion = (path: string): boolean => /^:[!^(]/.test(path);
  const named = operands.slice(isGiven ? 0 : 1);
  const paths = named
    .filter((path) => !isExclusion(path))
    .map((path) => (isGit ? activateGlobs(path) : path));
  const isDeep = isGit || /^(?:rgrep|ack|rg|ag)$/.test(program) || has(DEEP);
  const unrestricted = flags.filter((flag) => /^(?:-u|--unrestricted)$/.test(flag)).length;
  const search: Search = {
    roots: paths.length === 0 ? ["."] : paths,
    hidden:
      !/^(?:rg|ag)$/.test(program) ||
      has(/^(?:--hidden|-\.|-uu+)$/) ||
      unrestricted > (program === "rg" ? 1 : 0),
    patterns: has(PRINTS_OTHERS) ? null : given.length > 0 ? given : operands.slice(0, 1),
    isFixed: program === "fgrep" || has(/^(?:-[a-zA-Z]*[FQ][a-zA-Z]*|--fixed-strings|--literal)$/),
    ignoresCase: program === "ag" || has(/^(?:-[a-zA-Z]*[iSy][a-zA-Z]*|--(?:ignore|smart)-case)/),
    isLeftOut: readFilters(valuesOf, named.filter(isExclusion)),
  };
  const isSearch = isDeep && !(isGit && has(NAMES_ONLY));
  return { paths: [...paths, ...valuesOf(/^(?:-f|--file)$/)], search: isSearch ? search : null };
}

function readFilters(
  valuesOf: (names: RegExp) => string[],
  exclusions: readonly string[],
): Search["isLeftOut"] {
  const globs = valuesOf(/^(?:-g|--i?glob)$/);
  const excluded = [
    ...valuesOf(/^--(?:exclude|exclude-dir|ignore|ignore-dir)$/),
    ...globs.flatMap((glob) => (glob.startsWith("!") ? [glob.slice(1)] : [])),
    ...exclusions.map((path) => path.replace(/^:(?:[!^]|\(exclude\))/, "")),
  ].map(lastGlobName);
  const kept = [...valuesOf(/^(?:--include|-t|--type)$/), ...globs.filter((glob) => !glob.startsWith("!"))];
  return (_, rest) =>
    excluded.some((pattern) => rest.some((name) => matchName(pattern, name, true))) ||
    (kept.length > 0 && !kept.some((glob) => KEPT_ENDINGS.test(glob)));
}

/** Options and operands, with the values of those options that take one. */
function readOptions(args: readonly string[]) {
  const [flags, operands]: [string[], string[]] = [[], []];
  const values: [name: string, value: string][] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    const [, name = arg, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? /^(-[efgt])(.+)$/s.exec(arg) ?? [];
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else flags.push(name);
    if (value !== undefined) values.push([name, value]);
    // `-rne WORD`: the last letter of a cluster takes it.
    else if (VALUED.test(arg)) values.push([arg, args[++at] ?? ""]);
    else if (/^-[a-zA-Z]+[ef]$/.test(arg)) values.push([`-${arg.at(-1)}`, args[++at] ?? ""]);
  }
  const valuesOf = (names: RegExp): string[] =>
    values.flatMap(([name, value]) => (names.test(name) ? [value] : []));
  return { flags, operands, valuesOf };
}

/** The last name of a pattern that says something: `**` and slashes around it say nothing. */
function lastGlobName(pattern: string): string {
  const names = pattern.split("/").filter((name) => name !== "" && name !== "." && !/^\*+$/.test(name));
  return activateGlobs(names.at(-1) ?? pattern);
}

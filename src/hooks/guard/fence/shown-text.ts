// Would a search print anything that is withheld? The withheld texts are few and small, so they are looked at. A pattern is not
// run, because whoever wrote it could make that last for ever: it is cut into the plain pieces that every match contains.
//
// Fails closed: a pattern that is not understood, or a place that is too large to look at, counts as a match.

import { join } from "node:path";
import { type Arguments, words } from "../shell/arguments.ts";
import type { GuardedPlaces, Place, Standpoint } from "./guarded-paths.ts";

export type Query = {
  readonly patterns: readonly string[];
  /** They are texts, and not expressions. */
  readonly isFixed: boolean;
  readonly ignoresCase: boolean;
};

/** With one of these a search prints what its pattern does not say. */
const PRINTS_OTHERS = words("-v --invert-match -f --file --passthru --passthrough --pre --null-data");

/** What a search is for; null where its pattern does not say what it prints. */
export function queryOf(program: string, { flags, values, operands }: Arguments): Query | null {
  const has = (...options: string[]): boolean => options.some((option) => flags.has(option));
  if (has(...PRINTS_OTHERS)) return null;
  const given = ["-e", "--regexp"].flatMap((option) => values.get(option) ?? []);
  return {
    patterns: given.length > 0 ? given : operands.slice(0, 1),
    isFixed: program === "fgrep" || has("-F", "--fixed-strings", "-Q", "--literal"),
    ignoresCase: program === "ag" || has("-i", "-S", "-y", "--ignore-case", "--smart-case"),
  };
}

/** Null stands for a search that prints whatever it gets to, or nobody knows what. */
export function mayShow({ fence }: Standpoint, place: Place, query: Query | null): boolean {
  if (place.kind !== "withheld" || query === null) return true;
  const wanted = query.patterns.map((pattern) => readPattern(pattern, query.isFixed));
  const fold = (text: string): string => (query.ignoresCase ? text.toLowerCase() : text);
  const alternatives = wanted.flatMap((each) => each ?? [[]]).map((pieces) => pieces.map(fold));
  const texts = readTexts(place.path, fence.given);
  if (texts === null) return true;
  return texts
    .map(fold)
    .some((text) => alternatives.some((pieces) => pieces.every((piece) => text.includes(piece))));
}

const FILES_MAX = 500;
const DEPTH_MAX = 3;

/** @returns null when there is more than can be looked at. */
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

/** A longer one is nobody's. */
const PATTERN_CHARS_MAX = 4_096;

/** What a pattern is made of: escapes, classes, groups that nobody can judge here, and single signs. */
const SIGNS = /\\([\s\S])|\[\^?[^[\]\\][^[\]\\]*\]|\(\?|\)\\?[*?{]|[\s\S]/g;

/** What each match contains: all pieces of one of the alternatives, in basic, extended and Perl's expressions alike.
 * @returns null when it is not understood. */
function readPattern(pattern: string, isFixed: boolean): string[][] | null {
  if (pattern.length > PATTERN_CHARS_MAX || /[\uE000-\uE009]/.test(pattern)) return null;
  if (isFixed) return pattern.split("\n").map((text) => [text]);
  const alternatives: string[][] = [[]];
  let piece = "";
  const cut = (): void => {
    if (piece !== "") alternatives.at(-1)?.push(piece);
    piece = "";
  };
  for (const [sign, escaped] of `${pattern}\n`.matchAll(SIGNS)) {
    // Groups that look around or may be left out, a class or an escape that never ends, and escapes that stand for others.
    if (/^\(\?|^\).|^\[$|^\\[^\W_bBwWsSdD]$|^\\\n/.test(sign)) return null;
    // Behind a backslash some signs are plain in one kind of expression and act in another.
    const isOr = (escaped ?? sign) === "|" || sign === "\n";
    // What may be there any number of times may be absent.
    if (/^(?:\\?[?{]|\*)$/.test(sign)) piece = piece.slice(0, -1);
    if (!isOr && !/^(?:\\?[?{()}+]|[*.^$\]]|\[.+|\\[<>bBwWsSdD])$/.test(sign)) piece += escaped ?? sign;
    else cut();
    if (isOr) alternatives.push([]);
  }
  return alternatives.slice(0, -1);
}

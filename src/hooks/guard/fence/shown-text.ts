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
  return place.kind !== "withheld" || mayMatch(fence.given, place.path, query);
}

/** Would a search find anything in the files of a directory? */
function mayMatch(given: GuardedPlaces, directory: string, query: Query | null): boolean {
  if (query === null) return true;
  const wanted = query.patterns.map((pattern) => readPattern(pattern, query.isFixed));
  const fold = (text: string): string => (query.ignoresCase ? text.toLowerCase() : text);
  const alternatives = wanted.flatMap((each) => each ?? [[]]).map((pieces) => pieces.map(fold));
  const texts = readTexts(directory, given);
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

/** What each match contains: all pieces of one of the alternatives. */
type Alternatives = readonly (readonly string[])[];

/** A longer one is nobody's. */
const PATTERN_CHARS_MAX = 4_096;

/** Read so that it holds for basic, extended and Perl's expressions alike. @returns null when it is not understood. */
function readPattern(pattern: string, isFixed: boolean): Alternatives | null {
  if (pattern.length > PATTERN_CHARS_MAX || /[\uE000-\uE009]/.test(pattern)) return null;
  if (isFixed) return pattern.split("\n").map((text) => [text]);
  // Groups that look around, and groups that may be left out.
  if (/\(\?|\)\\?[*?{]/.test(pattern)) return null;
  const alternatives: string[][] = [[]];
  let piece = "";
  const cut = (): void => {
    if (piece !== "") alternatives.at(-1)?.push(piece);
    piece = "";
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern.charAt(at);
    const end = sign === "[" ? findClassEnd(pattern, at) : at;
    const step = sign === "\\" ? readEscape(pattern.charAt(++at)) : readSign(sign);
    if (end === -1 || step === null) return null;
    at = Math.max(at, end);
    // What may be there any number of times may be absent.
    if (step === "optional") piece = piece.slice(0, -1);
    if (typeof step === "object") piece += step.text;
    else cut();
    if (step === "or") alternatives.push([]);
  }
  cut();
  return alternatives;
}

type Step = "cut" | "or" | "optional" | { readonly text: string } | null;

function readSign(sign: string): Step {
  if (sign === "|" || sign === "\n") return "or";
  if ("*?{".includes(sign)) return "optional";
  return ".^$()[]}+".includes(sign) ? "cut" : { text: sign };
}

/** Behind a backslash some signs are plain in one kind of expression and act in another. */
function readEscape(sign: string): Step {
  if (sign === "|") return "or";
  if (sign === "?" || sign === "{") return "optional";
  if ("()}+<>bBwWsSdD".includes(sign)) return "cut";
  return sign === "" || /[A-Za-z0-9]/.test(sign) ? null : { text: sign };
}

/** Where a class of characters ends; -1 when it does not. */
function findClassEnd(pattern: string, from: number): number {
  const first = pattern[from + 1] === "^" ? from + 2 : from + 1;
  const end = pattern.indexOf("]", first + 1);
  // `[[:alpha:]]` has brackets inside.
  const inside = pattern.slice(from + 1, end);
  return end === -1 || inside.includes("[") || inside.includes("\\") ? -1 : end;
}

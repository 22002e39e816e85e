// Holds a path, possibly with patterns in it, against a guarded place, name by name. Time is linear in the path: a
// place has few and short names.

import { ANY_CHARACTER, ANY_TEXT, UNKNOWN } from "../expand/marks.ts";

export type Match =
  /** The place itself, or something in it. */
  | { readonly kind: "inside"; readonly byPattern: boolean }
  /** A directory that holds the place; `rest` are the names from there down to it. */
  | { readonly kind: "above"; readonly byPattern: boolean; readonly rest: readonly string[] };

/** Behind a part that nobody knows, two names of a place in a row are no coincidence, nor is a hidden one alone with whatever
 * a pattern matches. A pattern itself tells nothing: any two names match any two stars. */
const TELLING = 2;

/** With `dots` a pattern also matches hidden names, as in the patterns of tools. */
export function matchPath(path: readonly string[], place: readonly string[], dots = false): Match | null {
  const unknown = path.findLastIndex((name) => name.includes(UNKNOWN));
  const known =
    unknown === -1
      ? path
      : path.slice(
          0,
          path.findIndex((name) => name.includes(UNKNOWN)),
        );
  const match = matchKnown(known, place, dots);
  if (unknown === -1 || match?.kind === "inside") return match;
  return matchTail(path.slice(unknown + 1), place);
}

function matchKnown(path: readonly string[], place: readonly string[], dots: boolean): Match | null {
  // The places in `place` that could be reached so far: more than one only behind `**`.
  let reached = [0];
  let byPattern = false;
  for (const name of path) {
    if (reached.includes(place.length)) return { kind: "inside", byPattern };
    const isDeep = isAnyDepth(name);
    byPattern ||= isDeep || isPattern(name);
    reached = isDeep
      ? spread(reached, place, dots)
      : reached.filter((at) => matchName(name, place[at] ?? "", dots)).map((at) => at + 1);
    if (reached.length === 0) return null;
  }
  const deepest = Math.max(...reached);
  if (deepest === place.length) return { kind: "inside", byPattern };
  return { kind: "above", byPattern, rest: place.slice(deepest) };
}

function spread(reached: readonly number[], place: readonly string[], dots: boolean): number[] {
  const first = Math.min(...reached);
  let last = Math.max(...reached);
  while (last < place.length && (dots || place[last]?.startsWith(".") === false)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function matchTail(tail: readonly string[], place: readonly string[]): Match | null {
  for (let count = 2; count <= Math.min(tail.length, place.length); count += 1) {
    const [names, end] = [tail.slice(0, count), place.slice(place.length - count)];
    if (!end.every((name, index) => matchName(names[index] ?? "", name, false))) continue;
    if (sum(names.map(tellingOf)) >= TELLING) return { kind: "inside", byPattern: names.some(isPattern) };
  }
  return null;
}

function tellingOf(name: string): number {
  if (isPattern(name)) return 0;
  return name.startsWith(".") ? 2 : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function isAnyDepth(name: string): boolean {
  return name.length > 1 && [...name].every((character) => character === ANY_TEXT);
}

function isPattern(name: string): boolean {
  return name.includes(ANY_TEXT) || name.includes(ANY_CHARACTER);
}

/** Does a pattern match a whole text? A leading dot is matched by a dot only, unless `dots` says otherwise. */
export function matchName(pattern: string, text: string, dots: boolean): boolean {
  if (!isPattern(pattern)) return pattern === text;
  if (!dots && text.startsWith(".") && !pattern.startsWith(".")) return false;
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < text.length) {
    const wanted = pattern[at];
    if (wanted === ANY_TEXT) {
      [star, mark] = [at, from];
      at += 1;
    } else if (wanted === ANY_CHARACTER || wanted === text[from]) {
      at += 1;
      from += 1;
    } else if (star !== -1) {
      mark += 1;
      [at, from] = [star + 1, mark];
    } else return false;
  }
  while (pattern[at] === ANY_TEXT) at += 1;
  return at === pattern.length;
}

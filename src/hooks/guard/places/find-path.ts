// Every spelling of a path becomes the names from `/` down: relative, `..` through links and through the text, doubled
// slashes, Unicode forms, case where the system has none. A path may carry marks; links are resolved up to the first. Then
// the names are held against a place, in time that is linear in the path, because a place has few and short names.

import { dirname, join } from "node:path";
import { hasMark, isAnyDepth, isPattern, matchName, UNKNOWN } from "../split/marks.ts";

export type Names = readonly string[];

export type PathFinder = {
  readonly find: (text: string, cwds: readonly string[]) => readonly Names[];
  /** More than can be looked up was asked for. */
  readonly isExhausted: () => boolean;
};

export type PathView = {
  /** Links resolved as far as the path exists; null when a link leads nowhere. */
  readonly realpath: (path: string) => string | null;
  readonly caseInsensitive: boolean;
};

/** Longer ones no system opens. */
const PATH_CHARS_MAX = 4_096;
/** Each costs a few system calls, and a hook has half a second. A call that needs more is denied. */
const LOOKUPS_MAX = 2_048;
/** Names in all paths of a call: what a guard can look at while a user waits. */
const NAMES_MAX = 250_000;
/** The system is asked about each name of a path that is looked up. */
const LOOKUP_NAMES = 4;

export function createPathFinder({ realpath, caseInsensitive }: PathView): PathFinder {
  const found = new Map<string, readonly Names[]>();
  const reals = new Map<string, string>();
  let namesLeft = NAMES_MAX;
  const real = (path: string): string => {
    const known = reals.get(path);
    if (known !== undefined || reals.size >= LOOKUPS_MAX || namesLeft < 0) return known ?? path;
    namesLeft -= LOOKUP_NAMES * path.split("/").length;
    const answer = realpath(path) ?? path;
    reals.set(path, answer);
    return answer;
  };
  const locate = (absolute: string): readonly Names[] => {
    const fold = (names: Names): Names => names.map((name) => foldName(name, caseInsensitive));
    const located = found.get(absolute) ?? listSpellings(absolute, real).map(fold);
    found.set(absolute, located);
    return located;
  };
  return {
    find: (text, cwds) => {
      if (text === "" || text.length > PATH_CHARS_MAX || text.includes("\0")) return [];
      return cwds.flatMap((cwd) => {
        const paths = namesLeft < 0 ? [] : locate(absoluteOf(text, cwd));
        for (const names of paths) namesLeft -= names.length;
        return paths;
      });
    },
    isExhausted: () => reals.size >= LOOKUPS_MAX || namesLeft < 0,
  };
}

function absoluteOf(text: string, cwd: string): string {
  // A wholly unknown name may be one in the command's working directory.
  if (text.startsWith(UNKNOWN)) return text === UNKNOWN ? `${cwd}/${text}` : text;
  if (!text.startsWith("/")) return `${cwd}/${text}`;
  // The system's own name for the directory of a process: in the hook it would be the hook's.
  const [, first, , what, ...rest] = text.split("/");
  if (first !== "proc" || (what !== "cwd" && what !== "root")) return text;
  return [what === "cwd" ? cwd : "", ...rest].join("/");
}

function listSpellings(absolute: string, real: (path: string) => string): Names[] {
  const names = splitNames(absolute);
  const marked = names.findIndex(hasMark);
  const head = marked === -1 ? names : names.slice(0, marked);
  const tail = names.slice(head.length);
  if (head.length === 0) return [foldDots(tail)];
  const spelled = `/${foldDots(head).join("/")}`;
  const spellings = new Set([spelled, real(spelled)]);
  if (head.includes("..")) spellings.add(walkLinks(head, real));
  return [...spellings].map((spelling) => foldDots([...splitNames(spelling), ...tail]));
}

function splitNames(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** `..` as a shell's cd reads it: it takes back the name before it. It never takes back an unknown one. */
function foldDots(names: Names): Names {
  const left: string[] = [];
  for (const name of names) {
    if (name !== "..") left.push(name);
    else if (left.at(-1)?.includes(UNKNOWN) !== true) left.pop();
  }
  return left;
}

/** `..` as the system reads it: links are followed first. */
function walkLinks(names: Names, real: (path: string) => string): string {
  let at = "/";
  for (const name of names) at = name === ".." ? dirname(real(at)) : join(at, name);
  return real(at);
}

export function foldName(name: string, caseInsensitive: boolean): string {
  const composed = /[^\x20-\x7e]/.test(name) ? name.normalize("NFC") : name;
  // Such systems also drop dots and blanks at the end of a name.
  return caseInsensitive ? composed.toLowerCase().replace(/(?<=[^. ])[. ]{1,64}$/, "") : composed;
}

export type Match =
  /** The place itself, or something in it. */
  | { readonly isInside: true; readonly byPattern: boolean }
  /** A directory that holds the place; `rest` are the names from there down to it. */
  | { readonly isInside: false; readonly rest: Names };

/** With `dots` a pattern also matches hidden names, as in the patterns of tools. */
export function matchPath(path: Names, place: Names, dots = false): Match | null {
  const first = path.findIndex((name) => name.includes(UNKNOWN));
  if (first === -1) return matchKnown(path, place, dots);
  const match = matchKnown(path.slice(0, first), place, dots);
  if (match?.isInside === true) return match;
  return matchTail(path.slice(path.findLastIndex((name) => name.includes(UNKNOWN)) + 1), place);
}

function matchKnown(path: Names, place: Names, dots: boolean): Match | null {
  // The names of the place that could be reached so far: more than one only behind `**`.
  let reached = [0];
  let byPattern = false;
  for (const name of path) {
    if (reached.includes(place.length)) return { isInside: true, byPattern };
    byPattern ||= isPattern(name);
    reached = isAnyDepth(name)
      ? spread(reached, place, dots)
      : reached.filter((at) => matchName(name, place[at] ?? "", dots)).map((at) => at + 1);
    if (reached.length === 0) return null;
  }
  const deepest = Math.max(...reached);
  return deepest === place.length
    ? { isInside: true, byPattern }
    : { isInside: false, rest: place.slice(deepest) };
}

function spread(reached: readonly number[], place: Names, dots: boolean): number[] {
  const first = Math.min(...reached);
  let last = Math.max(...reached);
  while (last < place.length && (dots || place[last]?.startsWith(".") === false)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Behind an unknown part, two names of a place in a row are no coincidence, nor is a hidden one alone with a name that a
 * pattern matches. A pattern itself tells nothing: any two names match any two stars. */
function matchTail(tail: Names, place: Names): Match | null {
  for (let count = 2; count <= Math.min(tail.length, place.length); count += 1) {
    const [names, end] = [tail.slice(0, count), place.slice(place.length - count)];
    if (!end.every((name, index) => matchName(names[index] ?? "", name, false))) continue;
    const telling = names.map((name) => (isPattern(name) ? 0 : name.startsWith(".") ? 2 : 1));
    if (telling.reduce<number>((all, one) => all + one, 0) >= 2)
      return { isInside: true, byPattern: names.some(isPattern) };
  }
  return null;
}

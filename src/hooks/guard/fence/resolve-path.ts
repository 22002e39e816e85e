// Every spelling of a path becomes the names from `/` down: relative, `..` through links and through the text, doubled
// slashes, Unicode forms, case where the system has none. A path may carry marks; links are resolved up to the first.

import { dirname, join } from "node:path";
import { hasMark, UNKNOWN } from "../expand/marks.ts";

/** Longer ones no system opens. */
const PATH_CHARS_MAX = 4_096;
/** Each costs a few system calls, and a hook has half a second. A command that needs more is denied. */
const LOOKUPS_MAX = 2_048;

export type PathFinder = {
  readonly find: (text: string, cwds: readonly string[]) => readonly (readonly string[])[];
  readonly isExhausted: () => boolean;
};

export type PathView = {
  readonly realpath: (path: string) => string | null;
  readonly caseInsensitive: boolean;
};

export function createPathFinder({ realpath, caseInsensitive }: PathView): PathFinder {
  const found = new Map<string, readonly (readonly string[])[]>();
  const reals = new Map<string, string>();
  const real = (path: string): string => {
    const known = reals.get(path);
    if (known !== undefined || reals.size >= LOOKUPS_MAX) return known ?? path;
    const answer = realpath(path) ?? path;
    reals.set(path, answer);
    return answer;
  };
  const locate = (absolute: string): readonly (readonly string[])[] => {
    const known = found.get(absolute);
    if (known !== undefined) return known;
    const located = spellingsOf(absolute, real).map((names) =>
      names.map((name) => foldName(name, caseInsensitive)),
    );
    found.set(absolute, located);
    return located;
  };
  return {
    find: (text, cwds) => {
      if (text === "" || text.length > PATH_CHARS_MAX || text.includes("\0")) return [];
      return cwds.flatMap((cwd) => locate(absoluteOf(text, cwd)));
    },
    isExhausted: () => reals.size >= LOOKUPS_MAX,
  };
}

function absoluteOf(text: string, cwd: string): string {
  // A whole name that nobody knows may be one in the directory where the command stands.
  if (text.startsWith(UNKNOWN)) return text === UNKNOWN ? `${cwd}/${text}` : text;
  if (!text.startsWith("/")) return `${cwd}/${text}`;
  // The system's own name for the directory of a process: in the hook it would be the hook's.
  const [, first, , what, ...rest] = text.split("/");
  return first === "proc" && what === "cwd" ? [cwd, ...rest].join("/") : text;
}

function spellingsOf(absolute: string, real: (path: string) => string): string[][] {
  const names = splitNames(absolute);
  const marked = names.findIndex(hasMark);
  const head = marked === -1 ? names : names.slice(0, marked);
  const tail = marked === -1 ? [] : names.slice(marked);
  if (head.length === 0) return [foldDots(tail)];
  const spelled = `/${foldDots(head).join("/")}`;
  const spellings = new Set([spelled, real(spelled)]);
  if (head.includes("..")) spellings.add(walkLinks(head, real));
  return [...spellings].map((spelling) => foldDots([...splitNames(spelling), ...tail]));
}

function splitNames(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** `..` as a shell's cd reads it: it takes back the name before it. It never takes back what is unknown. */
function foldDots(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name !== "..") kept.push(name);
    else if (kept.at(-1)?.includes(UNKNOWN) !== true) kept.pop();
  }
  return kept;
}

/** `..` as the system reads it: links are followed first. */
function walkLinks(names: readonly string[], real: (path: string) => string): string {
  let at = "/";
  for (const name of names) at = name === ".." ? dirname(real(at)) : join(at, name);
  return real(at);
}

function foldName(name: string, caseInsensitive: boolean): string {
  const composed = /[^\x20-\x7e]/.test(name) ? name.normalize("NFC") : name;
  if (!caseInsensitive) return composed;
  const lower = composed.toLowerCase();
  let end = lower.length;
  // Such systems also drop dots and blanks at the end of a name.
  while (end > 1 && (lower[end - 1] === "." || lower[end - 1] === " ")) end -= 1;
  return lower.slice(0, end);
}

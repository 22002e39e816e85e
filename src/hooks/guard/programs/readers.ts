// Reading is free, but for quarantine, the archive and machine state: a path that names one of them is denied for every
// program but those that show nothing. A search from above is denied only where it would really get there: the pattern is
// in a withheld text (state always counts), the program goes into hidden directories, and no filter leaves it out. Text
// that git has in its history stays readable through git.

import { firstDenial, type ShellState } from "../expand/state.ts";
import { denySearch } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf, listReached, matchName, type Reached } from "../fence/overlaps-guarded.ts";
import { mayShow, type Query, queryOf } from "../fence/shown-text.ts";
import { type Arguments, parseArguments, words } from "../shell/arguments.ts";
import { activateGlobs } from "../shell/pattern-sentinels.ts";

/** They show no text of what they name. */
const SHOWS_NOTHING: ReadonlySet<string> = new Set(
  words(
    "echo printf test [ [[ true false : export declare local readonly typeset unset set alias basename dirname realpath readlink stat du wc file sha256sum sha1sum shasum md5sum cksum read mkdir touch rm rmdir unlink chmod chown",
  ),
);

type Search = {
  /** It goes down into directories: always, or with one of these. */
  readonly deep: true | readonly string[];
  /** It leaves hidden directories out, unless one of these is given. */
  readonly hiddenWith: readonly string[] | null;
};

const GREP: Search = { deep: ["-r", "-R", "--recursive", "--dereference-recursive"], hiddenWith: null };
const SEARCHES: ReadonlyMap<string, Search> = new Map<string, Search>([
  ...words("grep egrep fgrep zgrep ugrep ug ggrep").map((name): [string, Search] => [name, GREP]),
  ["rgrep", { deep: true, hiddenWith: null }],
  ["ack", { deep: true, hiddenWith: null }],
  ["rg", { deep: true, hiddenWith: ["--hidden", "-.", "-uu"] }],
  ["ag", { deep: true, hiddenWith: ["--hidden", "-u", "--unrestricted"] }],
]);

const PATTERN_OPTIONS = words("-e -f --regexp --file --expression");
const TAKES_PATTERN: ReadonlySet<string> = new Set(
  words("grep egrep fgrep rgrep zgrep ggrep ugrep ug rg ag ack sed gsed awk gawk mawk nawk jq yq"),
);
const FILTERS = words("--include --exclude --exclude-dir -g --glob --iglob -t --type --ignore --ignore-dir");
const VALUED = new Set([...PATTERN_OPTIONS, ...FILTERS, ...words("-A -B -C -m -j -M")]);

export function judgeReader(program: string, args: readonly string[], state: ShellState): Denial | null {
  if (SHOWS_NOTHING.has(program)) return null;
  const parsed = parseArguments(args, TAKES_PATTERN.has(program) ? VALUED : new Set());
  const hasPattern =
    TAKES_PATTERN.has(program) && !PATTERN_OPTIONS.some((option) => parsed.flags.has(option));
  const paths = parsed.operands.slice(hasPattern ? 1 : 0);
  const named = [...paths, ...(parsed.values.get("-f") ?? []), ...args.flatMap(behindEquals)];
  for (const path of named) {
    const denial = /\s/.test(path) ? null : denyReadOf(state, path);
    if (denial !== null) return denial;
  }
  const search = SEARCHES.get(program);
  if (search === undefined || !isDeep(search, parsed)) return null;
  const roots = paths.length === 0 ? ["."] : paths;
  return judgeSearch(search, { parsed, roots, args, query: queryOf(program, parsed) }, state);
}

function behindEquals(arg: string): string[] {
  const equals = arg.indexOf("=");
  return equals === -1 || arg.startsWith("--regexp") ? [] : [arg.slice(equals + 1)];
}

function isDeep({ deep }: Search, { flags, values }: Arguments): boolean {
  if (deep === true) return true;
  return deep.some((flag) => flags.has(flag)) || values.get("-d")?.includes("recurse") === true;
}

type Calling = {
  readonly parsed: Arguments;
  readonly roots: readonly string[];
  readonly args: readonly string[];
  readonly query: Query | null;
};

function judgeSearch(
  search: Search,
  { parsed, roots, args, query }: Calling,
  state: ShellState,
): Denial | null {
  const { hiddenWith } = search;
  const isOpen =
    hiddenWith === null ||
    hiddenWith.some((flag) => parsed.flags.has(flag)) ||
    (hiddenWith.includes("-uu") && countUnrestricted(args) > 1);
  return denyShown(state, roots, {
    hidden: isOpen,
    query,
    isLeftOut: (reached) => isFilteredOut(parsed, reached),
  });
}

export type Shown = {
  /** It goes into hidden directories. */
  readonly hidden: boolean;
  readonly query: Query | null;
  readonly isLeftOut: (reached: Reached, root: string) => boolean;
};

/** Of a search from these directories: the first withheld place of which it would print something. */
export function denyShown(state: ShellState, roots: readonly string[], shown: Shown): Denial | null {
  const { hidden, query, isLeftOut } = shown;
  return firstDenial(roots, (root) => {
    const reached = listReached(state, root, { hidden });
    const found = reached.find((each) => !isLeftOut(each, root) && mayShow(state, each.place, query));
    return found === undefined ? null : denySearch(found.place);
  });
}

function countUnrestricted(args: readonly string[]): number {
  const letters = args.filter((arg) => /^-[A-Za-z.]+$/.test(arg)).join("");
  return letters.split("u").length - 1 + args.filter((arg) => arg === "--unrestricted").length;
}

/** The kinds of files that are in the withheld places. */
const KEPT_ENDINGS = words(".md .json .jsonl .ndjson .log .txt .sqlite .pem * md markdown json log txt all");

function isFilteredOut({ values }: Arguments, { rest }: { readonly rest: readonly string[] }): boolean {
  const of = (...options: string[]): string[] => options.flatMap((option) => values.get(option) ?? []);
  const globs = of("-g", "--glob", "--iglob");
  const left = [
    ...of("--exclude-dir", "--exclude", "--ignore", "--ignore-dir"),
    ...globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)),
  ];
  if (left.some((pattern) => rest.some((name) => matchName(lastGlobName(pattern), name, true)))) return true;
  const kept = [...of("--include", "-t", "--type"), ...globs.filter((glob) => !glob.startsWith("!"))];
  return kept.length > 0 && !kept.some((glob) => KEPT_ENDINGS.some((ending) => glob.endsWith(ending)));
}

/** The last name of a pattern that says something: `**` and slashes around it say nothing. */
function lastGlobName(pattern: string): string {
  const names = pattern.split("/").filter((name) => name !== "" && name !== "." && !/^\*+$/.test(name));
  return activateGlobs(names.at(-1) ?? pattern);
}

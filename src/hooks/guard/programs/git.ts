// git, by the class of its command: adding, committing, comparing and looking stay free. Whatever writes a work tree is
// denied where it works inside a guarded place (`cd`, `-C`, `--work-tree`), and where it names one; so is what shows a file
// of the quarantine by name. A whole project's work tree (`git checkout .`, `reset --hard`, `clean -fd`) is free: that only
// brings back or takes away what git has. Not so in a home that is under git, where personal roots and machine state are
// among what git does not track.

import { branchState, enter, firstDenial, type Run, type ShellState, valuesOf } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf, type Reach } from "../fence/overlaps-guarded.ts";
import { queryOf } from "../fence/shown-text.ts";
import { type Arguments, parseArguments, words } from "../shell/arguments.ts";
import { activateGlobs } from "../shell/pattern-sentinels.ts";
import { denyShown } from "./readers.ts";
import { denyWriteTo } from "./writers.ts";

type TreeWriter = {
  /** How far above a guarded place a path counts that it names. */
  readonly reach: Reach;
  /** It writes files only with one of these. */
  readonly only?: readonly string[];
  /** With one of these it writes none, unless one of `evenWith` is there, too. */
  readonly unless?: readonly string[];
  readonly evenWith?: readonly string[];
  /** Without a path the directory where it works counts as named. */
  readonly here?: true;
};

function refs(names: string): [string, TreeWriter][] {
  return words(names).map((name) => [name, { reach: "none" }]);
}

const TREE_WRITERS: ReadonlyMap<string, TreeWriter> = new Map<string, TreeWriter>([
  ...refs("switch pull merge rebase revert cherry-pick bisect read-tree sparse-checkout worktree submodule"),
  ...refs("clone init apply am bundle lfs"),
  ["reset", { reach: "none", only: words("--hard --merge --keep") }],
  ["checkout", { reach: "near" }],
  ["checkout-index", { reach: "near" }],
  ["restore", { reach: "near", unless: ["--staged", "-S"], evenWith: ["--worktree", "-W"] }],
  ["rm", { reach: "any", unless: ["--cached", "-n", "--dry-run"] }],
  ["mv", { reach: "any", unless: ["-n", "--dry-run"] }],
  ["clean", { reach: "near", unless: ["-n", "--dry-run"], here: true }],
  ["stash", { reach: "near" }],
  ["merge-file", { reach: "none", unless: ["-p", "--stdout"] }],
]);
/** Verbs of `stash`, `worktree` and their kin that only tell. */
const TELLS = new Set(words("list show status log verify"));

/** These take along what git does not track; the second only with one of its options. */
const TAKES_UNTRACKED: ReadonlyMap<string, readonly string[]> = new Map([
  ["clean", []],
  ["stash", words("-a --all -u --include-untracked")],
]);

const SHOWS: ReadonlySet<string> = new Set(
  words("show diff log blame grep cat-file archive annotate hash-object"),
);
const OUTPUTS = words("-o --output --directory --output-directory");
/** Options that name a file or directory to write, of single commands. */
const OWN_OUTPUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["config", words("-f --file")],
  ["subtree", words("-P --prefix")],
  ["checkout-index", ["--prefix"]],
]);
const GLOBAL_VALUED = new Set(words("-C -c --git-dir --work-tree --namespace --exec-path"));

const WORK_TREE = "--work-tree=";

/** Where git works, by its variable and its global options. @returns where its command begins. */
function enterTree(args: readonly string[], state: ShellState): number {
  const trees = valuesOf(state, "GIT_WORK_TREE");
  if (trees !== null) enter(state, trees);
  let at = 0;
  while (args[at]?.startsWith("-") === true) {
    const [option = "", next = "."] = args.slice(at, at + 2);
    if (option === "-C" || option === "--work-tree") enter(state, [next]);
    if (option.startsWith(WORK_TREE)) enter(state, [option.slice(WORK_TREE.length)]);
    at += GLOBAL_VALUED.has(option) ? 2 : 1;
  }
  return at;
}

export function judgeGit(args: readonly string[], run: Pick<Run, "state">): Denial | null {
  const state = branchState(run.state);
  const [command = "", ...rest] = args.slice(enterTree(args, state));
  const named = [...OUTPUTS, ...(OWN_OUTPUTS.get(command) ?? [])];
  const { flags, operands, values } = parseArguments(
    rest,
    new Set([...named, "-m", "--message", "-s", "--source"]),
  );
  const outputs = named.flatMap((option) => values.get(option) ?? []);
  const written = firstDenial(outputs, (output) => denyWriteTo(state, output, "none"));
  if (written !== null) return written;
  const writer = TREE_WRITERS.get(command);
  if (writer !== undefined && !isHarmless(writer, flags) && !TELLS.has(operands[0] ?? "")) {
    const paths = operands.flatMap(pathsOf);
    const named = writer.here === true && paths.length === 0 ? ["."] : paths;
    return (
      denyLossOfOwn(command, flags, state) ??
      denyWriteTo(state, ".", "none") ??
      firstDenial(named, (path) => denyWriteTo(state, path, writer.reach))
    );
  }
  if (!SHOWS.has(command)) return null;
  return (
    (command === "grep" ? judgeGrep(rest, state) : null) ??
    firstDenial(operands.flatMap(pathsOf), (path) => denyReadOf(state, path))
  );
}

/** A person's own roots, and machine state, in the directory or below it. */
function denyLossOfOwn(command: string, flags: ReadonlySet<string>, state: ShellState): Denial | null {
  const options = TAKES_UNTRACKED.get(command);
  if (options === undefined || (options.length > 0 && !options.some((each) => flags.has(each)))) return null;
  const written = state.fence.written.filter(({ kind, path }) =>
    kind === "root" ? !/[/\\]\.claude[/\\]memory$/.test(path) : kind === "state",
  );
  return denyWriteTo({ ...state, fence: { ...state.fence, written } }, ".", "any");
}

const GREP_VALUED = new Set(words("-e -f -A -B -C -m -O --max-depth --threads"));
const NAMES_ONLY = words(
  "-l -L -c --files-with-matches --name-only --files-without-match --count -q --quiet",
);

/** A search like any other: git may track what is in quarantine, or be told to look through what it ignores. */
function judgeGrep(rest: readonly string[], state: ShellState): Denial | null {
  const parsed: Arguments = parseArguments(rest, GREP_VALUED);
  const { flags, operands } = parsed;
  if (NAMES_ONLY.some((flag) => flags.has(flag))) return null;
  const given = operands.slice(flags.has("-e") || flags.has("-f") ? 0 : 1);
  const left = given.filter((path) => /^:[!^(]/.test(path));
  const paths = given.filter((path) => !left.includes(path)).map(activateGlobs);
  return denyShown(state, paths.length === 0 ? ["."] : paths, {
    hidden: true,
    query: queryOf("grep", parsed),
    isLeftOut: ({ rest: names }) => left.some((path) => names.some((name) => path.includes(name))),
  });
}

function isHarmless(writer: TreeWriter, flags: ReadonlySet<string>): boolean {
  const { only, unless = [], evenWith = [] } = writer;
  const has = (options: readonly string[]): boolean => options.some((option) => flags.has(option));
  return (only !== undefined && !has(only)) || (has(unless) && !has(evenWith));
}

/** A pathspec, or the path in `HEAD:path`; one that excludes is none. */
function pathsOf(operand: string): string[] {
  if (/^:[!^]/.test(operand) || operand.includes("exclude)")) return [];
  const magic = operand.startsWith(":(") ? operand.indexOf(")") + 1 : 0;
  const plain = magic > 0 ? operand.slice(magic) : operand.replace(/^:\/?/, "");
  const colon = plain.indexOf(":");
  return [plain, ...(colon === -1 ? [] : [plain.slice(colon + 1)])].map(activateGlobs);
}

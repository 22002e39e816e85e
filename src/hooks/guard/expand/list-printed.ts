// Which guarded paths a command prints: those that its operands name, where it prints names at all. What it shows of
// the text in a file is not known.

import { dirname, resolve } from "node:path";
import { listGuarded } from "../fence/touch-path.ts";
import { parseArguments, words } from "../programs/arguments.ts";
import { listFoundPaths } from "../programs/find.ts";
import { hasMark } from "./marks.ts";
import type { ShellState } from "./state.ts";

/** A new directory of the system's own: nothing guarded is in it. */
export const FRESH_DIRECTORY = "/tmp/fresh";

const FINDERS = new Set(words("find fd fdfind"));
const LISTERS = new Set(words("ls dir vdir exa eza"));
const NAMERS = new Set(words("tree du stat file basename"));
const SEARCHERS = new Set(words("grep egrep fgrep rgrep zgrep ggrep rg ag ack ugrep"));
/** With one of these a search prints the names of files. */
const NAMES_ONLY = words(
  "-l -L -H --files-with-matches --files-without-match --files --name-only --name-status --with-filename",
);
const PATTERN_OPTIONS = words("-e -f --regexp --file");
const SEARCH_VALUED = new Set([...PATTERN_OPTIONS, ...words("-A -B -C -m -j -g -t --glob --type --include")]);
const GIT_NAMERS = new Set(words("ls-files ls-tree status"));

export function listPrinted(program: string, args: readonly string[], state: ShellState): readonly string[] {
  if (FINDERS.has(program)) return listFoundPaths(program, args, state);
  if (LISTERS.has(program)) return listListed(args, state);
  if (NAMERS.has(program)) return listGuarded(args, state);
  if (SEARCHERS.has(program)) return listSearched(args, state);
  switch (program) {
    case "git":
      return listGit(args, state);
    case "pwd":
      return state.cwds;
    case "mktemp":
      return [FRESH_DIRECTORY];
    case "realpath":
    case "readlink":
    case "which":
    case "command":
    case "type":
      return args.slice(-1);
    case "dirname":
      return args.slice(-1).map((path) => dirname(path));
    default:
      return [];
  }
}

/** What is in a directory is printed without the path to it. */
function listListed(args: readonly string[], state: ShellState): string[] {
  const isShort = (operand: string): boolean =>
    !hasMark(operand) && state.cwds.every((cwd) => state.fence.given.list(resolve(cwd, operand)) !== null);
  const { flags, operands } = parseArguments(args, new Set());
  return listGuarded(flags.has("-d") ? operands : operands.filter((operand) => !isShort(operand)), state);
}

function listSearched(args: readonly string[], state: ShellState): string[] {
  const { flags, operands } = parseArguments(args, SEARCH_VALUED);
  if (!NAMES_ONLY.some((flag) => flags.has(flag))) return [];
  const isPatternGiven = flags.has("--files") || PATTERN_OPTIONS.some((option) => flags.has(option));
  return listGuarded(isPatternGiven ? operands : operands.slice(1), state);
}

function listGit(args: readonly string[], state: ShellState): readonly string[] {
  if (args.includes("--show-toplevel")) return state.fence.tops;
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = args.slice(Math.max(at, 0));
  if (verb === "grep") return listSearched(rest, state);
  const isNamed = GIT_NAMERS.has(verb) || rest.some((arg) => NAMES_ONLY.includes(arg));
  return isNamed ? listGuarded(rest, state) : [];
}

// What one command hands to the next, through a pipe or a substitution, as far as the command itself says.

import { basename, dirname, join, relative, resolve } from "node:path";
import { listGuarded, listTouches, matchName } from "../fence/overlaps-guarded.ts";
import { listSamples } from "../fence/samples.ts";
import { mayMatch, queryOf } from "../fence/shown-text.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { activateGlobs, hasMark } from "../shell/pattern-sentinels.ts";
import { listFoundPaths } from "./found.ts";
import type { ShellState } from "./state.ts";

export type PipeInput = {
  /** The text itself, in each of its readings. */
  readonly texts: readonly string[];
  /** Paths that are in it somewhere. */
  readonly paths: readonly string[];
};

export const NO_PIPE_INPUT: PipeInput = { texts: [], paths: [] };

/** They hand on what they are fed, or some of it. */
const FILTERS = new Set(
  words(
    "cat tac tee sort head tail grep egrep fgrep rg tr uniq sed gsed awk gawk mawk nawk cut nl rev shuf column paste",
  ),
);
/** They run a command on what they are fed, which may print the names again. */
const HANDS_ON_BY = /^(?:g?xargs|parallel)$/;
const PRINTS_NAMES = /^(?:-\w*[lL]\w*|--files\S*|ls|realpath|readlink)$/;

export function pipeInput(argv: readonly string[], fed: PipeInput, state: ShellState): PipeInput {
  const [word = "", ...args] = argv;
  const program = basename(word);
  if (PRINTERS.has(program)) return { texts: [printText(program, args)], paths: [] };
  const paths = listPrinted(program, args, state);
  const isHandedOn =
    FILTERS.has(program) || (HANDS_ON_BY.test(program) && args.some((arg) => PRINTS_NAMES.test(arg)));
  return isHandedOn ? joinPipeInputs([fed, { texts: [], paths }]) : { texts: [], paths };
}

export function joinPipeInputs(feeds: readonly PipeInput[]): PipeInput {
  return { texts: feeds.flatMap(({ texts }) => texts), paths: feeds.flatMap(({ paths }) => paths) };
}

export function isNothing({ texts, paths }: PipeInput): boolean {
  return texts.length === 0 && paths.length === 0;
}

// Which guarded paths a command prints: those that its operands name, where it prints names at all. What it shows of
// the text in a file is not known.

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
const GIT_VALUED = new Set(words("-x -X --exclude --exclude-from --exclude-per-directory"));

function listPrinted(program: string, args: readonly string[], state: ShellState): readonly string[] {
  if (FINDERS.has(program)) return listFoundPaths(program, args, state);
  if (LISTERS.has(program)) return listListed(args, state);
  if (NAMERS.has(program)) return listGuarded(args, state);
  if (SEARCHERS.has(program)) return listSearched(program, args, state);
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

/** Those that are named, and memories that a search from above finds. */
function listSearched(program: string, args: readonly string[], state: ShellState): string[] {
  const parsed = parseArguments(args, SEARCH_VALUED);
  const { flags, operands } = parsed;
  if (!NAMES_ONLY.some((flag) => flags.has(flag))) return [];
  const isPatternGiven = flags.has("--files") || PATTERN_OPTIONS.some((option) => flags.has(option));
  const roots = isPatternGiven ? operands : operands.slice(1);
  const named = listGuarded(roots, state);
  if (named.length > 0 || !GOES_DOWN.some((flag) => flags.has(flag) || flag === program)) return named;
  const query = flags.has("--files") ? null : queryOf(program, parsed);
  return (roots.length === 0 ? ["."] : roots).flatMap((root) =>
    listMemoriesBelow(root, state).filter((path) => mayMatch(state.fence.given, dirname(path), query)),
  );
}

/** A search that goes into hidden directories, by an option or always. */
const GOES_DOWN = words("-r -R --recursive --hidden -uu git rgrep ack");

/** One for the memories of each root below a directory. */
function listMemoriesBelow(directory: string, state: ShellState): string[] {
  const roots = state.fence.written.filter(({ kind }) => kind === "root");
  return listTouches(state, directory, roots).map(({ place }) => join(place.path, "memories/project_x.md"));
}

function listGit(args: readonly string[], state: ShellState): readonly string[] {
  if (args.includes("--show-toplevel")) return state.fence.tops;
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = args.slice(Math.max(at, 0));
  if (verb === "grep") return listSearched("git", rest, state);
  const { flags, operands } = parseArguments(rest, GIT_VALUED);
  if (printsIgnored(verb, flags)) return listFiles(operands.length === 0 ? ["."] : operands, state);
  const isNamed = GIT_NAMERS.has(verb) || rest.some((arg) => NAMES_ONLY.includes(arg));
  const named = isNamed ? listGuarded(rest, state) : [];
  if (verb !== "ls-files" || named.length > 0 || flags.has("-o") || flags.has("--others")) return named;
  return listTracked(operands, state);
}

/** What a root may have in git: a name, or one in a directory. */
const TRACKED = ["memories/project_x.md", "attest/project_x/0.json", "root.json", "index.md"];

/** Files of roots that git tracks, as far as its patterns take them in: to git, a star also matches what is below. */
function listTracked(patterns: readonly string[], state: ShellState): string[] {
  const roots = state.fence.written.filter(({ kind }) => kind === "root");
  const paths = listTouches(state, ".", roots).flatMap(({ place }) => listInIndex(place.path, state));
  return paths.filter((path) => {
    const names = state.cwds.map((cwd) => relative(cwd, path));
    return patterns.length === 0 || patterns.some((each) => names.some((name) => takesIn(each, name)));
  });
}

function listInIndex(root: string, state: ShellState): string[] {
  const top = dirname(dirname(root));
  // Every path is in there, in plain text but for one rare format; without an index to read, git may track it.
  const index = state.fence.given.read(join(top, ".git/index"));
  const isReadable = index?.startsWith("DIRC\0\0\0\u0002") === true;
  const kept = isReadable
    ? TRACKED.filter((name) => index.includes(`.claude/memory/${name.replace(/\/.*/, "/")}`))
    : TRACKED;
  return kept.map((name) => join(root, name));
}

function takesIn(pattern: string, path: string): boolean {
  const plain = pattern.replace(/^\.\/|\/$/g, "");
  return plain === "." || path.startsWith(`${plain}/`) || matchName(activateGlobs(plain), path, true);
}

/** Does it name the files that git ignores, quarantine among them? */
function printsIgnored(verb: string, flags: ReadonlySet<string>): boolean {
  const has = (...options: string[]): boolean => options.some((option) => flags.has(option));
  if (verb === "status") return has("--ignored");
  return (
    verb === "ls-files" && has("-o", "--others") && (has("-i", "--ignored") || !has("--exclude-standard"))
  );
}

function listFiles(roots: readonly string[], state: ShellState): string[] {
  const samples = roots.flatMap((root) => listSamples(state, root));
  return samples.filter(({ isDirectory }) => !isDirectory).map(({ path }) => path);
}

// What echo and printf print, which the command itself contains.

const ROUNDS_MAX = 256;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  // No path has this sign in it; it ends one, as a line break does.
  ["0", "\n"],
  ["\\", "\\"],
]);

const PRINTERS: ReadonlySet<string> = new Set(["echo", "printf"]);

function printText(program: string, args: readonly string[]): string {
  if (program === "printf") return printFormat(args[0] === "--" ? args.slice(1) : args);
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const text = (flags === -1 ? [] : args.slice(flags)).join(" ");
  return args.slice(0, Math.max(flags, 0)).some((flag) => flag.includes("e")) ? readEscapes(text) : text;
}

/** Its format again and again, until every argument is used. */
export function printFormat([format = "", ...given]: readonly string[]): string {
  const plain = readEscapes(format);
  let [text, used] = ["", 0];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = used;
    text += plain.replaceAll(/%%|%[-+ #0]{0,5}\d{0,5}(?:\.\d{0,5})?[a-zA-Z]/g, (sign) =>
      sign === "%%" ? "%" : (given[used++] ?? ""),
    );
    if (used >= given.length || used === before) break;
  }
  return text;
}

function readEscapes(text: string): string {
  return text.replaceAll(/\\([nt0\\])/g, (_, sign: string) => SIGNS.get(sign) ?? sign);
}

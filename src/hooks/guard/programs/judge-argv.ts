// One command with its arguments: taken out of what wraps it, then judged by the family of its program.

import { basename, resolve } from "node:path";
import { EXPRESSION_MAX, FOUND_ELSEWHERE, type Found, listFound, readSearch } from "../expand/found.ts";
import { assign, branchState, enter, isSpent, type ShellState } from "../expand/state.ts";
import { DISCONNECTS, TOO_DEEP, TOO_MANY } from "../fence/denials.ts";
import { type Denial, listOwnFiles } from "../fence/guarded-paths.ts";
import { denyReadOf, findTouch } from "../fence/overlaps-guarded.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { judgeBuiltin } from "./builtins.ts";
import { canAwkWrite, judgeCode } from "./code.ts";
import { ARCHIVERS, COPIERS, judgeArchive, judgeCopy } from "./copies.ts";
import { CARRIES_TEXT, isCredence, judgeCredence, judgeCredenceAmong } from "./credence.ts";
import { judgeGit } from "./git.ts";
import { isInterpreter, judgeInterpreter } from "./interpreters.ts";
import { readPatchPaths } from "./read-patch.ts";
import { judgeReader } from "./readers.ts";
import { firstDenial, type Run } from "./run.ts";
import { SCRIPT_OPTIONS, unwrap } from "./wrappers.ts";
import { denyWriteTo, judgeWriter, READERS, WRITERS } from "./writers.ts";
import { FED, judgeXargs } from "./xargs.ts";

const DEPTH_MAX = 24;
const PATCHES = new Set(words("patch apply_patch applypatch"));

export function judgeArgv(argv: readonly string[], run: Run): Denial | null {
  const [word, ...args] = argv;
  if (word === undefined || word === "") return null;
  run.state.budget.work -= 1;
  if (run.depth > DEPTH_MAX || isSpent(run.state)) return TOO_DEEP;
  if (isOwn(word, run.state) || isProgramFile(word, run.state)) return judgeOwn(args, run);
  const program = programOf(word);
  if (program === "alias") recordAliases(args, run);
  const built = judgeBuiltin(program, args, run);
  if (built !== "pass") return built;
  const { state } = run;
  const body = state.functions.get(word);
  if (body !== undefined) return judgeCall(body, argv, run);
  const wrapped = judgeWrapped(program, args, run);
  if (wrapped !== "pass") return wrapped ?? judgeOwnOutput(program, args, state);
  if (FED.has(program)) return judgeXargs(args, { ...run, depth: run.depth + 1 });
  if (program === "find" || program === "fd" || program === "fdfind") {
    return judgeFind(program, args, { ...run, depth: run.depth + 1 });
  }
  return judgePatched(program, args, run) ?? judgeFamily(program, args, run);
}

/** Also under a name that the command itself links to the program. */
function isOwn(word: string, { links, cwds }: ShellState): boolean {
  if (isCredence(word)) return true;
  const linked = links.filter(([name]) => cwds.some((cwd) => resolve(cwd, word) === name));
  return linked.some(([, target]) => isCredence(target));
}

/** A file of our program by its place, or the launcher, whatever it is called. */
function isProgramFile(word: string, state: ShellState): boolean {
  if (!word.includes("/")) return false;
  return findTouch(state, word, { places: listOwnFiles(state.fence), reach: "none" }) !== null;
}

/** An alias is a function whose arguments follow it. */
function recordAliases(args: readonly string[], { state }: Run): void {
  for (const arg of args) {
    const equals = arg.indexOf("=");
    if (equals > 0) state.functions.set(arg.slice(0, equals), `${arg.slice(equals + 1)} "$@"`);
  }
}

/** A function with its arguments. Inside of itself it is not entered again. */
function judgeCall(body: string, argv: readonly string[], run: Run): Denial | null {
  const functions = new Map(run.state.functions);
  functions.delete(argv[0] ?? "");
  const state = { ...branchState(run.state), functions };
  return run.judgeText(body, { ...run, state, depth: run.depth + 1 }, argv);
}

/** `/bin/rm` is rm, and so is `rm@5` of a package. */
function programOf(word: string): string {
  const name = basename(word);
  const version = name.indexOf("@", 1);
  return version === -1 ? name : name.slice(0, version);
}

/** Our own commands protect what they touch themselves; only what they would store is looked at. */
function judgeOwn(args: readonly string[], { state }: Run): Denial | null {
  const { values } = parseArguments(args, new Set(["--body-file"]));
  return (
    judgeCredence(args) ?? firstDenial(values.get("--body-file") ?? [], (path) => denyReadOf(state, path))
  );
}

function judgeWrapped(program: string, args: readonly string[], run: Run): Denial | null | "pass" {
  const inner: Run = { ...run, depth: run.depth + 1 };
  const options = SCRIPT_OPTIONS.get(program);
  if (options !== undefined) {
    const { values } = parseArguments(args, new Set(options));
    const texts = options.flatMap((option) => values.get(option) ?? []);
    const denial = firstDenial(texts, (text) => run.judgeText(text, inner));
    if (denial !== null) return denial;
  }
  const unwrapped = unwrap(program, args);
  if (unwrapped === null || (unwrapped.argv.length === 0 && program === "script")) return "pass";
  const state = unwrapped.directory === null ? run.state : branchState(run.state);
  if (unwrapped.directory !== null) enter(state, [unwrapped.directory]);
  for (const each of unwrapped.assignments) {
    const equals = each.indexOf("=");
    assign(state, each.slice(0, equals), [each.slice(equals + 1)]);
  }
  // It joins its arguments to one text.
  if (program === "watch") return run.judgeText(unwrapped.argv.join(" "), { ...inner, state });
  return run.judge(unwrapped.argv, { ...inner, state });
}

/** `time -o FILE`, `strace -o FILE`: what they write themselves, before the command that they run. */
function judgeOwnOutput(program: string, args: readonly string[], state: ShellState): Denial | null {
  if (!["time", "strace", "ltrace"].includes(program)) return null;
  const own = args.slice(
    0,
    args.findIndex((arg, index) => !/^-/.test(arg) && !/^-/.test(args[index - 1] ?? "")) + 1,
  );
  return judgeWriter(program, own.length === 0 ? args : own, state);
}

/** A patch on standard input says itself which files it changes. */
function judgePatched(program: string, args: readonly string[], { state, stdin }: Run): Denial | null {
  const isPatch =
    PATCHES.has(program) || (program === "git" && (args.includes("apply") || args.includes("am")));
  if (!isPatch) return null;
  const texts = [stdin ?? "", ...args.filter((arg) => arg.includes("\n"))];
  return firstDenial(texts.flatMap(readPatchPaths), (path) => denyWriteTo(state, path, "none"));
}

function judgeFamily(program: string, args: readonly string[], run: Run): Denial | null {
  const { state } = run;
  if (program === "git") return judgeGit(args, run);
  if (ARCHIVERS.has(program)) return judgeArchive(program, args, state);
  if (COPIERS.has(program)) return judgeCopy(program, args, state);
  return (
    judgeDisconnect(program, args) ??
    judgeLineEditor(program, args, state) ??
    judgeDatabase(program, args, run) ??
    judgeInterpreter(program, args, { ...run, depth: run.depth + 1 }) ??
    judgeWriter(program, args, state) ??
    judgeReader(program, args, state) ??
    (isKnown(program) ? null : judgeCredenceAmong(args))
  );
}

/** What is known to do something else with its words, or to carry text, runs nothing of ours. */
function isKnown(program: string): boolean {
  return READERS.has(program) || WRITERS.has(program) || CARRIES_TEXT.has(program) || isInterpreter(program);
}

// Clients of databases: their queries and commands can write files and read them. They are not understood, only searched for
// names and words, like other code.

const CLIENTS = new Set(words("sqlite3 sqlite psql mysql mariadb duckdb usql sqlcmd"));

/** `.output FILE`, `\\o FILE`, `\\copy … TO`, `INTO OUTFILE`, `VACUUM INTO`, `writefile()`, a shell. */
const WRITES =
  /\.(?:output|once|log|backup|save|clone|excel|open|archive|ar|shell|system)\b|\\(?:o|out|g|gx|w|!)|\bcopy\b[^;]{0,1000}\bto\b|\binto\s{1,20}(?:out|dump)file\b|\bvacuum\b[^;]{0,100}\binto\b|writefile|\bexport\b|\btee\b/i;

function judgeDatabase(program: string, args: readonly string[], run: Run): Denial | null {
  if (!CLIENTS.has(program)) return null;
  const texts = [...args.filter((arg) => /[\s(]/.test(arg)), run.stdin ?? ""];
  return firstDenial(texts, (text) => judgeCode(text, run.state, { writes: WRITES.test(text) }));
}

// Programs that take us away: package managers, and the clients' own commands.

const TAKES_AWAY = words("uninstall un unlink remove rm r delete disable");

/** Each takes what is behind such a verb away. */
const MANAGERS = new Set(words("npm pnpm yarn bun volta claude codex gemini opencode qwen cursor-agent"));
const OURS = /^(?:npm:)?credence(?:@.{0,100})?$/;

const ADDS = words("install i in add link ln");
const GLOBAL = words("-g --global global --location=global");
/** Another version of ours, or another package under our name. */
const REPLACES = /^(?:npm:)?credence@(?!latest$)|[/:]\S{0,200}credence|^credence@npm:/;

/** Settings for one session or for all, and switches of single features. */
const OFF = /disableAllHooks["']?\s{0,9}(?:[:=]\s{0,9})?true|\b(?:codex_)?hooks\s{0,9}=\s{0,9}false/;
const HOOKS = /^(?:codex_)?hooks$/;

function judgeDisconnect(program: string, args: readonly string[]): Denial | null {
  if (!MANAGERS.has(program)) return null;
  const at = args.findIndex((arg) => TAKES_AWAY.includes(arg) || arg === "--disable");
  const taken = at === -1 ? [] : args.slice(at + 1);
  const installs = ADDS.some((verb) => args.includes(verb)) && GLOBAL.some((flag) => args.includes(flag));
  // The newest is an update; what it is called otherwise may be anything in its place.
  if (installs && args.some((arg) => REPLACES.test(arg))) return DISCONNECTS;
  const isOff = taken.some((arg) => OURS.test(arg) || HOOKS.test(arg)) || OFF.test(args.join(" "));
  return isOff ? DISCONNECTS : null;
}

// awk and sed: their scripts can write to files and run programs.

const AWKS = new Set(words("awk gawk mawk nawk"));
const SEDS = new Set(words("sed gsed"));

function judgeLineEditor(program: string, args: readonly string[], state: ShellState): Denial | null {
  if (AWKS.has(program)) return judgeAwk(args, state);
  if (!SEDS.has(program)) return null;
  return firstDenial(args.flatMap(listSedOutputs), (path) => denyWriteTo(state, path, "none"));
}

/** It writes to what its code names, and to what that is given by a variable. */
function judgeAwk(args: readonly string[], state: ShellState): Denial | null {
  const codes = args.filter(canAwkWrite);
  const given = args.map((arg) => arg.replace(/^(?:-v)?[A-Za-z_]\w{0,64}=/, ""));
  const operands = given.filter((path, index) => path !== args[index]);
  const code = firstDenial(codes, (arg) => judgeCode(arg, state, { operands, writes: true }));
  const files = args.includes("inplace") ? args : [];
  return code ?? firstDenial(files, (arg) => denyWriteTo(state, arg, "none"));
}

/** `w FILE` in a script, alone or behind a substitution. */
function listSedOutputs(script: string): string[] {
  return [...script.matchAll(/(?:^|[\s;{}/|#\dgp$])[wW][ \t]([^\n;}]{1,4096})/g)].map((match) =>
    (match[1] ?? "").trim(),
  );
}

// find and fd are judged by what they run on what they find. What they would find in a guarded place is known by samples;
// what they would find elsewhere is not, and their commands are judged with that too.

/** Each is judged on each sample. */
const COMMANDS_MAX = 32;
/** fd has more of them, for parts of the path. */
const SLOT = /\{(?:\/\/|\/\.|[./])?\}/g;

function judgeFind(program: string, args: readonly string[], run: Run): Denial | null {
  const search = readSearch(program, args);
  const { roots, commands, outputs } = search;
  const { state } = run;
  const named =
    firstDenial(outputs, (output) => denyWriteTo(state, output, "none")) ??
    firstDenial(roots, (root) => denyReadOf(state, root));
  if (named !== null) return named;
  if (commands.length > COMMANDS_MAX || search.size > EXPRESSION_MAX) return TOO_MANY;
  return (
    firstDenial(commands, (command) => run.judge(fillIn(command, FOUND_ELSEWHERE), run)) ??
    firstDenial(listFound(search, state), (found) => judgeFound(found, run))
  );
}

function judgeFound({ sample, actions }: Found, run: Run): Denial | null {
  return firstDenial(actions, (action) => {
    if (action === "print") return null;
    if (action !== "delete") return run.judge(fillIn(action, sample.path), run);
    // A directory above holds something, so -delete cannot remove it.
    return sample.isAbove ? null : denyWriteTo(run.state, sample.path, "none");
  });
}

function fillIn(command: readonly string[], path: string): string[] {
  const filled = command.map((word) => word.replaceAll(SLOT, () => path));
  return filled.some((word, index) => word !== command[index]) ? filled : [...command, path];
}

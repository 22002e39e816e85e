// One command with its arguments: taken out of what wraps it, then judged by the family of its program.

import { basename } from "node:path";
import {
  assign,
  branchState,
  enter,
  firstDenial,
  isSpent,
  type Run,
  type ShellState,
  textsOfFile,
} from "../expand/state.ts";
import { DISCONNECTS, TOO_DEEP } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf, isOwnFile } from "../fence/overlaps-guarded.ts";
import { parseArguments, readPatchPaths, words } from "../shell/arguments.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";
import { canAwkWrite, judgeCode } from "./code.ts";
import { ARCHIVERS, COPIERS, judgeArchive, judgeCopy } from "./copies.ts";
import { CARRIES_TEXT, isCredence, judgeCredence, judgeCredenceAmong } from "./credence.ts";
import { judgeGit } from "./git.ts";
import { isInterpreter, judgeInterpreter } from "./interpreters.ts";
import { judgeReader } from "./readers.ts";
import { SCRIPT_OPTIONS, unwrap } from "./wrappers.ts";
import { denyWriteTo, judgeWriter, READERS, WRITERS } from "./writers.ts";

const DEPTH_MAX = 24;
const PATCHES = new Set(words("patch apply_patch applypatch"));

export function judgeArgv(argv: readonly string[], run: Run): Denial | null {
  const [word, ...args] = argv;
  if (word === undefined || word === "") return null;
  run.state.budget.work -= 1;
  if (run.depth > DEPTH_MAX || isSpent(run.state)) return TOO_DEEP;
  if (isCredence(word) || isOwnFile(run.state, word)) return judgeOwn(args, run);
  const program = programOf(word);
  const built = judgeBuiltin(program, args, run);
  if (built !== "pass") return built;
  const { state } = run;
  const wrapped = judgeWrapped(program, args, run);
  // `time -o FILE`: what it writes itself.
  if (wrapped !== "pass")
    return wrapped ?? (WRITERS.get(program)?.writes === "none" ? judgeWriter(program, args, state) : null);
  const inner = { ...run, depth: run.depth + 1 };
  if (program === "find" || program === "fd" || program === "fdfind") return judgeFind(args, inner);
  return (
    firstDenial(textsOfFile(state, word), (text) => run.judgeText(text, inner, argv)) ??
    judgePatched(program, args, run) ??
    judgeFamily(program, args, run)
  );
}

/** `/bin/rm` is rm, and so are `rm@5` of a package and `rm.exe`; the names of cmdlets have no case. */
function programOf(word: string): string {
  const name = basename(word).replace(/(?!^)@.*$|\.(?:exe|cmd)$/, "");
  return /^[A-Z][a-z]+-[A-Z]/.test(name) ? name.toLowerCase() : name;
}

/** Our own commands protect what they touch themselves; only what they would store is looked at. */
function judgeOwn(args: readonly string[], { state }: Run): Denial | null {
  const { values } = parseArguments(args, new Set(["--body-file"]));
  return (
    judgeCredence(args) ?? firstDenial(values.get("--body-file") ?? [], (path) => denyReadOf(state, path))
  );
}

// What a shell does itself: where it is, what its variables are, and text that it runs.

const DECLARES = new Set(words("export declare local readonly typeset"));
/** They say, test or name things, and neither read nor write a file. */
const SAYS = new Set(
  words("echo printf test [ [[ true false : read alias unalias unset shift return exit pwd"),
);

/** `pass` when the program is not a builtin. */
function judgeBuiltin(program: string, args: readonly string[], run: Run): Denial | null | "pass" {
  if (SAYS.has(program)) return null;
  if (DECLARES.has(program)) return declare(args, run.state);
  switch (program) {
    case "cd":
    case "popd":
    case "pushd":
    case "chdir":
    case "set-location":
      return changeDirectory(program === "popd" ? ["-"] : args, run.state);
    case "set":
      setParameters(args.slice(args.indexOf("--") + 1), run.state);
      return null;
    case "eval":
      return run.judgeText(args.join(" "), { ...run, depth: run.depth + 1 });
    case "trap":
      return firstDenial(args.slice(0, 1), (text) => run.judgeText(text, { ...run, depth: run.depth + 1 }));
    default:
      return "pass";
  }
}

function changeDirectory(args: readonly string[], state: ShellState): Denial | null {
  const targets = args.filter((arg) => arg === "-" || !/^[-+]/.test(arg));
  const [target = state.fence.given.home] = targets;
  // Inside, every name would be withheld.
  const denial = denyReadOf(state, target);
  enter(state, target === "-" ? state.previous : [target]);
  return denial;
}

function declare(args: readonly string[], state: ShellState): null {
  for (const arg of args) {
    const equals = arg.indexOf("=");
    if (equals > 0) assign(state, arg.slice(0, equals), [arg.slice(equals + 1)]);
  }
  return null;
}

export function setParameters(parameters: readonly string[], state: ShellState): void {
  for (const name of ["@", "*"]) assign(state, name, parameters);
  for (const [index, value] of parameters.slice(0, 9).entries()) assign(state, String(index + 1), [value]);
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

// Programs that take us away: package managers, and the clients' own commands.

const TAKES_AWAY = words("uninstall un unlink remove rm r delete disable");

/** Each takes what is behind such a verb away. */
const MANAGERS = new Set(
  words("npm pnpm yarn bun volta claude codex copilot gemini opencode qwen cursor-agent"),
);
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

// find and fd: what they find is not followed. Whatever they are told to do is done to the places that they are given.

const RUNS = /^(?:-(?:exec|ok)(?:dir)?|-[xX]|--exec(?:-batch)?)$/;
/** An expression has few of them. */
const COMMANDS_MAX = 32;

function judgeFind(args: readonly string[], run: Run): Denial | null {
  const { state } = run;
  const runs = [...args.keys()].filter((at) => RUNS.test(args[at] ?? "")).slice(0, COMMANDS_MAX);
  // Behind an option is its value, as `-path` has one.
  const named = args
    .slice(0, runs[0])
    .filter((arg, at) => !/^-./.test(arg) && !/^-[^HLP]/.test(args[at - 1] ?? ""));
  const found = named.map((path) => `${path}/${UNKNOWN}`);
  const outputs = args.filter((_, at) => /^-f(?:print|printf|print0|ls)$/.test(args[at - 1] ?? ""));
  const written = [...outputs, ...(args.includes("-delete") ? found : [])];
  const calls = runs.flatMap((at) => listCalls(args.slice(at + 1), [UNKNOWN, ...found]));
  return (
    firstDenial(named, (path) => denyReadOf(state, path)) ??
    firstDenial(written, (path) => denyWriteTo(state, path, "none")) ??
    firstDenial(calls, (call) => run.judge(call, run))
  );
}

/** A command, once for each path that it is run on. */
function listCalls(words: readonly string[], paths: readonly string[]): string[][] {
  const end = words.findIndex((word) => word === ";" || word === "+");
  const command = end === -1 ? words : words.slice(0, end);
  const filled = command.some((word) => word.includes("{")) ? command : [...command, "{}"];
  return paths.map((path) => filled.map((word) => word.replaceAll(/\{[/.]{0,2}\}/g, () => path)));
}

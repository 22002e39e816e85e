// One command with its arguments: taken out of what wraps it, then judged by the family of its program.

import { basename, resolve } from "node:path";
import { assign, branchState, enter, isSpent, type ShellState, textsOfFile } from "../expand/state.ts";
import { DISCONNECTS, TOO_DEEP } from "../fence/denials.ts";
import { type Denial, listOwnFiles } from "../fence/guarded-paths.ts";
import { denyReadOf, findTouch } from "../fence/overlaps-guarded.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";
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

const DEPTH_MAX = 24;
const PATCHES = new Set(words("patch apply_patch applypatch"));

export function judgeArgv(argv: readonly string[], run: Run): Denial | null {
  const [word, ...args] = argv;
  if (word === undefined || word === "") return null;
  run.state.budget.work -= 1;
  if (run.depth > DEPTH_MAX || isSpent(run.state)) return TOO_DEEP;
  if (isOwn(word, run.state) || isProgramFile(word, run.state)) return judgeOwn(args, run);
  const program = programOf(word);
  const built = judgeBuiltin(program, args, run);
  if (built !== "pass") return built;
  const { state } = run;
  const wrapped = judgeWrapped(program, args, run);
  if (wrapped !== "pass") return wrapped ?? judgeOwnOutput(program, args, state);
  const inner = { ...run, depth: run.depth + 1 };
  if (program === "find" || program === "fd" || program === "fdfind") return judgeFind(program, args, inner);
  return (
    firstDenial(textsOfFile(state, word), (text) => run.judgeText(text, inner, argv)) ??
    judgePatched(program, args, run) ??
    judgeFamily(program, args, run)
  );
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

// find and fd: what they find is not followed. Where they are told to begin in a guarded place, whatever they find is in it,
// and what they run is judged like any other command.

const RUNS = /^(?:-(?:exec|ok)(?:dir)?|-[xX]|--exec(?:-batch)?)$/;
const FD_VALUED = new Set(
  words("-e -t -d -E -S -j --extension --type --max-depth --exclude --size --threads"),
);

function judgeFind(program: string, args: readonly string[], run: Run): Denial | null {
  const { state } = run;
  const roots = program === "find" ? listStarts(args) : listFdStarts(args);
  const found = (roots.length === 0 ? ["."] : roots).map((root) => `${root}/${UNKNOWN}`);
  const outputs = args.filter((_, index) => /^-f(?:print|printf|print0|ls)$/.test(args[index - 1] ?? ""));
  const written = [...outputs, ...(args.includes("-delete") ? found : [])];
  return (
    firstDenial(roots, (root) => denyReadOf(state, root)) ??
    firstDenial(written, (path) => denyWriteTo(state, path, "none")) ??
    firstDenial(listCommands(args), (command) =>
      firstDenial(found, (path) => run.judge(fillIn(command, path), run)),
    )
  );
}

/** Before its expression. */
function listStarts(args: readonly string[]): readonly string[] {
  const from = args.findIndex((arg) => !/^-[HLPDO]/.test(arg));
  const starts = args.slice(Math.max(from, 0));
  const end = starts.findIndex((arg) => /^(?:-|[(!]$)/.test(arg));
  return end === -1 ? starts : starts.slice(0, end);
}

/** Behind its pattern. */
function listFdStarts(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg) => RUNS.test(arg));
  return parseArguments(end === -1 ? args : args.slice(0, end), FD_VALUED).operands.slice(1);
}

/** Each up to its end; an expression has few of them. */
const COMMANDS_MAX = 32;

function listCommands(args: readonly string[]): string[][] {
  const starts = [...args.keys()].filter((index) => RUNS.test(args[index] ?? "")).slice(0, COMMANDS_MAX);
  return starts.map((start) => {
    const rest = args.slice(start + 1);
    const end = rest.findIndex((arg) => arg === ";" || arg === "+");
    return end === -1 ? rest : rest.slice(0, end);
  });
}

function fillIn(command: readonly string[], path: string): string[] {
  const filled = command.map((word) => word.replaceAll(/\{[/.]{0,2}\}/g, () => path));
  return filled.some((word, index) => word !== command[index]) ? filled : [...command, path];
}

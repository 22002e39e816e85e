// One command with its arguments: taken out of what wraps it, then judged by the family of its program.

import { basename } from "node:path";
import { parseArguments, words } from "./arguments.ts";
import { judgeBuiltin } from "./builtins.ts";
import { TOO_DEEP } from "./denials.ts";
import { judgeInterpreter } from "./interpreters.ts";
import { ARCHIVERS, judgeArchive } from "./judge-archive.ts";
import { COPIERS, judgeCopy } from "./judge-copy.ts";
import { FED, judgeFed } from "./judge-fed.ts";
import { judgeFind } from "./judge-find.ts";
import { judgeGit } from "./judge-git.ts";
import { denyWriteTo, judgeWriter } from "./judge-writer.ts";
import { isCredence, judgeCredence } from "./person-commands.ts";
import type { Denial } from "./places.ts";
import { readPatchPaths } from "./read-patch.ts";
import { judgeReader } from "./readers.ts";
import { firstDenial, type Run } from "./run.ts";
import { judgeCode } from "./scan-code.ts";
import { assign, branchState, enter, isSpent } from "./shell-state.ts";
import { denyReadOf } from "./withheld.ts";
import { SCRIPT_OPTIONS, unwrap } from "./wrappers.ts";

const DEPTH_MAX = 24;
const AWKS = new Set(words("awk gawk mawk nawk"));
const SEDS = new Set(words("sed gsed"));
const PATCHES = new Set(words("patch apply_patch applypatch"));

export function judgeArgv(argv: readonly string[], run: Run): Denial | null {
  const [word, ...args] = argv;
  if (word === undefined || word === "") return null;
  run.state.budget.work -= 1;
  if (run.depth > DEPTH_MAX || isSpent(run.state)) return TOO_DEEP;
  if (isCredence(word)) return judgeOwn(args, run);
  const program = programOf(word);
  const built = judgeBuiltin(program, args, run);
  if (built !== "pass") return built;
  const { state } = run;
  if (state.functions.has(word)) return firstDenial(args, (arg) => denyWriteTo(state, arg, "none"));
  const wrapped = judgeWrapped(program, args, run);
  if (wrapped !== "pass") return wrapped;
  if (FED.has(program)) return judgeFed(args, { ...run, depth: run.depth + 1 });
  if (program === "find" || program === "fd" || program === "fdfind") {
    return judgeFind(args, { ...run, depth: run.depth + 1 });
  }
  return judgePatched(program, args, run) ?? judgeFamily(program, args, run);
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
  if (program === "git") return judgeGit(args, state);
  if (ARCHIVERS.has(program)) return judgeArchive(args, state);
  if (COPIERS.has(program)) return judgeCopy(program, args, state);
  if (AWKS.has(program)) {
    const code = firstDenial(args.filter(runsOrWrites), (arg) => judgeCode(arg, state));
    const isInPlace = args.includes("inplace");
    const written = isInPlace ? firstDenial(args, (arg) => denyWriteTo(state, arg, "none")) : null;
    if (code !== null || written !== null) return code ?? written;
  }
  if (SEDS.has(program)) {
    const written = firstDenial(args.flatMap(listSedOutputs), (path) => denyWriteTo(state, path, "none"));
    if (written !== null) return written;
  }
  return (
    judgeInterpreter(program, args, { ...run, depth: run.depth + 1 }) ??
    judgeWriter(program, args, state) ??
    judgeReader(program, args, state)
  );
}

function runsOrWrites(code: string): boolean {
  return code.includes(">") || code.includes("system(");
}

/** `w FILE` in a script, alone or behind a substitution. */
function listSedOutputs(script: string): string[] {
  return [...script.matchAll(/(?:^|[\s;{}/|#\dgp])w[ \t]([^\n;}]{1,4096})/g)].map((match) =>
    (match[1] ?? "").trim(),
  );
}

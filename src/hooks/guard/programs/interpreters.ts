// Programs that run what they are given: shells, terminals, and other languages.

import { branchState, firstDenial, type Run, textsOfFile } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { isOwnFile } from "../fence/overlaps-guarded.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { PRINTED } from "../shell/pattern-sentinels.ts";
import { type CodeCall, judgeCode } from "./code.ts";
import { isCredence, judgeCredence, judgeCredenceIn } from "./credence.ts";

const SHELLS = new Set(words("sh bash dash zsh ksh mksh ash fish csh tcsh yash rbash"));
/** Options of shells that take the next argument. */
const SHELL_VALUED = words("-O +O -o +o --rcfile --init-file");

/** They type into terminals, or run sentences: whatever they are given may be a command there. */
const TYPISTS = new Set(
  words(
    "tmux screen xdotool ydotool wtype dtach zellij kitty wezterm xterm gnome-terminal konsole alacritty nodemon concurrently hyperfine watchexec",
  ),
);

/** They run later what is in their standard input, or in the file that they are given. */
const DEFERRERS = new Set(words("at batch crontab"));
/** When a line of a crontab runs. */
const CRON_TIME = /^[ \t]*(?:@[a-z]+|(?:[\d*][^\s]*[ \t]+){4}[^\s]+)[ \t]+/gm;

export function isInterpreter(program: string): boolean {
  return SHELLS.has(program) || TYPISTS.has(program);
}

export function judgeInterpreter(program: string, args: readonly string[], run: Run): Denial | null {
  if (DEFERRERS.has(program)) {
    const texts = [run.stdin ?? "", ...args.flatMap((arg) => textsOfFile(run.state, arg))];
    return firstDenial(texts, (text) => run.judgeText(text.replaceAll(CRON_TIME, ""), run));
  }
  if (POWERSHELLS.has(program.toLowerCase()))
    return judgePowershellCall(args, { ...run, state: branchState(run.state) });
  if (SHELLS.has(program)) return judgeShellCall(args, { ...run, state: branchState(run.state) });
  if (program === "source" || program === ".") return judgeShellCall(args, run);
  if (TYPISTS.has(program)) return judgeTypist(args, run);
  return judgeCodeCall(program, args, run);
}

// PowerShell is read as a shell whose paths have backslashes, and whose cmdlets are rows of the tables. What its own language
// computes is not followed.

const POWERSHELLS = new Set(words("pwsh pwsh-preview powershell"));

/** Calls of .NET, which are code like that of any other language. */
const DOTNET = /\]::|\bnew-object\b/i;

/** `pwsh -c TEXT`, `powershell TEXT`, or a script on standard input; a file is not read. */
function judgePowershellCall(args: readonly string[], run: Run): Denial | null {
  const at = args.findIndex((arg) => /^-c[a-z]*$/i.test(arg));
  if (at === -1 && args.some((arg) => /^-f(?:ile)?$/i.test(arg))) return null;
  const given = args.slice(at + 1).join(" ");
  const text = given === "" || given === "-" ? (run.stdin ?? "") : given;
  // A backtick stands before what is meant literally, and breaks lines.
  const shell = text.replaceAll("\\", "/").replaceAll(/`[\s\S]/g, " ");
  return (DOTNET.test(shell) ? judgeCode(shell, run.state) : null) ?? run.judgeText(shell, run);
}

const IS_INPUT = /^(?:-|\/dev\/(?:stdin|tty|null|fd\/\d+))$/;

function judgeShellCall(args: readonly string[], run: Run): Denial | null {
  let at = 0;
  let isText = false;
  for (; at < args.length && /^[-+]/.test(args[at] ?? "") && args[at] !== "--"; at += 1) {
    const arg = args[at] ?? "";
    if (/^-[A-Za-z]*c/.test(arg)) isText = true;
    if (SHELL_VALUED.includes(arg)) at += 1;
  }
  if (args[at] === "--") at += 1;
  const [first, ...rest] = args.slice(at);
  if (isText) return first === undefined ? null : run.judgeText(first, run, rest);
  if (first?.startsWith(PRINTED) === true) return run.judgeText(first.slice(PRINTED.length), run);
  if (first !== undefined && !IS_INPUT.test(first)) {
    if (isCredence(first) || first.endsWith("/launch")) return judgeCredence(rest);
    return firstDenial(textsOfFile(run.state, first), (text) => run.judgeText(text, run, [first, ...rest]));
  }
  return run.stdin === null ? null : run.judgeText(run.stdin, run);
}

/** Each argument as a command, and all of them as one. */
function judgeTypist(args: readonly string[], run: Run): Denial | null {
  const texts = args.filter((arg) => /\s/.test(arg));
  const typed = args.filter((arg) => arg !== "Space").join(" ");
  return judgeCredenceIn(typed) ?? firstDenial(texts, (text) => run.judgeText(text, run));
}

// Programs that run code of other languages: their code is not understood, only searched for names and words.

/** Options of interpreters that take the next argument and are no code. */
const CODE_VALUED = words("-m -r --require --import --loader --experimental-loader --env-file --conditions");

function runs(names: string, options: string): [string, readonly string[]][] {
  return words(names).map((name) => [name, words(options)]);
}

const CODE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ...runs("python pypy ipython expect", "-c"),
  ...runs("node nodejs bun", "-e --eval -p --print -pe"),
  ...runs("tsx ts-node", "-e --eval"),
  ...runs("perl julia", "-e -E"),
  ...runs("ruby lua elixir groovy Rscript osascript swift", "-e"),
  ...runs("php", "-r -B -R"),
  ...runs("emacs", "--eval --execute"),
  ...runs("deno tclsh", ""),
  ...runs("sqlite3 sqlite duckdb usql", "-cmd"),
  ...runs("psql mysql mariadb sqlcmd", "-c -e"),
]);

/** Languages whose words tell whether code can write. Of any other code it is taken for granted. */
const TELLS = new Set(words("python pypy ipython node nodejs bun deno tsx ts-node perl ruby php"));

/** Clients of databases, whose queries and commands write files by some words: `.output FILE`, `\\copy … TO`, `INTO OUTFILE`. */
const DATABASES = new Set(words("sqlite3 sqlite duckdb usql psql mysql mariadb sqlcmd"));
const QUERY_WRITES =
  /\.(?:output|once|log|backup|save|clone|excel|open|archive|ar|shell|system)\b|\\(?:o|out|g|gx|w|!)|\bcopy\b[^;]{0,1000}\bto\b|\binto\s{1,20}(?:out|dump)file\b|\bvacuum\b[^;]{0,100}\binto\b|writefile|\bexport\b|\btee\b/i;

const NAME_CHARS_MAX = 32;

/** @returns null when the call is harmless, or the program is not an interpreter. */
function judgeCodeCall(program: string, args: readonly string[], run: Run): Denial | null {
  // `python3.12` is python; a longer name is not an interpreter's.
  const name = program.slice(0, NAME_CHARS_MAX).replace(/[\d.]+$/, "");
  const options = CODE_OPTIONS.get(name);
  if (options === undefined) return null;
  const { operands, values } = parseArguments(args, new Set([...options, ...CODE_VALUED]));
  const codes = [...options.flatMap((option) => values.get(option) ?? []), ...listCodes(name, operands)];
  const [first, second] = operands;
  const file = first === "run" ? second : first;
  const isFed =
    name === "expect" ||
    DATABASES.has(name) ||
    (codes.length === 0 && (file === undefined || operands.some((each) => IS_INPUT.test(each))));
  const written = textsOfFile(run.state, file ?? "");
  const texts = [...codes, ...written, ...(isFed && run.stdin !== null ? [run.stdin] : [])];
  const denial = firstDenial(texts, (code) => judgeCode(code, run.state, callOf(name, code, operands)));
  const own = operands.find((each) => isCredence(each) || isOwnFile(run.state, each));
  if (denial !== null || own === undefined) return denial;
  return judgeCredence(args.slice(args.indexOf(own) + 1));
}

function callOf(name: string, code: string, operands: readonly string[]): CodeCall {
  if (DATABASES.has(name)) return { writes: QUERY_WRITES.test(code) };
  return TELLS.has(name) ? { operands } : { operands, writes: true };
}

/** Code among the operands: `deno eval CODE`, `python <(echo CODE)`. */
function listCodes(name: string, operands: readonly string[]): string[] {
  const [first, second] = operands;
  const printed = operands.filter((operand) => operand.startsWith(PRINTED));
  return [
    ...(name === "deno" && first === "eval" && second !== undefined ? [second] : []),
    ...printed.map((operand) => operand.slice(PRINTED.length)),
    ...(DATABASES.has(name) ? operands.filter((operand) => /[\s(]/.test(operand)) : []),
  ];
}

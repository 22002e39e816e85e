// Programs that run what they are given: shells, terminals, other machines, containers, and other languages.

import { branchState, textsOfFile } from "../expand/state.ts";
import { type Denial, listOwnFiles } from "../fence/guarded-paths.ts";
import { findTouch } from "../fence/overlaps-guarded.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { PRINTED } from "../shell/pattern-sentinels.ts";
import { type CodeCall, judgeCode } from "./code.ts";
import { isCredence, judgeCredence, judgeCredenceIn } from "./credence.ts";
import { firstDenial, type Run } from "./run.ts";
import { denyWriteTo } from "./writers.ts";

const SHELLS = new Set(words("sh bash dash zsh ksh mksh ash fish csh tcsh yash rbash"));
/** Options of shells that take the next argument. */
const SHELL_VALUED = words("-O +O -o +o --rcfile --init-file");

/** They type into terminals, or run sentences: whatever they are given may be a command there. */
const TYPISTS = new Set(
  words(
    "tmux screen xdotool ydotool wtype dtach zellij kitty wezterm xterm gnome-terminal konsole alacritty nodemon concurrently hyperfine watchexec",
  ),
);

/** They run what they are given elsewhere: another machine's memories have a person too. */
const CARRIERS = new Set(["ssh"]);
/** The same in a container, behind its name. */
const CONTAINERS = new Set(words("docker docker-compose podman nerdctl kubectl oc"));
const CONTAINER_VALUED = new Set(
  words(
    "-e --env --env-file -f --file -l --label -n --namespace -p --publish -u --user -v --volume -w --workdir --mount --name --network --platform --entrypoint --context --profile",
  ),
);
/** They read their rules from standard input, if they are told so. */
const MAKES = new Set(words("make gmake just"));
/** They run later what is in their standard input, or in the file that they are given. */
const DEFERRERS = new Set(words("at batch crontab"));
/** When a line of a crontab runs. */
const CRON_TIME = /^[ \t]*(?:@[a-z]+|(?:[\d*][^\s]*[ \t]+){4}[^\s]+)[ \t]+/gm;

export function isInterpreter(program: string): boolean {
  return [CARRIERS, CONTAINERS, SHELLS, TYPISTS].some((programs) => programs.has(program));
}

export function judgeInterpreter(program: string, args: readonly string[], run: Run): Denial | null {
  if (CARRIERS.has(program)) return judgeCredenceIn([...args, run.stdin ?? ""].join(" "));
  if (CONTAINERS.has(program)) return judgeContainer(args);
  if (DEFERRERS.has(program)) {
    const texts = [run.stdin ?? "", ...args.flatMap((arg) => textsOfFile(run.state, arg))];
    return firstDenial(texts, (text) => run.judgeText(text.replaceAll(CRON_TIME, ""), run));
  }
  if (POWERSHELLS.has(program.toLowerCase()))
    return judgePowershellCall(args, { ...run, state: branchState(run.state) });
  if (SHELLS.has(program)) return judgeShellCall(args, { ...run, state: branchState(run.state) });
  if (program === "source" || program === ".") return judgeShellCall(args, run);
  if (TYPISTS.has(program)) return judgeTypist(args, run);
  if (MAKES.has(program) && run.stdin !== null) return judgeCode(run.stdin, run.state, { writes: true });
  return judgeCodeCall(program, args, run);
}

/** `docker exec NAME COMMAND`: the name of a container or an image is not a program. */
function judgeContainer(args: readonly string[]): Denial | null {
  const verb = args.findIndex((arg) => arg === "exec" || arg === "run" || arg === "create");
  if (verb === -1) return null;
  return judgeCredenceIn(
    parseArguments(args.slice(verb + 1), CONTAINER_VALUED)
      .operands.slice(1)
      .join(" "),
  );
}

// PowerShell is read as a shell whose paths have backslashes, and whose cmdlets are rows of the tables. What its own language
// computes is not followed.

const POWERSHELLS = new Set(words("pwsh pwsh-preview powershell"));

/** Calls of .NET, which are code like that of any other language. */
const DOTNET = /\]::|\bnew-object\b/i;

/** A backtick stands before what is meant literally, and breaks lines. */
function judgePowershell(text: string, run: Run): Denial | null {
  const shell = text.replaceAll("\\", "/").replaceAll(/`[\s\S]/g, " ");
  return (DOTNET.test(shell) ? judgeCode(shell, run.state) : null) ?? run.judgeText(shell, run);
}

/** `pwsh -c TEXT`, `powershell TEXT`, or a script on standard input; a file is not read. */
function judgePowershellCall(args: readonly string[], run: Run): Denial | null {
  const at = args.findIndex((arg) => /^-c[a-z]*$/i.test(arg));
  if (at === -1 && args.some((arg) => /^-f(?:ile)?$/i.test(arg))) return null;
  const given = args.slice(at + 1).join(" ");
  return judgePowershell(given === "" || given === "-" ? (run.stdin ?? "") : given, run);
}

const IS_INPUT = /^\/dev\/(?:stdin|tty|null|fd\/\d+)$/;

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
  if (first !== undefined && first !== "-" && !IS_INPUT.test(first)) {
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

const CODE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["python", ["-c"]],
  ["pypy", ["-c"]],
  ["ipython", ["-c"]],
  ["node", words("-e --eval -p --print -pe")],
  ["nodejs", words("-e --eval -p --print -pe")],
  ["bun", words("-e --eval -p --print")],
  ["deno", []],
  ["tsx", words("-e --eval")],
  ["ts-node", words("-e --eval")],
  ["perl", words("-e -E")],
  ["ruby", ["-e"]],
  ["php", words("-r -B -R")],
  ["lua", ["-e"]],
  ["julia", words("-e -E")],
  ["elixir", ["-e"]],
  ["groovy", ["-e"]],
  ["Rscript", ["-e"]],
  ["osascript", ["-e"]],
  ["swift", ["-e"]],
  ["tclsh", []],
  ["expect", ["-c"]],
  ["emacs", words("--eval --execute")],
  ...words("vi vim nvim ex ed").map((name): [string, readonly string[]] => [name, words("-c --cmd")]),
]);

/** Languages whose words tell whether code can write. Of any other code it is taken for granted. */
const TELLS = new Set(words("python pypy ipython node nodejs bun deno tsx ts-node perl ruby php"));
/** They read commands from their standard input, whatever files they are given. */
const EDITORS = new Set(words("ex ed vi vim nvim"));
/** What in their commands writes elsewhere or runs something; the files themselves are the writer's to judge. */
const EDITOR_WRITES = /[wx!]|sav|del|ren|^:?e(?:dit)?\s/;

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
    EDITORS.has(name) ||
    (codes.length === 0 && (file === undefined || operands.some(isInput)));
  const written = textsOfFile(run.state, file ?? "");
  const texts = [...codes, ...written, ...(isFed && run.stdin !== null ? [run.stdin] : [])];
  const denial =
    firstDenial(texts, (code) => judgeCode(code, run.state, callOf(name, code, operands))) ??
    judgeModule(values.get("-m") ?? [], operands, run);
  const places = listOwnFiles(run.state.fence);
  const own = operands.find(
    (each) => isCredence(each) || findTouch(run.state, each, { places, reach: "none" }) !== null,
  );
  if (denial !== null || own === undefined) return denial;
  return judgeCredence(args.slice(args.indexOf(own) + 1));
}

function callOf(name: string, code: string, operands: readonly string[]): CodeCall {
  if (EDITORS.has(name)) return { writes: EDITOR_WRITES.test(code) };
  return TELLS.has(name) ? { operands } : { operands, writes: true };
}

/** Code among the operands: `deno eval CODE`, `python <(echo CODE)`, `vim +COMMAND`. */
function listCodes(name: string, operands: readonly string[]): string[] {
  const [first, second] = operands;
  const printed = operands.filter((operand) => operand.startsWith(PRINTED));
  return [
    ...(name === "deno" && first === "eval" && second !== undefined ? [second] : []),
    ...printed.map((operand) => operand.slice(PRINTED.length)),
    ...(EDITORS.has(name) ? operands.filter((operand) => operand.startsWith("+")) : []),
  ];
}

function isInput(operand: string): boolean {
  return operand === "-" || operand === "/dev/stdin" || operand === "/dev/fd/0";
}

/** Of the modules that python runs, the one that has a file to write to. */
function judgeModule(modules: readonly string[], operands: readonly string[], run: Run): Denial | null {
  const outputs = modules.includes("json.tool") ? operands.slice(1) : [];
  return firstDenial(outputs, (path) => denyWriteTo(run.state, path, "none"));
}

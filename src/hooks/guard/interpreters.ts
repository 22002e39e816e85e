// Programs that run code: shells, whose code is read, and others, whose code is only searched for names.

import { parseArguments, words } from "./arguments.ts";
import { isCredence, judgeCredence, judgeCredenceIn } from "./person-commands.ts";
import type { Denial } from "./places.ts";
import { firstDenial, type Run } from "./run.ts";
import { judgeCode } from "./scan-code.ts";
import { branchState } from "./shell-state.ts";

const SHELLS = new Set(words("sh bash dash zsh ksh mksh ash fish csh tcsh yash rbash"));
/** Options of shells that take the next argument. */
const SHELL_VALUED = words("-O +O -o +o --rcfile --init-file");

const CODE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["python", ["-c"]],
  ["pypy", ["-c"]],
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
  ["pwsh", words("-c -Command -command")],
]);

const NAME_CHARS_MAX = 32;

/** They type into terminals: whatever they are given may be a command there. */
const TYPISTS = new Set(words("tmux screen xdotool ydotool wtype dtach zellij kitty wezterm"));

/** They run what they are given elsewhere: another machine's memories have a person too. */
const CARRIERS = new Set(words("ssh docker podman kubectl crontab"));
/** They run their standard input later. */
const DEFERRERS = new Set(words("at batch"));

export function judgeInterpreter(program: string, args: readonly string[], run: Run): Denial | null {
  if (CARRIERS.has(program)) return judgeCredenceIn([...args, run.stdin ?? ""].join(" "));
  if (DEFERRERS.has(program)) return run.judgeText(run.stdin ?? "", run);
  if (SHELLS.has(program)) return judgeShellCall(args, { ...run, state: branchState(run.state) });
  if (TYPISTS.has(program)) return judgeTypist(args, run);
  // `python3.12` is python; a longer name is no interpreter's.
  const name = program.slice(0, NAME_CHARS_MAX).replace(/[\d.]+$/, "");
  const options = CODE_OPTIONS.get(name);
  if (options === undefined) return null;
  return judgeCodeCall(name, options, { args, run });
}

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
  if (first !== undefined && first !== "-" && !first.startsWith("/dev/")) {
    return isCredence(first) ? judgeCredence(rest) : null;
  }
  return run.stdin === null ? null : run.judgeText(run.stdin, run);
}

/** Each argument as a command, and all of them as one. */
function judgeTypist(args: readonly string[], run: Run): Denial | null {
  const texts = args.filter((arg) => /\s/.test(arg));
  const typed = args.filter((arg) => arg !== "Space").join(" ");
  return judgeCredenceIn(typed) ?? firstDenial(texts, (text) => run.judgeText(text, run));
}

type CodeCall = { readonly args: readonly string[]; readonly run: Run };

function judgeCodeCall(name: string, options: readonly string[], { args, run }: CodeCall): Denial | null {
  const { operands, values } = parseArguments(
    args,
    new Set([...options, "-m", "-r", "--require", "--import"]),
  );
  const codes = options.flatMap((option) => values.get(option) ?? []);
  // `deno eval CODE`; `bun run FILE`.
  const [first, second] = operands;
  const isEval = name === "deno" && first === "eval" && second !== undefined;
  const file = first === "run" ? second : first;
  const isFed = codes.length === 0 && !isEval && (file === undefined || file === "-" || name === "expect");
  const texts = [...codes, ...(isEval ? [second] : []), ...(isFed && run.stdin !== null ? [run.stdin] : [])];
  const denial = firstDenial(texts, (code) => judgeCode(code, run.state));
  if (denial !== null || file === undefined || !isCredence(file)) return denial;
  return judgeCredence(args.slice(args.indexOf(file) + 1));
}

// A call, split into the simple commands that it names: also those inside of what it hands to a shell, to `find -exec`, to
// `sudo` and its kin. The result is a value: the guard holds its words against places, and others may ask it for programs,
// options and paths.

import { basename } from "node:path";
import { UNKNOWN } from "./marks.ts";
import type { Command, Scope, World } from "./scope.ts";
import { readShell } from "./shell.ts";
import { type Budget, isSpent } from "./words.ts";

export type Split = {
  readonly commands: readonly Command[];
  /** It is longer or nested deeper than a person writes it, and was not split to its end. */
  readonly isTooDeep: boolean;
};

/** Far beyond what a person writes, and well within the time that a hook has. */
const WORDS_MAX = 20_000;
const CHARACTERS_MAX = 4_000_000;
const DEPTH_MAX = 24;

/** @param call a text for a shell, or the words of one command */
export function splitCall(call: string | readonly string[], cwd: string, world: World): Split {
  const budget: Budget = { words: WORDS_MAX, characters: CHARACTERS_MAX };
  const scope: Scope = { cwds: [cwd], variables: new Map() };
  const commands: Command[] = [];
  const visit = (command: Command, depth: number): void => {
    budget.words -= depth > DEPTH_MAX ? WORDS_MAX : 1;
    if (isSpent(budget)) return;
    const wrapped = unwrap(command);
    if (wrapped === null) commands.push(command);
    const inner =
      wrapped === null ? listExecuted(command.argv).map((argv) => ({ ...command, argv })) : [wrapped];
    const texts = wrapped === null ? listTexts(command) : [];
    const read = texts.flatMap((text) => readShell(text, command.scope, { world, budget }));
    for (const each of [...inner, ...read]) visit(each, depth + 1);
  };
  const first: Command = { argv: [...call], redirects: [], input: [], scope };
  const all = typeof call === "string" ? readShell(call, scope, { world, budget }) : [first];
  for (const command of all) visit(command, 0);
  return { commands, isTooDeep: isSpent(budget) };
}

/** `/bin/rm` is rm, and so are `rm@5` of a package and `rm.exe`; the names of cmdlets have no case. */
export function programOf([word = ""]: readonly string[]): string {
  const name = basename(word).replace(/(?!^)@.*$|\.(?:exe|cmd)$/, "");
  return /^[A-Z][a-z]+-[A-Z]/.test(name) ? name.toLowerCase() : name;
}

/** They only run another program, which stands behind their options. */
const WRAPPERS =
  /^(?:sudo|doas|env|nohup|setsid|command|builtin|exec|nice|ionice|time|g?timeout|stdbuf|unbuffer|chronic|noglob|caffeinate|xvfb-run|xargs|parallel|busybox|toybox|np[mx]x?|bunx|pnpx|uvx|shx|cross-env|entr|pkexec|then|rtk)$/;
const SKIPPED = /^[A-Za-z_]\w*=|^-|^\d[\d.]*[smhd]?$/;
/** The next word is its value. */
const VALUED = /^(?:-[ugICS]|--(?:user|group|chdir|unset|package))$/;

function unwrap(command: Command): Command | null {
  const { argv, scope } = command;
  const program = programOf(argv);
  // `time -o FILE` and `command -v` are no wrappers, and neither is `npm` without `exec`.
  if (!WRAPPERS.test(program) || argv.some((word) => /^-[vVSo]/.test(word))) return null;
  if (program === "npm" && !/^(?:exec|x)$/.test(argv[1] ?? "")) return null;
  let at = program === "npm" ? 2 : 1;
  let cwds = scope.cwds;
  while (at < argv.length && SKIPPED.test(argv[at] ?? "")) {
    const [option = "", value = ""] = argv.slice(at, at + 2);
    if (option === "-C" || option === "--chdir") cwds = cwds.map((cwd) => `${cwd}/${value}`);
    at += VALUED.test(option) ? 2 : 1;
    if (option === "--") break;
  }
  return { ...command, argv: argv.slice(at), scope: { ...scope, cwds } };
}

const EXECUTES = /^(?:-(?:exec|ok)(?:dir)?|-[xX]|--exec(?:-batch)?)$/;
/** An expression has few of them. */
const COMMANDS_MAX = 32;

/** What find and fd run, once per place that they are given. What they find is not followed. */
function listExecuted(argv: readonly string[]): readonly (readonly string[])[] {
  if (!/^(?:find|fd|fdfind)$/.test(programOf(argv))) return [];
  const starts = [...argv.keys()].filter((at) => EXECUTES.test(argv[at] ?? "")).slice(0, COMMANDS_MAX);
  const named = argv
    .slice(1, starts[0])
    .filter((arg, at) => !/^-./.test(arg) && !/^-[^HLP]/.test(argv[at] ?? ""));
  return starts.flatMap((start) => {
    const end = argv.findIndex((word, at) => at > start && (word === ";" || word === "+"));
    const words = argv.slice(start + 1, end === -1 ? argv.length : end);
    const filled = words.some((word) => word.includes("{")) ? words : [...words, "{}"];
    return [UNKNOWN, ...named.map((path) => `${path}/${UNKNOWN}`)].map((path) =>
      filled.map((word) => word.replaceAll(/\{[/.]{0,2}\}/g, () => path)),
    );
  });
}

const SHELLS = /^(?:(?:ba|da|z|k|mk|a|fi|c|tc|ya|rba)?sh|source|\.|at|batch|crontab)$/;
const RUNNERS =
  /^(?:trap|su|runuser|script|flock|watch|env|tmux|screen|xdotool|xterm|gnome-terminal|nodemon|concurrently|hyperfine|watchexec|np[mx]|nix-shell)$/;
/** Texts that a command runs as a shell does: what it is given as one word, and what comes to its standard input. */
function listTexts({ argv, input }: Command): readonly string[] {
  const [, ...args] = argv;
  const program = programOf(argv);
  if (program === "eval") return [args.join(" ")];
  // PowerShell is read as a shell whose paths have backslashes, and whose backtick escapes a character.
  if (/^(?:pwsh|powershell)$/i.test(program))
    return [args.slice(args.findIndex((arg) => /^-c[a-z]*$/i.test(arg)) + 1).join(" "), ...input].map(
      (text) => text.replaceAll("\\", "/").replaceAll(/`[\s\S]/g, " "),
    );
  if (SHELLS.test(program)) {
    const at = args.findIndex((arg) => /^-[A-Za-z]*c/.test(arg));
    return at === -1 ? input : args.slice(at + 1).slice(0, 1);
  }
  return RUNNERS.test(program) ? args.filter((arg) => /\s/.test(arg)) : [];
}

// What a shell does itself: where it is, what its variables are, and text that it runs.

import { printFormat } from "../expand/output.ts";
import { assign, enter, type ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf } from "../fence/overlaps-guarded.ts";
import { words } from "../shell/arguments.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";
import { firstDenial, type Run } from "./run.ts";

const DECLARES = new Set(words("export declare local readonly typeset"));
/** They say, test or name things, and neither read nor write a file. */
const SAYS = new Set(words("echo printf test [ [[ true false : alias unalias unset shift return exit pwd"));

/** `pass` when the program is not a builtin. */
export function judgeBuiltin(program: string, args: readonly string[], run: Run): Denial | null | "pass" {
  if (program === "printf" && args[0] === "-v")
    assign(run.state, args[1] ?? "", [printFormat(args.slice(2))]);
  if (SAYS.has(program)) return null;
  if (DECLARES.has(program)) return declare(args, run.state);
  switch (program) {
    case "cd":
    case "pushd":
    case "chdir":
    case "set-location":
      return changeDirectory(args, run.state);
    case "popd":
      run.state.cwds = run.state.previous;
      return null;
    case "set":
      setParameters(args.slice(args.indexOf("--") + 1), run.state);
      return null;
    case "read":
      return readInto(args, run);
    case "eval":
      return run.judgeText(args.join(" "), { ...run, depth: run.depth + 1 });
    case "trap":
      return firstDenial(args.slice(0, 1), (text) => run.judgeText(text, { ...run, depth: run.depth + 1 }));
    default:
      return "pass";
  }
}

/** Each word of what it reads may be the value. */
function readInto(args: readonly string[], { state, stdin }: Run): null {
  const values = words((stdin ?? UNKNOWN).replaceAll(/\s/g, " "));
  for (const name of args.filter((arg) => !arg.startsWith("-"))) assign(state, name, values);
  return null;
}

function changeDirectory(args: readonly string[], state: ShellState): Denial | null {
  const targets = args.filter((arg) => arg === "-" || !/^[-+]/.test(arg));
  const [target = state.fence.given.home] = targets;
  if (target === "-") {
    enter(state, state.previous);
    return null;
  }
  // Inside, every name would be withheld.
  const denial = denyReadOf(state, target);
  enter(state, [target]);
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

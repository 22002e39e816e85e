// awk and sed: their scripts can write to files and run programs.

import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";
import { canAwkWrite, judgeCode } from "./code.ts";
import { firstDenial } from "./run.ts";
import { denyWriteTo } from "./writers.ts";

const AWKS = new Set(words("awk gawk mawk nawk"));
const SEDS = new Set(words("sed gsed"));

export function judgeLineEditor(program: string, args: readonly string[], state: ShellState): Denial | null {
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

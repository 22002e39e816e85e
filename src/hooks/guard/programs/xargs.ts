// xargs and parallel: they run a command on what others print. Where the words stand in the command line they are
// judged; a list that is only computed is not.

import type { Denial } from "../fence/guarded-paths.ts";
import { parseArguments, words } from "../shell/arguments.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";
import { firstDenial, type Run } from "./run.ts";

export const FED: ReadonlySet<string> = new Set(["xargs", "gxargs", "parallel"]);

const VALUED = new Set(
  words("-I -i -n -P -d -L -E -s -a -j --max-args --max-procs --delimiter --arg-file --jobs"),
);
/** One after the other in a slot; more are only looked at when they stand at the end. */
const FIELDS_MAX = 64;

export function judgeXargs(args: readonly string[], run: Run): Denial | null {
  const colons = args.findIndex((arg) => /^:::/.test(arg));
  const own = colons === -1 ? args : args.slice(0, colons);
  const given = colons === -1 ? [] : args.slice(colons + 1);
  const start = firstOperand(own);
  const command = own.slice(start);
  const { values } = parseArguments(own.slice(0, start), VALUED);
  const slot = values.get("-I")?.[0] ?? "{}";
  const known = [...given, ...(run.stdin ?? "").split(/\s+/).filter((word) => word !== "")];
  const isKnown = known.length + run.fed.length > 0;
  const lists = [...listsOf(command, slot, known), ...run.fed.map((path) => [path])];
  return firstDenial(isKnown ? lists : [[UNKNOWN]], (fields) =>
    run.judge(fillIn(command, slot, fields), run),
  );
}

/** All of them at once; with a slot, one after the other. */
function listsOf(command: readonly string[], slot: string, known: readonly string[]): (readonly string[])[] {
  if (known.length === 0) return [];
  return command.some((word) => word.includes(slot))
    ? known.slice(0, FIELDS_MAX).map((field) => [field])
    : [known];
}

/** In place of the slot, wherever it is, or else at the end. */
function fillIn(command: readonly string[], slot: string, fields: readonly string[]): string[] {
  if (!command.some((word) => word.includes(slot))) return [...command, ...fields];
  return command.flatMap((word) =>
    word.includes(slot) ? fields.map((field) => word.replaceAll(slot, () => field)) : [word],
  );
}

function firstOperand(args: readonly string[]): number {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-") === true) at += VALUED.has(args[at] ?? "") ? 2 : 1;
  return at;
}

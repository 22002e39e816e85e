// xargs and parallel: they run a command on what others print. Where the words stand in the command line they are
// judged; a list that is only computed is not.

import { parseArguments, words } from "./arguments.ts";
import { judgeFound } from "./judge-find.ts";
import { UNKNOWN } from "./marks.ts";
import type { Denial } from "./places.ts";
import type { Run } from "./run.ts";
import { listGuarded } from "./touch-path.ts";

export const FED: ReadonlySet<string> = new Set(["xargs", "gxargs", "parallel"]);

const VALUED = new Set(
  words("-I -i -n -P -d -L -E -s -a -j --max-args --max-procs --delimiter --arg-file --jobs"),
);
/** Put into one slot; more are only looked at when they stand at the end. */
const FIELDS_MAX = 64;
const PRINTS = new Set(["echo", "printf"]);

export function judgeFed(args: readonly string[], run: Run): Denial | null {
  const colons = args.findIndex((arg) => /^:::/.test(arg));
  const own = colons === -1 ? args : args.slice(0, colons);
  const given = colons === -1 ? [] : args.slice(colons + 1);
  const start = firstOperand(own);
  const command = own.slice(start);
  const { values } = parseArguments(own.slice(0, start), VALUED);
  const slot = values.get("-I")?.[0] ?? "{}";
  const [program = "", ...rest] = run.fed ?? [];
  if (program === "find") {
    const denial = judgeFound(rest, command, run);
    if (denial !== null) return denial;
  }
  const known = [...given, ...splitText(run.stdin), ...fieldsFrom(program, rest, run)];
  return run.judge(fillIn(command, slot, known.length === 0 ? [UNKNOWN] : known), run);
}

/** In place of the slot, wherever it stands, or else at the end. */
function fillIn(command: readonly string[], slot: string, fields: readonly string[]): string[] {
  if (!command.some((word) => word.includes(slot))) return [...command, ...fields];
  return command.flatMap((word) =>
    word.includes(slot) ? fields.map((field) => word.replaceAll(slot, field)).slice(0, FIELDS_MAX) : [word],
  );
}

function firstOperand(args: readonly string[]): number {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-") === true) at += VALUED.has(args[at] ?? "") ? 2 : 1;
  return at;
}

/** What echo prints is known; of others only that it comes from the places they name. */
function fieldsFrom(program: string, args: readonly string[], run: Run): readonly string[] {
  if (PRINTS.has(program)) return args.flatMap((arg) => splitText(arg));
  return listGuarded(args, run.state);
}

function splitText(text: string | null): string[] {
  return (text ?? "").split(/\s+/).filter((word) => word !== "" && !/^-[neE0]+$|^%s/.test(word));
}

// Would a program write into a guarded place? Only what the command itself names is judged.

import { denyLoss, denyWrite } from "../denials.ts";
import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/places.ts";
import { findTouch, type Reach } from "../fence/touch-path.ts";
import { firstDenial } from "../run.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { COMMON_OUTPUTS, COMMON_WRITE_FLAGS, READERS, WRITERS, type Writer } from "./writers.ts";

const SHOWS_ONLY: Writer = { writes: "none" };
const UNLISTED: Writer = { writes: "all", only: COMMON_WRITE_FLAGS, outputs: ["-o"] };

export function judgeWriter(program: string, args: readonly string[], state: ShellState): Denial | null {
  const writer = findWriter(program, args);
  const outputs = [...(writer.outputs ?? []), ...COMMON_OUTPUTS];
  const parsed = parseArguments(args, new Set([...outputs, ...(writer.valued ?? [])]));
  const named = outputs.flatMap((option) => parsed.values.get(option) ?? []);
  const here = writer.here !== undefined && writesHere(writer.here, parsed) ? ["."] : [];
  const written = firstDenial([...named, ...here], (path) => denyWriteTo(state, path, "none"));
  if (written !== null) return written;
  return judgePrefixed(writer, parsed, state) ?? judgeOperands(writer, parsed, state);
}

function findWriter(program: string, args: readonly string[]): Writer {
  const listed = WRITERS.get(program) ?? (READERS.has(program) ? SHOWS_ONLY : UNLISTED);
  const { verbs } = listed;
  return verbs === undefined || args.some((arg) => verbs.includes(arg)) ? listed : UNLISTED;
}

function judgePrefixed({ prefix }: Writer, { operands }: Arguments, state: ShellState): Denial | null {
  if (prefix === undefined) return null;
  const named = operands.filter((operand) => operand.startsWith(prefix));
  return firstDenial(named, (operand) => denyWriteTo(state, operand.slice(prefix.length), "none"));
}

function judgeOperands(writer: Writer, parsed: Arguments, state: ShellState): Denial | null {
  const { flags, operands } = parsed;
  const has = (options: readonly string[]): boolean => options.some((option) => flags.has(option));
  const { writes, only, unless, scriptUnless, skips = 0 } = writer;
  if (writes === "none" || (only !== undefined && !has(only)) || (unless !== undefined && has(unless)))
    return null;
  const isScriptFirst = scriptUnless !== undefined && !has(scriptUnless);
  const paths = writes === "last" ? operands.slice(1).slice(-1) : operands.slice(isScriptFirst ? 1 : skips);
  // A sentence is no path to a program that nobody listed.
  const named = writer === UNLISTED ? paths.filter((path) => !/\s/.test(path)) : paths;
  return firstDenial(named, (path) => denyWriteTo(state, path, writer.removes === true ? "any" : "none"));
}

function writesHere(here: true | readonly string[], { flags }: Arguments): boolean {
  return here === true || here.some((flag) => flags.has(flag));
}

export function denyWriteTo(state: ShellState, text: string, reach: Reach): Denial | null {
  const touch = findTouch(state, text, { places: state.fence.written, reach });
  if (touch === null) return null;
  return touch.match.kind === "inside" ? denyWrite(touch.place) : denyLoss(touch.place);
}

// cp, mv, ln and their kin: what is read, what is gone, and where it arrives.

import { basename, join } from "node:path";
import { denyWrite } from "../denials.ts";
import { recordLink, type ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/places.ts";
import { findTouch } from "../fence/touch-path.ts";
import { denyCopyOf } from "../fence/withheld.ts";
import { type Arguments, parseArguments, words } from "./arguments.ts";
import { denyWriteTo } from "./judge-writer.ts";

export const COPIERS: ReadonlySet<string> = new Set(words("cp mv ln link install rsync scp ditto gcp gmv"));

const TARGET_OPTIONS = ["-t", "--target-directory"];
const VALUED = new Set([
  ...TARGET_OPTIONS,
  ...words("-m -o -g -S -e --rsh --exclude --include --filter --suffix"),
]);

export function judgeCopy(program: string, args: readonly string[], state: ShellState): Denial | null {
  const parsed = parseArguments(args, VALUED);
  const given = TARGET_OPTIONS.flatMap((option) => parsed.values.get(option) ?? []);
  const targets = given.length > 0 ? given : parsed.operands.slice(-1);
  const sources = given.length > 0 ? parsed.operands : parsed.operands.slice(0, -1);
  const moves = parsed.flags.has("--remove-source-files");
  for (const source of sources) {
    const denial = judgeSource(moves ? "mv" : program, source, state);
    if (denial !== null) return denial;
  }
  for (const target of targets) {
    const denial = judgeTarget({ program, parsed, sources }, target, state);
    if (denial !== null) return denial;
    if (program === "ln" || program === "link")
      for (const source of sources) recordLink(state, target, source);
  }
  return null;
}

function judgeSource(program: string, source: string, state: ShellState): Denial | null {
  if (program === "mv" || program === "gmv") return denyWriteTo(state, source, "any");
  // A link into a place is a second name, under which it would be written next.
  if (program === "ln" || program === "link") return denyWriteTo(state, source, "none");
  return denyCopyOf(state, source);
}

type Copy = { readonly program: string; readonly parsed: Arguments; readonly sources: readonly string[] };

function judgeTarget({ program, parsed, sources }: Copy, target: string, state: ShellState): Denial | null {
  const { flags } = parsed;
  const replaces = program === "ln" && (flags.has("-n") || flags.has("-T"));
  const clears = program === "rsync" && [...flags].some((flag) => flag.startsWith("--delete"));
  const direct = denyWriteTo(state, target, clears ? "any" : replaces ? "near" : "none");
  if (direct !== null) return direct;
  for (const source of sources) {
    const inside = denyWriteTo(state, join(target, basename(source)), "none");
    if (inside !== null) return inside;
    const brought = findBrought(source, target, state);
    if (brought !== null) return brought;
  }
  return null;
}

/** A source that holds, below the same names, what would arrive in a guarded place. */
function findBrought(source: string, target: string, state: ShellState): Denial | null {
  for (const arrival of [target, join(target, basename(source))]) {
    const touch = findTouch(state, arrival, { places: state.fence.written, reach: "any" });
    if (touch?.match.kind !== "above") continue;
    const below = touch.match.rest;
    const holds = state.cwds.some((cwd) => {
      const from = source.startsWith("/") ? source : join(cwd, source);
      return state.fence.given.list(join(from, ...below)) !== null;
    });
    if (holds && !findTouch(state, source, { places: [touch.place], reach: "any" }))
      return denyWrite(touch.place);
  }
  return null;
}

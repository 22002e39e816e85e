// cp, mv, ln and their kin: what is read, what is gone, and where it arrives.

import { basename, join, resolve } from "node:path";
import { firstDenial, type ShellState } from "../expand/state.ts";
import { findSilence, readEntries } from "../fence/client-entries.ts";
import { denySilence } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyCopyOf, findTouch } from "../fence/overlaps-guarded.ts";
import { type Arguments, parseArguments, words } from "../shell/arguments.ts";
import { denyWriteTo } from "./writers.ts";

export const COPIERS: ReadonlySet<string> = new Set(words("cp mv ln link install rsync scp ditto gcp gmv"));

const TARGET_OPTIONS = ["-t", "--target-directory"];
const COPY_VALUED = new Set([
  ...TARGET_OPTIONS,
  ...words("-m -o -g -S -e --rsh --exclude --include --filter --suffix"),
]);

export function judgeCopy(program: string, args: readonly string[], state: ShellState): Denial | null {
  const parsed = parseArguments(args, COPY_VALUED);
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
    const silenced = judgeArrival(source, target, state);
    if (silenced !== null) return silenced;
  }
  return null;
}

/** A settings file that is put in place of another says itself what it would leave. */
function judgeArrival(source: string, target: string, state: ShellState): Denial | null {
  const { settings, given } = state.fence;
  const always = { ...state, fence: { ...state.fence, isArmed: () => true } };
  return firstDenial([target, join(target, basename(source))], (arrival) => {
    const place = findTouch(always, arrival, { places: settings, reach: "none" })?.place;
    if (place === undefined) return null;
    const texts = state.cwds.flatMap((cwd) => given.read(resolve(cwd, source)) ?? []);
    const before = readEntries(place.path, given.read(place.path));
    return firstDenial(texts, (text) => {
      const why = findSilence(before, readEntries(place.path, text));
      return why === null ? null : denySilence(place, why);
    });
  });
}

// tar and zip: programs that read, write and take away, by a letter that need not even have a dash.

export const ARCHIVERS: ReadonlySet<string> = new Set(["tar", "bsdtar", "gtar", "zip"]);

const TAR_VALUED = new Set(words("-f -C -T -X --file --directory --exclude --files-from --transform"));
const EXTRACTS = words("-x --extract --get");
const CREATES = words("-c -r -u -A --create --append --update");

export function judgeArchive(program: string, args: readonly string[], state: ShellState): Denial | null {
  return program === "zip" ? judgeZip(args, state) : judgeTar(args, state);
}

function judgeTar(args: readonly string[], state: ShellState): Denial | null {
  const [first = "", ...rest] = args;
  const { flags, operands, values } = parseArguments(
    first.startsWith("-") ? args : [`-${first}`, ...rest],
    TAR_VALUED,
  );
  const of = (...options: string[]): string[] => options.flatMap((option) => values.get(option) ?? []);
  if (EXTRACTS.some((flag) => flags.has(flag))) {
    const targets = of("-C", "--directory");
    // What is in the archive may be a root.
    return (
      firstDenial(targets.length === 0 ? ["."] : targets, (path) => denyWriteTo(state, path, "near")) ??
      firstDenial(operands, (path) => denyWriteTo(state, path, "none"))
    );
  }
  if (!CREATES.some((flag) => flags.has(flag))) return null;
  const written = firstDenial(of("-f", "--file"), (path) => denyWriteTo(state, path, "none"));
  const packed = [...operands, ...of("-C", "--directory")];
  return written ?? judgePacked(packed, state, flags.has("--remove-files"));
}

const ZIP_VALUED = new Set(words("-b -i -n -P -t -x --exclude --include"));

/** The archive comes first, and then what goes into it. */
function judgeZip(args: readonly string[], state: ShellState): Denial | null {
  const { flags, operands } = parseArguments(args, ZIP_VALUED);
  const written = firstDenial(operands.slice(0, 1), (path) => denyWriteTo(state, path, "none"));
  return written ?? judgePacked(operands.slice(1), state, flags.has("-m") || flags.has("--move"));
}

function judgePacked(paths: readonly string[], state: ShellState, removes: boolean): Denial | null {
  return firstDenial(paths, (path) => (removes ? denyWriteTo(state, path, "any") : denyCopyOf(state, path)));
}

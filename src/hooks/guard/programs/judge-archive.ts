// tar and zip: programs that read, write and take away, by a letter that need not even have a dash.

import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/places.ts";
import { denyCopyOf } from "../fence/withheld.ts";
import { firstDenial } from "../run.ts";
import { parseArguments, words } from "./arguments.ts";
import { denyWriteTo } from "./judge-writer.ts";

export const ARCHIVERS: ReadonlySet<string> = new Set(["tar", "bsdtar", "gtar", "zip"]);

const VALUED = new Set(words("-f -C -T -X --file --directory --exclude --files-from --transform"));
const EXTRACTS = words("-x --extract --get");
const CREATES = words("-c -r -u -A --create --append --update");

export function judgeArchive(program: string, args: readonly string[], state: ShellState): Denial | null {
  return program === "zip" ? judgeZip(args, state) : judgeTar(args, state);
}

function judgeTar(args: readonly string[], state: ShellState): Denial | null {
  const [first = "", ...rest] = args;
  const { flags, operands, values } = parseArguments(
    first.startsWith("-") ? args : [`-${first}`, ...rest],
    VALUED,
  );
  const of = (...options: string[]): string[] => options.flatMap((option) => values.get(option) ?? []);
  if (EXTRACTS.some((flag) => flags.has(flag))) {
    const targets = of("-C", "--directory");
    return firstDenial([...(targets.length === 0 ? ["."] : targets), ...operands], (path) =>
      denyWriteTo(state, path, "none"),
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

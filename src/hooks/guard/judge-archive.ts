// tar: one program that reads, writes and takes away, by a letter that need not even have a dash.

import { parseArguments, words } from "./arguments.ts";
import { denyWriteTo } from "./judge-writer.ts";
import type { Denial } from "./places.ts";
import { firstDenial } from "./run.ts";
import type { ShellState } from "./shell-state.ts";
import { denyCopyOf } from "./withheld.ts";

export const ARCHIVERS: ReadonlySet<string> = new Set(["tar", "bsdtar", "gtar"]);

const VALUED = new Set(words("-f -C -T -X --file --directory --exclude --files-from --transform"));
const EXTRACTS = words("-x --extract --get");
const CREATES = words("-c -r -u -A --create --append --update");

export function judgeArchive(args: readonly string[], state: ShellState): Denial | null {
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
  return written ?? firstDenial([...operands, ...of("-C", "--directory")], (path) => denyCopyOf(state, path));
}

// What `$(…)` will print, for the few commands with which people spell a path. Anything else is unknown.

import { dirname } from "node:path";
import type { Script, Word } from "./shell-script.ts";
import type { ShellState } from "./shell-state.ts";

/** A new directory of the system's own: nothing guarded is in it. */
const FRESH_DIRECTORY = "/tmp/fresh";

type Expand = (word: Word) => readonly (readonly string[])[];

export function findOutput(script: Script, state: ShellState, expand: Expand): readonly string[] | null {
  const [item] = script;
  if (script.length !== 1 || item?.kind !== "command") return null;
  const fields = item.words.flatMap(expand);
  const [program, ...rest] = fields.map((field) => field[0] ?? "");
  const last = fields.at(-1);
  switch (program) {
    case "pwd":
      return state.cwds;
    case "mktemp":
      return [FRESH_DIRECTORY];
    case "echo":
      return [rest.filter((text) => !/^-[neE]+$/.test(text)).join(" ")];
    case "printf":
      return rest.length > 1 ? [rest.slice(1).join("")] : rest;
    case "realpath":
    case "readlink":
    case "which":
    case "command":
    case "type":
      return last ?? null;
    case "dirname":
      return last?.map((text) => dirname(text)) ?? null;
    case "git":
      return rest.includes("--show-toplevel") && state.fence.tops.length > 0 ? state.fence.tops : null;
    default:
      return null;
  }
}

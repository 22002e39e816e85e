// Directories that come with something of ours and go with it: those that were missing, as long as nothing else is in them.
// Machine state remembers those above our own places, so that a purge leaves a home as it was.

import { existsSync, readFileSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord, parseJson, textsIn } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { openStateDirectory, type StateDirectory } from "../../store/state-directory.ts";
import { locateState, type PlaceHints, type Places } from "./locate-state.ts";

const FILE = "made.json";

/** What would have to be made above a file, the deepest first. */
export function listMissingDirectories(file: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(file); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  return missing;
}

/** The deepest first, as listed. */
export function removeEmptyDirectories(directories: readonly string[]): void {
  for (const directory of directories) {
    // Somebody uses it, or it is gone: both are as they should be, and an empty directory too many harms nobody.
    ifPossible(() => rmdirSync(directory));
  }
}

/** Machine state, made where it is missing. */
export function makeState(places: Places): StateDirectory {
  return rememberNewState(places, () => openStateDirectory(places.state));
}

/** Does what may make machine state. */
export function rememberState<Made>(hints: PlaceHints, make: () => Made): Made {
  return rememberNewState(locateState(hints), make);
}

/** The cache comes with it, with the first index. */
function rememberNewState<Made>({ state, cache }: Places, make: () => Made): Made {
  return existsSync(state) ? make() : rememberMade({ state, directories: [state, cache] }, make);
}

export type Making = { readonly state: string; readonly directories: readonly string[] };

/** Does what makes directories, and remembers which of them and of those above them are new. */
export function rememberMade<Made>({ state, directories }: Making, make: () => Made): Made {
  const missing = directories.flatMap((directory) => listMissingDirectories(join(directory, FILE)));
  const made = make();
  if (missing.length > 0 && existsSync(state)) writeMade(state, missing);
  return made;
}

function writeMade(state: string, missing: readonly string[]): void {
  const made = [...new Set([...readMade(state), ...missing])];
  // What is made is of use without it; a purge leaves an empty directory.
  ifPossible(() => replaceFile(join(state, FILE), `${JSON.stringify({ v: 1, made })}\n`, 0o600));
}

/** The deepest first. */
export function readMade(state: string): string[] {
  const path = join(state, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return textsIn(isRecord(value) ? value["made"] : null).sort((a, b) => b.length - a.length);
}

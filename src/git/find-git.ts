// The git that every call starts, by its absolute path: the one that setup found, and where nobody has set up yet, the one in a
// directory of the system's.
//
// Attack: a repository sets PATH for the sessions in it, with a git of its own first. So PATH is asked by setup alone.

import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { CredenceError } from "../memory/errors.ts";

const OF_SYSTEM = ["/usr/local/bin/git", "/usr/bin/git", "/bin/git", "/opt/homebrew/bin/git"];
/** No path is longer. */
const PATH_CHARS_MAX = 4_096;

let noted: string | null = null;
let found: string | null = null;

/** Says which file names it. Read when a git is first needed: most hooks need none. */
export function noteGit(file: string): void {
  [noted, found] = [file, null];
}

export function findGit(): string {
  found ??= readNoted() ?? OF_SYSTEM.find((path) => existsSync(path)) ?? "/usr/bin/git";
  return found;
}

function readNoted(): string | null {
  if (noted === null || !existsSync(noted)) return null;
  const path = readFileSync(noted, "utf8").trim();
  return isAbsolute(path) && path.length <= PATH_CHARS_MAX ? path : null;
}

export function gitIsGone(): CredenceError {
  const hint = "install git again, then run credence install at a terminal";
  return new CredenceError("NOT_READABLE", `git is gone from where setup found it: ${findGit()}`, hint);
}

// Where setup notes the person's git, and where every later process looks for it. Hooks that start no git do not load this.

import { delimiter, isAbsolute, join } from "node:path";
import { noteGit } from "../../git/find-git.ts";
import { replaceFile } from "../../store/durable.ts";
import { isInside } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { findRealPlace } from "../../store/paths.ts";

export function gitFileIn(state: string): string {
  return join(state, "git");
}

/** From here on this process starts the one that is noted in this state. */
export function noteGitOf(state: string): void {
  noteGit(gitFileIn(state));
}

/** A repository can choose PATH: what lies in its work tree is not taken. */
export function listOutside(top: string, path: string | undefined): string {
  const listed = (path ?? "").split(delimiter);
  const outside = listed.filter((each) => isAbsolute(each) && !isInside(top, findRealPlace(each) ?? each));
  return outside.join(delimiter);
}

export function writeGit(state: string, git: string): void {
  writing("machine state", () => replaceFile(gitFileIn(state), `${git}\n`, 0o600));
}

// What the write guard keeps, found without opening anything: a tool call waits for this.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { findRealPlace } from "../store/find-real-place.ts";
import { findProjectRoot, isRoot, placeUserRoot, type RootPlace } from "../store/find-root.ts";
import { codeOf } from "../store/fs-failure.ts";

export type Guarded = {
  readonly roots: readonly RootPlace[];
  readonly realpath: (path: string) => string | null;
  readonly list: (path: string) => readonly string[] | null;
};

export function findGuarded({ cwd, home }: { readonly cwd: string; readonly home: string }): Guarded {
  const user = placeUserRoot(join(home, ".claude"));
  const project = findProject(cwd);
  return {
    roots: [...(project === null ? [] : [project]), ...(isRoot(user.path) ? [user] : [])],
    realpath: findRealPlace,
    list,
  };
}

/** A root that leads elsewhere, or a directory that is gone, is none that could be written to. */
function findProject(cwd: string): RootPlace | null {
  try {
    return findProjectRoot(cwd);
  } catch (error) {
    if (error instanceof CredenceError || codeOf(error) !== "") return null;
    throw error;
  }
}

function list(path: string): readonly string[] | null {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return null;
  }
}

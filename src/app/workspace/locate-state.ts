// Where this machine keeps its state and its search index. `CREDENCE_HOME` moves both, for a person's own commands.

import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { listProjectPlaces } from "../../store/find-root.ts";
import { ifPossible } from "../../store/fs-failure.ts";

export type Places = { readonly state: string; readonly cache: string };

export type PlaceHints = {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Given on the command line; decides over everything else. */
  readonly state: string | null;
  readonly cache: string | null;
};

export function locateState(hints: PlaceHints): Places {
  const { cwd, home, env } = hints;
  const own = env["CREDENCE_HOME"];
  const base = (name: string, fallback: string): string => {
    const value = env[name];
    // The XDG rule: a relative path in these variables is ignored.
    return value !== undefined && isAbsolute(value) ? value : join(home, fallback);
  };
  const state = own ? resolve(cwd, own, "state") : join(base("XDG_STATE_HOME", ".local/state"), "credence");
  const cache = own ? resolve(cwd, own, "cache") : join(base("XDG_CACHE_HOME", ".cache"), "credence");
  return {
    state: hints.state === null ? state : resolve(cwd, hints.state),
    cache: hints.cache === null ? cache : resolve(cwd, hints.cache),
  };
}

/** A link to one is one. */
export function isDirectory(path: string): boolean {
  // A link without an end, a name that is too long, or one below a directory that nobody may look into.
  return ifPossible(() => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, false);
}

/** From the working directory to the top of its work tree, the longest names first. */
export function listProjectDirectories(cwd: string): string[] {
  try {
    const places = listProjectPlaces(cwd).map(({ path }) => dirname(dirname(path)));
    return [...new Set([cwd, ...places])].filter((path) => path !== dirname(path));
  } catch {
    // It is gone, or may not be looked at.
    return [cwd];
  }
}

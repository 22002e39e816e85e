// What a client will start: this very program, by the interpreter that runs it now, with this machine's state and cache.

import { realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { findRealPlace } from "../../store/find-real-place.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import { locateState, type PlaceHints } from "../workspace/locate-state.ts";
import { claudeDirectoryOf } from "../workspace/workspace.ts";

export type FoundLaunch = {
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if a variable of the person's moved them. */
  readonly claude?: string;
};

export type RunningProgram = { readonly node: string; readonly script: string };

/** Without links: what they lead to tomorrow may be something else. */
export function findLaunch(hints: PlaceHints, { node, script }: RunningProgram): FoundLaunch {
  const places = locateState(hints);
  const claude = claudeDirectoryOf(hints);
  return {
    node,
    script: realpathSync(resolve(hints.cwd, script)),
    state: refuseUnsafeState(places.state),
    cache: resolveCache(places.cache),
    ...(claude === join(hints.home, ".claude") ? {} : { claude }),
  };
}

/** What is written into settings has to stay; taking it out again needs nothing that does. */
export function refusePassing({ script }: FoundLaunch): void {
  if (!script.includes(`${sep}_npx${sep}`)) return;
  throw new CredenceError(
    "PATH_ERROR",
    "this credence runs from a cache of npx, which is emptied now and then",
    "npm install --global credence, then credence install",
  );
}

/** As entries and rules spell it. */
export function resolveCache(cache: string): string {
  return findRealPlace(cache) ?? cache;
}

/** Where a project keeps settings of its own. */
export function findProjectTop(cwd: string): string {
  return findWorkTree(cwd)?.top ?? realpathSync(cwd);
}

// What a client will start: this very program, by the interpreter that runs it now, with this machine's state and cache.

import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Launch, quoteWords } from "../../agents/hook-words.ts";
import { findRealPlace } from "../../store/paths.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import { locateState, type PlaceHints } from "../workspace/locate-state.ts";
import { claudeDirectoryOf } from "../workspace/open-roots.ts";

export type RunningProgram = { readonly node: string; readonly script: string };

/** Without links: what they lead to tomorrow may be something else. */
export function findLaunch(hints: PlaceHints, { node, script }: RunningProgram): Launch {
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

/** What a person types to start this program once more. @returns null when it is gone. */
export function findLine(
  { node, script }: RunningProgram,
  cwd: string,
  words: readonly string[],
): string | null {
  const path = resolve(cwd, script);
  if (!existsSync(path)) return null;
  return quoteWords([existsSync(node) ? node : "node", path, ...words]);
}

/** As entries and rules spell it. */
export function resolveCache(cache: string): string {
  return findRealPlace(cache) ?? cache;
}

/** Where a project keeps settings of its own. */
export function findProjectTop(cwd: string): string {
  return findWorkTree(cwd)?.top ?? realpathSync(cwd);
}

export type ProgramPlaces = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Where somebody calls us from, too. */
export type CallPlaces = ProgramPlaces & { readonly cwd: string };

// What a client will start: this very program, by the interpreter that runs it now, with this machine's state and cache.

import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import type { Launch } from "../../agents/hook-words.ts";
import { CredenceError } from "../../memory/errors.ts";
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

/** What is written into settings has to stay; taking it out again needs nothing that does. */
export function refusePassing({ script }: Launch): void {
  if (!script.includes(`${sep}_npx${sep}`)) return;
  throw new CredenceError(
    "PATH_ERROR",
    "this credence runs from the npx cache, which is emptied from time to time",
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

// A program of the person, and what it says about its version.

const ANSWER_MS = 10_000;

export type ProgramPlaces = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Where somebody calls us from, too. */
export type CallPlaces = ProgramPlaces & { readonly cwd: string };

/** Looks on PATH, then where installers put programs that shells find by an alias. @returns null when there is none. */
export function findProgram(name: string, { home, env }: ProgramPlaces): string | null {
  const listed = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const usual = [join(home, ".local", "bin"), join(home, ".claude", "local"), join(home, `.${name}`, "bin")];
  const paths = [...listed, ...usual].map((directory) => join(directory, name));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not ours to run.
    return false;
  }
}

/** Nothing where it does not answer in time. */
export function askVersion(path: string, { home, env }: ProgramPlaces): string {
  const { stdout } = spawnSync(path, ["--version"], {
    cwd: home,
    env: { HOME: home, PATH: env["PATH"] ?? "" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  return stdout?.slice(0, 200) ?? "";
}

// What a client will start: this very program, by the interpreter that runs it now, with this machine's state and cache.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { parseVersion, type Version } from "../../agents/client-settings.ts";
import { type Launch, quoteWords } from "../../agents/hook-words.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { ifPossible } from "../../store/fs-failure.ts";
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

/** By whatever links. */
export function isSameFile(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other);
}

/** Of a client. A package says it without being started; other programs are asked, and say nothing where they do not answer in
 * time. */
export function findVersion(path: string, places: ProgramPlaces): Version | null {
  return readPackageVersion(path) ?? parseVersion(askVersion(path, places));
}

/** How far above a program its package may begin. */
const LEVELS_MAX = 4;
const PACKAGE_BYTES_MAX = 1024 * 1024;

/** @returns null when the program does not come from a package that names it. */
export function readPackageVersion(path: string): Version | null {
  // Then the program is asked.
  return ifPossible(() => {
    const real = realpathSync(path);
    let directory = dirname(real);
    for (let level = 0; level < LEVELS_MAX; level += 1, directory = dirname(directory)) {
      const file = join(directory, "package.json");
      if (!existsSync(file)) continue;
      if (statSync(file).size > PACKAGE_BYTES_MAX) return null;
      return versionIn(parseJson(readFileSync(file, "utf8")), { real, directory });
    }
    return null;
  }, null);
}

type Started = { readonly real: string; readonly directory: string };

function versionIn(described: unknown, { real, directory }: Started): Version | null {
  if (!isRecord(described) || typeof described["version"] !== "string") return null;
  const { bin, version } = described;
  const files = isRecord(bin) ? Object.values(bin) : [bin];
  const isNamed = files.some((file) => typeof file === "string" && resolve(directory, file) === real);
  return isNamed ? parseVersion(version) : null;
}

function askVersion(path: string, { home, env }: ProgramPlaces): string {
  const { stdout } = spawnSync(path, ["--version"], {
    cwd: home,
    env: { HOME: home, PATH: env["PATH"] ?? "" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  return stdout?.slice(0, 200) ?? "";
}

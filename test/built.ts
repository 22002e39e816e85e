// The built package, built once for all test files: by verify, which names its directory, or else by the first test file that
// needs it, in a directory that every later run over the same sources finds again.

import { createHash } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { freshDir, type Owner } from "./temp-dir.ts";

export type Built = {
  /** Read only: other test files use it too. */
  readonly dist: string;
  /** What esbuild put into each file, by its path in the package. */
  readonly outputs: Metafile["outputs"];
};

const ROOT = join(import.meta.dirname, "..");
const TMP = realpathSync(tmpdir());

export async function builtPackage(): Promise<Built> {
  const directory = await findBuild();
  const outputs: Built["outputs"] = JSON.parse(readFileSync(join(directory, "outputs.json"), "utf8"));
  return { dist: join(directory, "dist"), outputs };
}

/** The whole command line, in one file; nothing that it compiles is kept. */
export async function builtCli(): Promise<string> {
  return join(await findBuild(), "dist/cli.cjs");
}

/** Starts the same, three times faster: see scripts/verify/start-kept.ts. */
export async function cliStarter(): Promise<string> {
  return join(await findBuild(), "start.cjs");
}

/** The variable by which a process finds what another one compiled, where the tests keep that; half of the time of a short command
 * goes into it. Not for a person at a terminal, whose command refuses it. */
const { NODE_COMPILE_CACHE = "" } = process.env;
export const COMPILED: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === "" ? {} : { NODE_COMPILE_CACHE };

/** The package in a directory of one's own, which may be changed. */
export async function copyPackage(owner: Owner): Promise<string> {
  const copy = join(freshDir(owner), "dist");
  cpSync((await builtPackage()).dist, copy, { recursive: true });
  return copy;
}

async function findBuild(): Promise<string> {
  return process.env["CREDENCE_DIST"] ?? (await buildOnce());
}

async function buildOnce(): Promise<string> {
  const kept = join(TMP, `credence-built-${hashSources()}`);
  if (isOurs(kept)) return kept;
  const building = mkdtempSync(join(TMP, "credence-building-"));
  const dist = join(building, "made");
  // Only here: every test file that starts the command imports this one, and esbuild takes a while to load.
  const { buildPackage } = await import("../scripts/build.ts");
  const { keepBuild } = await import("../scripts/verify/kept-build.ts");
  keepBuild(join(building, "kept"), dist, await buildPackage(dist));
  try {
    renameSync(join(building, "kept"), kept);
  } catch (error) {
    // Another test file was faster, with the same bytes.
    if (!isOurs(kept)) throw error;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  return kept;
}

/** The name can be guessed, and the temp directory is everybody's. */
function isOurs(directory: string): boolean {
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  if (entry.isDirectory() && entry.uid === process.getuid?.()) return true;
  throw new Error(`${directory} belongs to somebody else`);
}

/** Of everything that decides the bytes of a build; Node too, whose built-in modules are listed in it. */
function hashSources(): string {
  const hash = createHash("sha256").update(process.version);
  const sources = ["src", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
  for (const path of [...sources, join(ROOT, "package.json"), join(ROOT, "package-lock.json")]) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}

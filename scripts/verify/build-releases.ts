// Versions of ours that people have, each built once from the commit that it was released from: the tests hold the program of
// today beside them. The commit vouches for the sources and the lock file for the tools; a digest beside the tarball, written
// last, tells a whole tarball from one that was interrupted or damaged.

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { MissingProgram } from "./fetch-packages.ts";
import { runCommand } from "./step.ts";

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, ".releases");

type Release = { readonly version: string; readonly commit: string; readonly tests: readonly string[] };

const RELEASES: readonly Release[] = [
  {
    version: "0.1.0",
    commit: "8421ccbfefa1f28a88df95d283a73ac2dd2a754e",
    tests: ["test/upgrade/*.test.ts", "test/sync/upgrade*.test.ts"],
  },
  {
    version: "0.2.0",
    commit: "d13f7f559ceff71ad6a11979de1eb89060f0697c",
    tests: ["test/sync/upgrade*.test.ts"],
  },
];

/** Says what is not here and could not be built. */
export async function buildReleases(): Promise<MissingProgram[]> {
  const missing: MissingProgram[] = [];
  for (const release of RELEASES) {
    const why = isWhole(release) ? null : await buildOne(release);
    if (why !== null)
      missing.push({ tests: release.tests, why: `Credence ${release.version} cannot be built: ${why}` });
  }
  return missing;
}

/** @returns the package of a version, unpacked, and its tarball; builds it where nobody did. */
export async function findRelease(
  version: string,
): Promise<{ readonly path: string; readonly tarball: string }> {
  const release = RELEASES.find((each) => each.version === version);
  if (release === undefined) throw new Error(`${version} was not released`);
  const why = isWhole(release) ? null : await buildOne(release);
  if (why !== null) throw new Error(`Credence ${version} cannot be built: ${why}`);
  return { path: join(placeOf(release), "package"), tarball: tarballOf(placeOf(release), release) };
}

function placeOf({ version }: Release): string {
  return join(CACHE, version);
}

function tarballOf(place: string, { version }: Release): string {
  return join(place, `credence-${version}.tgz`);
}

function isWhole(release: Release): boolean {
  const place = placeOf(release);
  const record = join(place, "digest.txt");
  return existsSync(record) && readFileSync(record, "utf8") === digestOf(tarballOf(place, release), release);
}

function digestOf(tarball: string, { commit }: Release): string {
  const digest = createHash("sha256").update(readFileSync(tarball)).digest("hex");
  return `${digest} built from ${commit}\n`;
}

/** @returns why not, or null. */
async function buildOne(release: Release): Promise<string | null> {
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, "building-"));
  try {
    const why = await buildIn(made, release);
    if (why !== null) return why;
    writeFileSync(join(made, "digest.txt"), digestOf(tarballOf(made, release), release));
    rmSync(placeOf(release), { recursive: true, force: true });
    renameSync(made, placeOf(release));
    return null;
  } catch (error) {
    // Another process was faster, with the same sources.
    if (isWhole(release)) return null;
    throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function buildIn(made: string, { version, commit }: Release): Promise<string | null> {
  const [source, archive] = [join(made, "source"), join(made, "source.tar")];
  mkdirSync(source);
  const pack = "npm pack --ignore-scripts --offline --loglevel=error --pack-destination".split(" ");
  const steps: readonly (readonly [readonly string[], string])[] = [
    [["git", "archive", "--format=tar", "--output", archive, commit], ROOT],
    [["tar", "-xf", archive], source],
    [[process.execPath, "scripts/build.ts"], source],
    [[...pack, made], source],
    [["tar", "-xzf", `credence-${version}.tgz`], made],
  ];
  for (const [argv, cwd] of steps) {
    const { code, output } = await runCommand(argv, cwd);
    if (code !== 0) return `${argv.join(" ")}: ${output.trim()}`;
    // Its lock file asks for the same tools as today's.
    if (argv[0] === "tar" && cwd === source)
      symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
  }
  for (const path of [source, archive]) rmSync(path, { recursive: true });
  return null;
}

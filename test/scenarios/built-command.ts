// Builds the command line once and puts it into a directory for PATH, as `npm install -g` would.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "../../scripts/build.ts";

export async function installBuiltCommand(dir: string): Promise<string> {
  const dist = join(dir, "dist");
  const binDir = join(dir, "bin");
  await buildPackage(dist);
  mkdirSync(binDir);
  symlinkSync(join(dist, "credence.cjs"), join(binDir, "credence"));
  return binDir;
}

// Puts the built command line into a directory for PATH, as `npm install -g` would.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { builtPackage } from "../built.ts";

export async function installBuiltCommand(dir: string): Promise<string> {
  const binDir = join(dir, "bin");
  const { dist } = await builtPackage();
  mkdirSync(binDir);
  symlinkSync(join(dist, "credence.cjs"), join(binDir, "credence"));
  return binDir;
}

// A build that many test files read, so that each of them need not make its own: a directory that holds the package as `dist`,
// what esbuild put into each of its files as `outputs.json`, and `start.cjs`, which starts the command quickly.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Metafile, transformSync } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

/** Keeps a copy: a test that harms it does not harm the build that is published. Outputs are named by their path in the package. */
export function keepBuild(directory: string, dist: string, { outputs }: Metafile): void {
  mkdirSync(join(directory, "compiled"), { recursive: true });
  cpSync(dist, join(directory, "dist"), { recursive: true });
  const named = Object.entries(outputs).map(([path, output]) => [relative(dist, join(ROOT, path)), output]);
  writeFileSync(join(directory, "outputs.json"), JSON.stringify(Object.fromEntries(named)));
  const starter = readFileSync(join(import.meta.dirname, "start-kept.ts"), "utf8");
  writeFileSync(
    join(directory, "start.cjs"),
    transformSync(starter, { loader: "ts", format: "cjs", target: "node22.16" }).code,
  );
}

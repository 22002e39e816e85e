// Bundling copies the code of others into dist/, so their licences travel with it. The list is what esbuild says it put
// into the output, never what package.json says: a package that was shaken out is not named.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

type BundledPackage = { name: string; version: string; license: string; text: string };

const RULE = "-".repeat(80);

export function renderLicenses(root: string, metafile: Metafile): string {
  const packages = findPackageDirs(metafile).map((dir) => readPackage(join(root, dir)));
  const head = "dist/ contains code of the following packages, each under its own licence.\n";
  return [head, ...packages.map(renderPackage)].join(`\n${RULE}\n`);
}

function findPackageDirs(metafile: Metafile): string[] {
  const dirs = new Set<string>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      // Greedy, so that a package nested in another's node_modules is found and not its host.
      const dir = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
      if (dir !== undefined && bytesInOutput > 0) dirs.add(dir);
    }
  }
  return [...dirs].sort();
}

function readPackage(dir: string): BundledPackage {
  const manifest: unknown = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const name = readField(manifest, "name");
  const license = readField(manifest, "license");
  const file = readdirSync(dir).find((entry) => /^(licen[sc]e|copying)/i.test(entry));
  const text =
    file === undefined ? `(the package carries no text; ${license})` : readFileSync(join(dir, file), "utf8");
  return { name, version: readField(manifest, "version"), license, text };
}

function readField(manifest: unknown, key: string): string {
  const value: unknown = Object.entries(manifest ?? {}).find(([name]) => name === key)?.[1];
  if (typeof value !== "string") throw new Error(`a bundled package has no ${key} in its package.json`);
  return value;
}

function renderPackage({ name, version, license, text }: BundledPackage): string {
  return `${name} ${version}\nLicence: ${license}\n\n${text.trim()}\n`;
}

// The official inspector that test/mcp runs in its command-line form, fetched from the registry when it is missing: a pinned
// version in a folder of its own, because it brings a hundred packages and none of them is ours to depend on.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const VERSION = "2.12.0";
const PACKAGE = "@modelcontextprotocol/inspector";
const FLAGS = [
  "--omit=optional",
  "--no-save",
  "--no-package-lock",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

/** Where the package is, or will be. */
export const INSPECTOR_DIRECTORY = join(ROOT, ".clients", `inspector-${VERSION}`, "node_modules", PACKAGE);

/** Says what is wrong; nothing, where the package is there. */
export async function installInspector(env: NodeJS.ProcessEnv): Promise<string[]> {
  const manifest = join(INSPECTOR_DIRECTORY, "package.json");
  if (existsSync(manifest)) return [];
  const prefix = join(".clients", `inspector-${VERSION}`);
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--prefix", prefix, ...FLAGS, `${PACKAGE}@${VERSION}`],
    { cwd: ROOT, env: { ...env }, encoding: "utf8" },
  );
  if (status === 0 && existsSync(manifest)) return [];
  return [`npm could not fetch ${PACKAGE}@${VERSION}: ${stderr.trim()}`];
}

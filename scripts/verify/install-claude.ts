// The real client that test/clients runs, fetched from the registry when it is missing: one program of a pinned version, in
// a folder of its own, because it is large and not ours to depend on.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const VERSION = "2.1.325";
const FLAGS = [
  "--no-save",
  "--no-package-lock",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];
const PACKAGE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

/** Where the program is, or will be. */
export const CLAUDE_PROGRAM = join(ROOT, ".clients", VERSION, "node_modules", PACKAGE, "claude");

/** Says what is wrong; nothing, where the program is there. */
export async function installClaude(env: NodeJS.ProcessEnv): Promise<string[]> {
  if (existsSync(CLAUDE_PROGRAM)) return [];
  const prefix = join(".clients", VERSION);
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--prefix", prefix, ...FLAGS, `${PACKAGE}@${VERSION}`],
    { cwd: ROOT, env: { ...env }, encoding: "utf8" },
  );
  if (status === 0 && existsSync(CLAUDE_PROGRAM)) return [];
  return [`npm could not fetch ${PACKAGE}@${VERSION}: ${stderr.trim()}`];
}

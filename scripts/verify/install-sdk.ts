// The Agent SDK that the Observer's containment is proved against, fetched from the registry when it is missing: its
// JavaScript and types alone, because the client of install-claude.ts stands in for the program it would bring.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const VERSION = "0.3.325";
const PACKAGE = "@anthropic-ai/claude-agent-sdk";
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
export const SDK_DIRECTORY = join(ROOT, ".clients", `sdk-${VERSION}`, "node_modules", PACKAGE);

/** Says what is wrong; nothing, where the package is there. */
export async function installSdk(env: NodeJS.ProcessEnv): Promise<string[]> {
  const main = join(SDK_DIRECTORY, "sdk.mjs");
  if (existsSync(main)) return [];
  const prefix = join(".clients", `sdk-${VERSION}`);
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--prefix", prefix, ...FLAGS, `${PACKAGE}@${VERSION}`],
    { cwd: ROOT, env: { ...env }, encoding: "utf8" },
  );
  if (status === 0 && existsSync(main)) return [];
  return [`npm could not fetch ${PACKAGE}@${VERSION}: ${stderr.trim()}`];
}

// Agent rules and skills that others published: what the injection check must leave alone. They are not ours to copy, so they are
// fetched by exact version, as packed by the registry, into a directory that git ignores: node scripts/verify/honest-packages.ts

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const HONEST_DIRECTORY = join(import.meta.dirname, "../../.honest");

export type HonestPackage = {
  readonly name: string;
  readonly version: string;
  /** Held back: measured, and never read while rules were written. */
  readonly isHeld: boolean;
};

export const HONEST_PACKAGES: readonly HonestPackage[] = [
  { name: "bmad-method", version: "6.12.0", isHeld: false },
  { name: "claude-flow", version: "3.43.0", isHeld: false },
  { name: "task-master-ai", version: "0.43.1", isHeld: false },
  { name: "claude-code-templates", version: "1.29.6", isHeld: false },
  { name: "get-shit-done-cc", version: "1.32.0", isHeld: true },
  { name: "oh-my-opencode", version: "4.19.4", isHeld: true },
  { name: "oh-my-claudecode", version: "0.2.10", isHeld: true },
  { name: "@qwen-code/qwen-code", version: "0.24.4", isHeld: true },
  { name: "@google/gemini-cli", version: "0.61.0", isHeld: true },
];

export function placeOfPackage({ name, version }: HonestPackage): string {
  return join(HONEST_DIRECTORY, `${name.replace("@", "").replace("/", "-")}-${version}`);
}

function fetchPackage(wanted: HonestPackage): void {
  const place = placeOfPackage(wanted);
  if (existsSync(place)) return;
  mkdirSync(place, { recursive: true });
  const flags = ["--pack-destination", place, "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["pack", `${wanted.name}@${wanted.version}`, ...flags], { stdio: "inherit" });
  const archive = readdirSync(place).find((name) => name.endsWith(".tgz"));
  if (archive === undefined) throw new Error(`nothing was packed for ${wanted.name}`);
  execFileSync("tar", ["-xzf", join(place, archive), "-C", place]);
}

if (import.meta.main) for (const wanted of HONEST_PACKAGES) fetchPackage(wanted);

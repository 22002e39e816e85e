// Programs the tests need beyond what npm brings. On a bare CI machine they are installed; elsewhere they are named.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./step.ts";

const TOOLS = [
  { command: "git", aptPackage: "git", neededFor: "reading and moving memories inside a work tree" },
  { command: "initdb", aptPackage: "postgresql", neededFor: "the tests of the hub" },
] as const;
const HUB_TOOLS = [
  { command: "initdb", aptPackage: "postgresql", neededFor: "the tests of the hub" },
  { command: "pgbouncer", aptPackage: "pgbouncer", neededFor: "the deep tests of the hub" },
] as const;

/** Debian keeps PostgreSQL's programs where no shell looks for them. */
const DEBIAN = "/usr/lib/postgresql";

export function missingTools(): Promise<string[]> {
  return installMissing(TOOLS);
}

export function missingHubTools(): Promise<string[]> {
  return installMissing(HUB_TOOLS);
}

async function installMissing(tools: typeof TOOLS | typeof HUB_TOOLS): Promise<string[]> {
  const problems: string[] = [];
  for (const { command, aptPackage, neededFor } of tools) {
    if (await isInstalled(command)) continue;
    const said = await installByApt(aptPackage);
    if (await isInstalled(command)) continue;
    problems.push(`${command} is missing (needed for ${neededFor}): install it and run again`, said);
  }
  return problems;
}

async function isInstalled(command: string): Promise<boolean> {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  if (versions.some((version) => existsSync(join(DEBIAN, version, "bin", command)))) return true;
  return (await runCommand([command, "--version"])).code === 0;
}

/** Only where that is nobody's decision but ours: as root on a Debian system. */
export async function installByApt(aptPackage: string): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return "";
  const update = await runCommand(["apt-get", "update", "--quiet"]);
  const install = await runCommand([
    "apt-get",
    "install",
    "--yes",
    "--quiet",
    "--no-install-recommends",
    aptPackage,
  ]);
  return `${update.output}${install.output}`;
}

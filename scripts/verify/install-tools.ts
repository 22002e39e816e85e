// Programs the tests need beyond what npm brings. On a bare CI machine they are installed; elsewhere they are named.

import { existsSync } from "node:fs";
import { runCommand } from "./step.ts";

const TOOLS = [
  { command: "git", aptPackage: "git", neededFor: "reading and moving memories inside a work tree" },
] as const;

export async function missingTools(): Promise<string[]> {
  const problems: string[] = [];
  for (const { command, aptPackage, neededFor } of TOOLS) {
    if (await isInstalled(command)) continue;
    const said = await installByApt(aptPackage);
    if (await isInstalled(command)) continue;
    problems.push(`${command} is missing (needed for ${neededFor}): install it and run again`, said);
  }
  return problems;
}

async function isInstalled(command: string): Promise<boolean> {
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

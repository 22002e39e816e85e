// `npm run quickstart`: builds, shows what credence does on samples, and says how to go on.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build.ts";

const ROOT = join(import.meta.dirname, "..");

const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
const PROGRAM = join(ROOT, "dist/credence.cjs");

function renderNextSteps(): string {
  return `
That was "credence demo". Nothing was installed outside this folder.

Now go to a project of your own and connect your coding agents there:
  cd your-project
  ${process.execPath} ${PROGRAM}

It finds them, asks before each step, and copies the program to a place of its own, so
that this folder may go; its last lines say how to type credence anywhere. Or first:
  npm pack && npm install -g ./credence-${VERSION}.tgz

From then on:
  credence save "Deploys happen on Tuesdays"
  credence search WORDS                    find memories, and why each is trusted
  credence review                          decide what waits
  credence status                          one screen; credence doctor checks everything
  credence uninstall                       leaves the settings of your agents as they were

README.md says why to trust it; docs/ has one page per topic.`;
}

await buildPackage(join(ROOT, "dist"));
const { status } = spawnSync(process.execPath, [PROGRAM, "demo"], {
  stdio: "inherit",
});
if (status === 0) console.log(renderNextSteps());
process.exitCode = status ?? 1;

// `npm run quickstart`: builds, shows what credence does on samples, and says how to go on.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildPackage } from "./build.ts";

const ROOT = join(import.meta.dirname, "..");

const INSTALL = `Put the command on your PATH:
  npm install -g .`;

/** On a machine whose own Node is too old, an installed command would find that one. */
const BORROWED_NODE = `Your own Node is too old to run the command. Borrow the one fetched here:
  alias credence='${process.execPath} ${join(ROOT, "dist/credence.cjs")}'
or install Node 24, and then: npm install -g .`;

function renderNextSteps(): string {
  return `
That was "credence demo". Nothing was installed outside this folder.

${process.execPath.startsWith(join(ROOT, ".node")) ? BORROWED_NODE : INSTALL}

Then, in a project of your own:
  credence                                 find your agents, ask, connect
  credence save "Deploys happen on Tuesdays"
  credence search WORDS                    find memories, and why each is trusted
  credence recall --prompt "…"             what an agent gets for a prompt
  credence doctor                          is all well?
  git diff | credence secret-check -       any text, from a pipe
  credence --help                          the commands of a day

Take it back at any time:
  credence uninstall                       leaves the settings of your agents as they were

README.md says why to trust it; docs/ has one page per topic.`;
}

await buildPackage(join(ROOT, "dist"));
const { status } = spawnSync(process.execPath, [join(ROOT, "dist/credence.cjs"), "demo"], {
  stdio: "inherit",
});
if (status === 0) console.log(renderNextSteps());
process.exitCode = status ?? 1;

// One test for each scenario of a folder, all against one build of the command line. In a deep run, and in the first
// scenario, every command is a process.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { freshDir } from "../temp-dir.ts";
import { installBuiltCommand } from "./built-command.ts";
import { runScenario } from "./run-scenario.ts";
import { parseScenario } from "./scenario.ts";

export async function playFolder(folder: string): Promise<void> {
  const binDir = await installBuiltCommand(freshDir({ after }));
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
    const scenario = parseScenario(readFileSync(join(folder, file), "utf8"));
    const isQuick = !IS_DEEP && file !== "first-memory.txt";
    test(scenario.name, (t) => runScenario(scenario, { binDir, dir: freshDir(t), isQuick }));
  }
}

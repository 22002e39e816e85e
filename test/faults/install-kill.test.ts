// A process is killed with SIGKILL just before every call of an install that changes the disk. Whatever it leaves, uninstall
// gives back the settings that were there, to the byte, with a rule that the person had before.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { scratchProject } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";
import { buildFaultyCli, type Ending, runFaulty } from "./faulty-process.ts";
import { readSnapshot, restoreSnapshot } from "./snapshot.ts";
import type { FaultPlan } from "./trouble.ts";

const cli = await buildFaultyCli(freshDir({ after }));
const SETTINGS = '{ "permissions": { "deny": ["Edit(//**/.claude/memory/**)"] } }\n';
/** More than an install makes. */
const CALLS_MAX = 100;

test("an install that is killed at any call is taken back whole", async (t) => {
  const project = scratchProject(t);
  const file = join(project.home, ".claude/settings.json");
  mkdirSync(join(project.home, ".claude"), { recursive: true });
  writeFileSync(file, SETTINGS);
  const start = readSnapshot(project.base);
  const run = (verb: string, plan?: FaultPlan): Promise<Ending> =>
    runFaulty({ cli, project, args: [verb, "claude-code"], ...(plan === undefined ? {} : { plan }) });
  let [killed, changed] = [0, 0];
  for (let at = 1; at < CALLS_MAX; at += 1) {
    restoreSnapshot(project.base, start);
    const { signal } = await run("install", { under: project.base, at, trouble: { kind: "kill" } });
    if (signal !== "SIGKILL") break;
    killed += 1;
    changed += Number(readFileSync(file, "utf8") !== SETTINGS);
    const { exit, stdout, stderr } = await run("uninstall");
    assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, `${at}\n${stdout}`);
    assert.equal(readFileSync(file, "utf8"), SETTINGS, `killed before call ${at}`);
    assert.equal(existsSync(join(project.home, ".claude.json")), false, `killed before call ${at}`);
  }
  assert.ok(killed > 10 && killed < CALLS_MAX - 1);
  assert.ok(changed > 0, "some were killed after the settings were written");
});

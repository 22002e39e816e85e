// A process is killed with SIGKILL just before every call of an install that changes the disk, or a few of them by a seed.
// Whatever it leaves, uninstall gives back the settings that were there, to the byte, with a rule that the person had before.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { DENIES, standIn } from "../cli/connect/connect-project.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { type Outcome, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { faultyCli, runFaulty } from "./faulty-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { type Chance, chanceOf, HOW_TO_REPEAT, sampleOf } from "./sample.ts";
import { readSnapshot, restoreSnapshot } from "./snapshot.ts";
import type { Call, FaultPlan } from "./trouble.ts";

const cli = await faultyCli();
const SETTINGS = '{ "permissions": { "deny": ["Edit(//**/.claude/memory/**)"] } }\n';
/** How many calls the quick gate tries: before the settings have changed, and after. */
const SAMPLE = { before: 2, after: 1 };

/** By their numbers. The settings have changed once they are renamed to. */
function chooseCalls(calls: readonly Call[], settings: string, chance: Chance): number[] {
  const renaming = calls.findIndex(
    ({ name, path }) => name === "renameSync" && path.startsWith(`${settings}.`),
  );
  const numbers = calls.map((_, index) => index + 1);
  return [
    ...sampleOf(numbers.slice(0, renaming + 1), SAMPLE.before, chance),
    ...sampleOf(numbers.slice(renaming + 1), SAMPLE.after, chance),
  ];
}

function projectWithSettings(owner: Owner): { readonly project: ScratchProject; readonly file: string } {
  const project = scratchProject(owner);
  const file = join(project.home, ".claude/settings.json");
  mkdirSync(join(project.home, ".claude"), { recursive: true });
  writeFileSync(file, SETTINGS);
  return { project, file };
}

test("settings whose directory cannot be synced are written, and taken back whole", async (t) => {
  const { project, file } = projectWithSettings(t);
  const start = readSnapshot(project.base);
  const run = inProcess(project);
  const install = (): Promise<Outcome> =>
    run(["install", "claude-code"], { program: { node: process.execPath, script: cli } });
  armFaults({ under: project.base, at: 0, trouble: { kind: "none" } });
  await install();
  const places = disarmFaults().flatMap(({ name, path }, index) =>
    name === "fsyncSync" && path === dirname(file) ? [index + 1] : [],
  );
  assert.ok(places.length > 0);
  const failAt = (at: number): void =>
    armFaults({ under: project.base, at, trouble: { kind: "fail", code: "ENOSPC", lasting: false } });
  for (const at of places) {
    restoreSnapshot(project.base, start);
    failAt(at);
    await install();
    disarmFaults();
    assert.equal((await run(["uninstall", "claude-code"])).exit, 0);
    assert.equal(readFileSync(file, "utf8"), SETTINGS, `${at}`);
  }
});

test("settings that were not there before are gone again, though their directory cannot be synced", async (t) => {
  const { project, file } = projectWithSettings(t);
  rmSync(file);
  const run = inProcess(project);
  const program = { node: process.execPath, script: standIn(join(project.base, "bin"), DENIES) };
  await run(["install", "claude-code"], { program });
  assert.ok(existsSync(file));
  const installed = readSnapshot(project.base);
  armFaults({ under: project.base, at: 0, trouble: { kind: "none" } });
  await run(["uninstall", "claude-code"], { program });
  const at = disarmFaults().findIndex(({ name, path }) => name === "unlinkSync" && path === file) + 2;
  assert.ok(at > 1);
  restoreSnapshot(project.base, installed);
  armFaults({ under: project.base, at, trouble: { kind: "fail", code: "EIO", lasting: false } });
  const { exit, stdout } = await run(["uninstall", "claude-code"], { program });
  assert.deepEqual(disarmFaults()[at - 1], { name: "fsyncSync", path: dirname(file) });
  assert.equal(exit, 0, stdout);
  assert.equal(existsSync(file), false);
});

test("an install that is killed at any call is taken back whole", async (t) => {
  const { project, file } = projectWithSettings(t);
  const start = readSnapshot(project.base);
  const run = inProcess(project);
  armFaults({ under: project.base, at: 0, trouble: { kind: "none" } });
  // That no hook of this file would answer is found out when everything is written.
  await run(["install", "claude-code"], { program: { node: process.execPath, script: cli } });
  const calls = disarmFaults();
  assert.ok(calls.length > 10, "an install changes the disk many times");
  const kills = chooseCalls(calls, file, chanceOf(t));
  let changed = 0;
  for (const at of kills) {
    restoreSnapshot(project.base, start);
    const plan: FaultPlan = { under: project.base, at, trouble: { kind: "kill" } };
    const { signal } = await runFaulty({ cli, project, args: ["install", "claude-code"], plan });
    assert.equal(signal, "SIGKILL", `it came to its end before call ${at}`);
    changed += Number(readFileSync(file, "utf8") !== SETTINGS);
    const { exit, stdout, stderr } = await run(["uninstall", "claude-code"]);
    assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, `${at}\n${stdout}`);
    assert.equal(readFileSync(file, "utf8"), SETTINGS, `killed before call ${at}, ${HOW_TO_REPEAT}`);
    assert.equal(
      existsSync(join(project.home, ".claude.json")),
      false,
      `killed before call ${at}, ${HOW_TO_REPEAT}`,
    );
  }
  assert.ok(changed > 0, "some were killed after the settings were written");
});

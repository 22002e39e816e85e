// An upgrade that is killed at any of its steps leaves the old or the new version at work, and the next one finishes it; so does
// a rollback.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { readSnapshot, restoreSnapshot } from "../faults/snapshot.ts";
import type { Call, FaultPlan } from "../faults/trouble.ts";
import { expectAtWork, type OldHome, oldHome, standingsBy } from "./old-home.ts";

const ARM = join(import.meta.dirname, "arm-faults.ts");
const STANDINGS = { project_kiwi: "verified", project_emu: "inferred", project_dodo: "quarantined" };
/** Of the hundreds of files of a program. */
const COPIES = 6;

function runArmed(project: OldHome, args: readonly string[], plan: FaultPlan): string | null {
  const calls = join(project.base, "calls.json");
  const script = join(project.packages.new, "dist/credence.cjs");
  const { signal, status, stderr } = spawnSync(process.execPath, ["--import", ARM, script, ...args], {
    cwd: project.top,
    env: { ...project.env, FAULT_PLAN: JSON.stringify(plan), FAULT_CALLS: calls },
    encoding: "utf8",
  });
  if (signal === null) assert.equal(status, 0, stderr);
  return signal;
}

/** The numbers of the calls to be killed at. */
function chooseCalls(t: TestContext, project: OldHome): number[] {
  const calls: Call[] = JSON.parse(readFileSync(join(project.base, "calls.json"), "utf8"));
  assert.ok(calls.length > 10);
  const numbers = calls.map((_, index) => index + 1);
  const isCopy = (number: number): boolean => /\/program\/[^/]+\.tmp\//.test(calls[number - 1]?.path ?? "");
  const copies = numbers.filter(isCopy);
  const some = copies.filter((_, index) => index % Math.ceil(copies.length / COPIES) === 0);
  t.diagnostic(`${numbers.length - copies.length} calls and ${copies.length} of copying`);
  return [...numbers.filter((number) => !isCopy(number)), ...some];
}

function expectKilledWell(t: TestContext, project: OldHome, args: readonly string[]): void {
  const start = readSnapshot(project.base);
  const under = project.base;
  assert.equal(runArmed(project, args, { under, at: 0, trouble: { kind: "none" } }), null);
  const chosen = chooseCalls(t, project);
  for (const at of chosen) {
    restoreSnapshot(project.base, start);
    const where = `killed at call ${at} of ${args[0]}`;
    assert.equal(runArmed(project, args, { under, at, trouble: { kind: "kill" } }), "SIGKILL", where);
    expectAtWork(project, where);
    const { exit, stdout, stderr } = project.run("new", ...args);
    assert.equal(exit, 0, `${where}\n${stdout}${stderr}`);
    expectAtWork(project, `${where}, finished`);
    assert.deepEqual(standingsBy(project, "new"), STANDINGS, where);
    const record = JSON.parse(readFileSync(join(project.state, "version.json"), "utf8"));
    const [now, before] = args[0] === "upgrade" ? ["0.2.0", "0.1.0"] : ["0.1.0", "0.2.0"];
    assert.deepEqual([record.version, record.before.version], [now, before], where);
  }
}

// Each of them starts some twenty processes, so only the deep run tries them: the walk proves the same without a kill.
if (IS_DEEP) {
  test("an upgrade that is killed at any step", async (t) => {
    const project = await oldHome(t);
    expectKilledWell(t, project, ["upgrade", "--yes"]);
  });

  test("a rollback that is killed at any step", async (t) => {
    const project = await oldHome(t);
    project.done("new", "upgrade", "--yes");
    expectKilledWell(t, project, ["rollback", "--yes"]);
  });
}

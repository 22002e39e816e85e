// An upgrade that is killed at any of its steps leaves the old or the new version at work, and the next one finishes it; so does
// a rollback.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { filesOf, readSnapshot, restoreSnapshot } from "../faults/snapshot.ts";
import type { Call, FaultPlan } from "../faults/trouble.ts";
import { expectAtWork, type OldHome, oldHome, standingsBy } from "./old-home.ts";

const ARM = join(import.meta.dirname, "arm-faults.ts");
const STANDINGS = { project_kiwi: "verified", project_emu: "inferred", project_dodo: "quarantined" };
/** Of the hundreds of files of a program. */
const COPIES = 6;
const TRIES = 12;

function runArmed(project: OldHome, args: readonly string[], plan: FaultPlan): string | null {
  const calls = join(project.base, "calls.json");
  const script = join(project.packages.new, "dist/credence.cjs");
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, ["--import", ARM, script, ...args], {
    cwd: project.top,
    env: { ...project.env, FAULT_PLAN: JSON.stringify(plan), FAULT_CALLS: calls },
    encoding: "utf8",
  });
  const isLate = status === 1 && stdout.includes("did not deny");
  if (signal === null && !isLate) assert.equal(status, 0, `${stdout}${stderr}`);
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

/** What sessions leave, and what is derived: it differs from run to run. */
const PASSING =
  /^credence\/(?:cache|state\/(?:claims|compiled|spool|receipts|hook-trouble|backups|seen\.sqlite|roots\/.*\/(?:last-session|seen)))|^calls\.json$/;
const TEMPORARY = /\.\d+-[a-z0-9]+\.tmp(?=\/|$)/;

/** Everything that hooks and the next run go by, but for the hour and the names of temporary files. */
function readPlace(project: OldHome): Map<string, string> {
  const files = [...filesOf(readSnapshot(project.base))].filter(([name]) => !PASSING.test(name));
  return new Map(
    files.map(([name, text]) => [
      name.replace(TEMPORARY, ".tmp"),
      // A directory that is there counts as the person's, so one that a killed run made may stay behind, empty.
      text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then").replace(/"made":\[[^\]]*\]/, ""),
    ]),
  );
}

function digestOf(place: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const name of [...place.keys()].sort()) hash.update(`${name}\0${place.get(name)}\0`);
  return hash.digest("hex");
}

/** Names of what differs: the texts are whole programs. */
function compare(place: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): string[] {
  const names = new Set([...place.keys(), ...wanted.keys()]);
  return [...names].filter((name) => place.get(name) !== wanted.get(name));
}

function expectKilledWell(t: TestContext, project: OldHome, args: readonly string[]): void {
  const start = readSnapshot(project.base);
  const under = project.base;
  assert.equal(runArmed(project, args, { under, at: 0, trouble: { kind: "none" } }), null);
  expectDoneWell(project, args);
  const end = readPlace(project);
  const chosen = chooseCalls(t, project);
  // What a kill leaves is tried once: between two calls that change no byte it leaves the same.
  const [tried, atWork] = [new Set<string>(), new Set<string>()];
  for (const at of chosen) {
    restoreSnapshot(project.base, start);
    const where = `killed at call ${at} of ${args[0]}`;
    assert.equal(runArmed(project, args, { under, at, trouble: { kind: "kill" } }), "SIGKILL", where);
    const place = readPlace(project);
    const left = digestOf(place);
    if (tried.has(left)) continue;
    tried.add(left);
    // A hook never looks at half of a file.
    const started = digestOf(new Map([...place].filter(([name]) => !/\.tmp(?:\/|$)/.test(name))));
    if (!atWork.has(started)) {
      completeIndexes(project);
      expectAtWork(project, where);
    }
    atWork.add(started);
    finish(project, args, where);
    assert.deepEqual(compare(readPlace(project), end), [], `${where}, finished`);
  }
  t.diagnostic(`${chosen.length} kills left ${tried.size} different places, ${atWork.size} for hooks`);
}

/** A command takes the time that an index needs; a hook on a busy machine does not have it, and shows what it got to. */
function completeIndexes(project: OldHome): void {
  for (const version of ["0.1.0", "new"] as const)
    assert.match(project.done(version, "search", "kiwi"), /project_kiwi/);
}

/** Once more where a hook was late to the proof, on a busy machine. */
function finish(project: OldHome, args: readonly string[], where: string): void {
  let { exit, stdout, stderr } = project.run("new", ...args);
  for (let tries = 1; tries < TRIES && exit === 1 && stdout.includes("did not deny"); tries += 1)
    ({ exit, stdout, stderr } = project.run("new", ...args));
  assert.equal(exit, 0, `${where}\n${stdout}${stderr}`);
}

/** Of a run that nobody killed: whatever ends as it did is as good. */
function expectDoneWell(project: OldHome, args: readonly string[]): void {
  expectAtWork(project, `${args[0]} done`);
  assert.deepEqual(standingsBy(project, "new"), STANDINGS);
  const record = JSON.parse(readFileSync(join(project.state, "version.json"), "utf8"));
  const [now, before] = args[0] === "upgrade" ? ["0.2.0", "0.1.0"] : ["0.1.0", "0.2.0"];
  assert.deepEqual([record.version, record.before.version], [now, before]);
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

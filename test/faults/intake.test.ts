// Many agents save at once, and one is killed while its save is accepted, or while it files what others saved: no save is refused,
// lost or doubled.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { IS_DEEP } from "../deep.ts";
import { type InProcess, inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { faultyCli, rehearseFaulty, runFaulty, type Serve, serveFaulty } from "./faulty-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { chanceOf, sampleOf } from "./sample.ts";
import { BODY, saving } from "./sample-calls.ts";
import { withoutWaits } from "./skip-waits.ts";
import { readSnapshot, restoreSnapshot } from "./snapshot.ts";
import type { Call } from "./trouble.ts";

const cli = await faultyCli();
const WRITERS = IS_DEEP ? 20 : 4;
const SAVES = IS_DEEP ? 10 : 2;
/** Beside them, so many processes that only compute: a busy machine. */
const BUSY = IS_DEEP ? 4 : 1;

type Saved = {
  readonly id: string;
  readonly exit: number | null;
  readonly said: string;
  readonly ms: number;
};

/** One of several agents that save into one root at the same time, as the command line does without a person. */
async function playWriter(save: Serve, project: ScratchProject, number: number): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (let index = 0; index < SAVES; index += 1) {
    const id = `project_writer_${number}_${index}`;
    const name = id.replaceAll("_", "x");
    const began = performance.now();
    const args = saving(id, name, `${BODY} So it is with ${name}.`);
    const { exit, stderr } = await save({ project, args });
    saved.push({ id, exit, said: stderr, ms: performance.now() - began });
  }
  return saved;
}

async function listIds(run: InProcess): Promise<string[]> {
  const { stdout } = await run(["list", "--json", "--limit", "1000"]);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).sort();
}

async function journaled(run: InProcess): Promise<string[]> {
  const { stdout } = await run(["journal", "--json", "--limit", "100000"]);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).sort();
}

test(`of ${WRITERS} agents that save ${SAVES} times each on a busy machine none is refused, lost or doubled`, async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const writers = Array.from({ length: WRITERS }, () => serveFaulty(t, { cli }));
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"]));
  t.after(() => busy.map((each) => each.kill("SIGKILL")));
  const saved = (await Promise.all(writers.map((save, number) => playWriter(save, project, number)))).flat();
  for (const each of busy) each.kill("SIGKILL");
  assert.deepEqual(
    saved.filter(({ exit }) => exit !== 0),
    [],
  );
  const ids = saved.map(({ id }) => id).sort();
  assert.equal(new Set(ids).size, WRITERS * SAVES);
  const waited = saved.filter(({ said }) => said.includes("is kept and will be filed shortly")).length;
  const slowest = Math.max(...saved.map(({ ms }) => ms));
  t.diagnostic(
    `${waited} of ${saved.length} waited in the intake; the slowest took ${slowest.toFixed(0)} ms`,
  );
  // Each call files some.
  while (countWaiting(project) > 0) expectDone(await run(["list"]));
  assert.deepEqual(await listIds(run), ids);
  assert.deepEqual(await journaled(run), ids);
  for (const id of ids) assert.equal(readdirSync(join(project.root, "attest", id)).length, 1);
  const doctor = await run(["doctor"]);
  assert.equal(doctor.exit, 0, doctor.stdout);
});

function countWaiting({ state }: ScratchProject): number {
  const intakes = readdirSync(join(state, "roots")).map((name) => join(state, "roots", name, "intake"));
  return intakes
    .filter(existsSync)
    .flatMap((path) => readdirSync(path))
    .filter((name) => name.endsWith(".json")).length;
}

const ID = "project_alpha";
const SAVE = saving(ID, "Alpha");

/** Filed and journaled once, or not at all; and the same save again ends well. */
async function assertOnce(project: ScratchProject, run: InProcess, where: string): Promise<boolean> {
  expectDone(await run(["doctor", "--repair"]));
  const ids = await listIds(run);
  assert.ok(ids.length <= 1, where);
  assert.equal(countWaiting(project), 0, where);
  const again = await run(SAVE);
  assert.equal(again.exit, 0, `${where} ${again.stderr}`);
  assert.deepEqual(await listIds(run), [ID], where);
  assert.deepEqual(await journaled(run), [ID], where);
  assert.equal(readdirSync(join(project.root, "attest", ID)).length, 1, where);
  return ids.length === 1;
}

function choose(calls: readonly Call[], few: number, t: Parameters<typeof chanceOf>[0]): number[] {
  const all = calls.map((_, index) => index + 1);
  return IS_DEEP ? all : sampleOf(all, few, chanceOf(t));
}

test("a process that is killed while its save is accepted leaves it kept, or nothing of it", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const lock = acquireLock(project.root);
  const start = readSnapshot(project.base);
  const save = { cli, project, args: SAVE, hurries: true } as const;
  const calls = await rehearseFaulty(t, { ...save, under: project.base });
  assert.ok(calls.some(({ path }) => path.includes("/intake/")));
  for (const at of choose(calls, 3, t)) {
    restoreSnapshot(project.base, start);
    const plan = { under: project.base, at, trouble: { kind: "kill" } } as const;
    assert.equal((await runFaulty({ ...save, plan })).signal, "SIGKILL");
    lock.release();
    await assertOnce(project, run, `accepting, call ${at}: ${JSON.stringify(calls[at - 1])}`);
  }
});

test("a process that is killed while it files what was accepted loses and doubles nothing", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const lock = acquireLock(project.root);
  expectDone(await withoutWaits(() => run(SAVE)));
  lock.release();
  const start = readSnapshot(project.base);
  const args = ["list"];
  const calls = await rehearseFaulty(t, { cli, project, args, under: project.base });
  assert.ok(calls.some(({ path }) => path.includes("/attest/")));
  for (const at of choose(calls, 5, t)) {
    restoreSnapshot(project.base, start);
    const plan = { under: project.base, at, trouble: { kind: "kill" } } as const;
    assert.equal((await runFaulty({ cli, project, args, plan })).signal, "SIGKILL");
    const where = `filing, call ${at}: ${JSON.stringify(calls[at - 1])}`;
    assert.ok(await assertOnce(project, run, where), `it is lost: ${where}`);
  }
});

test("while the holder of the lock is stopped a save is accepted, and filed by the first call once it goes on", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const holder = spawn(process.execPath, [
    join(import.meta.dirname, "../store/lock-holder.ts"),
    project.root,
  ]);
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
  const accepted = await withoutWaits(() => run(SAVE));
  assert.match(
    accepted.stderr,
    new RegExp(`filed shortly: this root is being written to by process ${holder.pid} `),
  );
  assert.deepEqual(await listIds(run), []);
  holder.kill("SIGCONT");
  holder.kill("SIGKILL");
  await once(holder, "close");
  assert.ok(await assertOnce(project, run, "after the stopped holder"));
});

test("an entry that cannot be read waits, and is filed as soon as it can", async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const lock = acquireLock(project.root);
  expectDone(await withoutWaits(() => run(saving("project_alpha", "Alpha"))));
  lock.release();
  const start = readSnapshot(project.base);
  const entries = [...start.keys()].filter((name) => /\/intake\/[0-9a-f]{64}\.json$/.test(name));
  assert.equal(entries.length, 1);
  armFaults({ under: project.base, watches: "reads", at: 0, trouble: { kind: "none" } });
  await run(["list"]);
  const reads = disarmFaults().flatMap(({ path }, index) =>
    entries.some((name) => path.endsWith(name)) ? [index + 1] : [],
  );
  assert.ok(reads.length > 0);
  for (const at of reads) {
    restoreSnapshot(project.base, start);
    const trouble = { kind: "fail", code: "EIO", lasting: false } as const;
    armFaults({ under: project.base, watches: "reads", at, trouble });
    await run(["list"]);
    disarmFaults();
    expectDone(await run(["list"]));
    assert.deepEqual(await listIds(run), ["project_alpha"], `read ${at}`);
  }
});

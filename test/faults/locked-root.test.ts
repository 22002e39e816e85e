import assert from "node:assert/strict";
import { test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { expectDone, scratchProject } from "../fixture/scratch-project.ts";
import { BODY, saving } from "./sample-calls.ts";
import { withoutWaits } from "./skip-waits.ts";
import { readSnapshot } from "./snapshot.ts";

const ID = "project_alpha";

test("while the lock cannot be had every write waits thirty seconds, exits 75 and changes nothing; reading goes on", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const run = inProcess(project);
  for (const args of [["init", "--test-state"], saving(ID, "Alpha")]) expectDone(await run(args));
  const lock = acquireLock(project.root);
  const before = readSnapshot(project.root);
  const writes = [
    saving("project_beta", "Beta"),
    [...saving("project_beta", "Beta"), "--as-test-person"],
    ["update", ID, "--body", `${BODY} Also on Mondays.`],
    ["retire", ID],
    ["demote", ID, "--reason", "wrong"],
    ["forget", ID, "--reason", "private", "--as-test-person"],
    ["archive", ID],
    ["doctor", "--repair"],
  ];
  for (const args of [["list"], ["show", ID], ["journal"]]) expectDone(await run(args));
  const doctor = await run(["doctor"]);
  assert.deepEqual([doctor.exit, doctor.stderr], [1, ""]);
  const held = `nothing can be written to .claude/memory/: its lock is held by process ${process.pid} since 20`;
  assert.ok(doctor.stdout.includes(`[W] lock: ${held}`), doctor.stdout);
  for (const args of writes) {
    // No time goes by while it waits, but on its clock.
    const [{ exit, stderr }, ms] = await withoutWaits(async () => {
      const start = performance.now();
      return [await run(args), performance.now() - start] as const;
    });
    assert.ok(ms >= 30_000, args.join(" "));
    const holder = `process ${process.pid} since 20\\S+Z; unless it writes again, its lock ends at 20\\S+Z`;
    const waiting = `(?:waiting: this root is being written to by ${holder}\n)?`;
    const refusal = `^${waiting}error: LOCK_TIMEOUT: this root is being written to by ${holder}\nhint: another process is writing; try again\n$`;
    assert.match(stderr, new RegExp(refusal));
    assert.equal(exit, 75);
  }
  assert.deepEqual(readSnapshot(project.root), before);
  lock.release();
  expectDone(await run(["retire", ID]));
});

// A disk that is really full: a file system of a few hundred kilobytes where the machine lets us mount one, and a limit
// on the size of every file where it does not, which the kernel answers in the same way.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import {
  CLI,
  type Outcome,
  runProcess,
  type ScratchProject,
  scratchProject,
} from "../fixture/scratch-project.ts";
import { BODY, saving } from "./sample-calls.ts";
import { fill, mountSmall } from "./small-disk.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

const ID = "project_alpha";
const LONGER = ["update", ID, "--body", `${BODY}\n${"Also on Mondays. ".repeat(400)}`];
const SAVE = saving(ID, "Alpha");
const PROMPT = "when do deployments happen, on fridays?";

type Disks = { readonly project: ScratchProject; readonly mount: (path: string) => boolean };

/** A project, and a way to put a small file system over a part of it; that says no where it is not ours to do. */
function projectWithDisks(t: TestContext): Disks {
  const cleanUps: (() => void)[] = [];
  // What was mounted last goes first, and the directories under it last.
  t.after(() => cleanUps.reverse().forEach((cleanUp) => void cleanUp()));
  const project = scratchProject(
    { after: (cleanUp) => cleanUps.push(cleanUp) },
    { state: "none", inGit: false },
  );
  const mount = (path: string): boolean => mountSmall(path, 512, (unmount) => cleanUps.push(unmount));
  return { project, mount };
}

function assertRefused({ exit, stderr }: Outcome): void {
  assert.match(stderr, /^error: DISK_FULL: [^\n]+\nhint: [^\n]+\n$/);
  assert.equal(exit, 1);
}

function assertDone({ exit, stdout, stderr }: Outcome): void {
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, stdout);
}

/** In a deep run as a process. A full disk is full for this one too. */
async function run(project: ScratchProject, args: readonly string[]): Promise<Outcome> {
  if (!IS_DEEP) return inProcess(project)(args);
  return runProcess([process.execPath, CLI, ...args], { cwd: project.top, env: project.env });
}

/** The command under a limit of the kernel: no file may grow beyond four kilobytes. */
function runLimited({ top: cwd, env }: ScratchProject, args: readonly string[]): Outcome {
  const script = 'ulimit -f 8; exec "$0" "$@"';
  return runProcess(["/bin/sh", "-c", script, process.execPath, CLI, ...args], { cwd, env });
}

test("where no file may grow beyond a limit of the kernel a write is refused, and the root keeps every byte", async (t) => {
  const project = scratchProject(t, { state: "none" });
  await assertLimited(project);
  assertDone(await run(project, ["doctor"]));
  assertDone(await run(project, LONGER));
});

test("a full disk under the root refuses writes, keeps every byte and lets memories be read", async (t) => {
  const { project, mount } = projectWithDisks(t);
  if (!mount(project.top)) return assertLimited(project);
  assertDone(await run(project, ["init", "--test-state"]));
  assertDone(await run(project, SAVE));
  const filler = fill(project.top);
  const before: Snapshot = readSnapshot(project.root);
  for (const args of [LONGER, ["retire", ID], ["demote", ID, "--reason", "wrong"]]) {
    assertRefused(await run(project, args));
    assert.deepEqual(readSnapshot(project.root), before);
  }
  assertDone(await run(project, ["show", ID]));
  const doctor = await run(project, ["doctor"]);
  assert.deepEqual([doctor.exit, doctor.stderr], [1, ""]);
  assert.match(
    doctor.stdout,
    /^\[W\] room: no space left to write \.claude\/memory\/: make room on its disk, /m,
  );
  rmSync(filler);
  assertDone(await run(project, LONGER));
  assertDone(await run(project, ["doctor"]));
});

test("a full disk under the state refuses writes and leaves the root as it was", async (t) => {
  const { project, mount } = projectWithDisks(t);
  if (!mount(project.credenceHome)) return assertLimited(project);
  assertDone(await run(project, ["init", "--test-state"]));
  assertDone(await run(project, SAVE));
  assertDone(await run(project, ["list"]));
  const filler = fill(project.credenceHome);
  const before = readSnapshot(project.root);
  for (const args of [LONGER, ["retire", ID]]) {
    assertRefused(await run(project, args));
    assert.deepEqual(readSnapshot(project.root), before);
  }
  for (const args of [["list"], ["show", ID], ["search", "fridays"], ["recall", "--prompt", PROMPT]]) {
    const { exit, stdout, stderr } = await run(project, args);
    assert.deepEqual([exit, stderr, /alpha/.test(stdout)], [0, "", true], args.join(" "));
  }
  const doctor = await run(project, ["doctor"]);
  assert.deepEqual([doctor.exit, doctor.stderr], [1, ""]);
  assert.match(doctor.stdout, /^\[W\] state: machine state cannot be written \(DISK_FULL\), so what is new/);
  rmSync(filler);
  assertDone(await run(project, LONGER));
  assertDone(await run(project, ["doctor", "--repair"]));
});

/** The same without a file system of our own. */
async function assertLimited(project: ScratchProject): Promise<void> {
  assertDone(await run(project, ["init", "--test-state"]));
  assertDone(await run(project, SAVE));
  const before = readSnapshot(project.root);
  assertRefused(runLimited(project, LONGER));
  assert.deepEqual(readSnapshot(project.root), before);
}

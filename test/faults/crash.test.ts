// A process is killed with SIGKILL while it changes a root: just before every call that changes the disk, in the middle of
// every write, and at random instants besides. Whatever it leaves, each file is the old or the new one, and
// `credence doctor --repair` ends with the operation done or not begun.

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, test } from "node:test";
import { freshDir } from "../temp-dir.ts";
import { buildFaultyCli, type Ending, runFaulty } from "./faulty-process.ts";
import { type Files, OPERATIONS, type Operation } from "./operations.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import { filesOf, hasSameFiles, readSnapshot } from "./snapshot.ts";
import type { Call, FaultPlan } from "./trouble.ts";

const LANES = Math.min(4, availableParallelism());
const cli = await buildFaultyCli(freshDir({ after }));

type Trouble = FaultPlan["trouble"];
type Kill = { readonly at: number; readonly trouble: Trouble };

/** The longest delay after which the process still ran; it follows the speed of the machine. */
let spanMs = 30;

for (const operation of OPERATIONS) {
  test(`${operation.name}: ${operation.kills} processes killed, and never is anything torn or lost`, async (t) => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => rehearse(t, operation)));
    for (const lane of lanes) await assertUndisturbed(lane, operation);
    const kills = chosenKills(lanes[0]?.calls ?? []);
    assert.ok(kills.length > 20, "the operation changes the disk many times");
    let [killed, missed] = [0, 0];
    const work = lanes.map(async (lane) => {
      while (killed < operation.kills) {
        // On a machine that is faster than the killer the rest falls on calls, at random.
        const kill = kills.shift() ?? (missed < operation.kills ? randomInstant() : randomCall(lane.calls));
        if (await survives(lane, operation, kill)) killed += 1;
        else missed += 1;
      }
    });
    await Promise.all(work);
    assert.equal(kills.length, 0, "every chosen instant was tried");
  });
}

/** A process that nobody kills does what the rehearsal did; it also leaves its compiled code for the others. */
async function assertUndisturbed(lane: Rehearsal, { call }: Operation): Promise<void> {
  lane.rewind();
  const { project } = lane;
  const plan: FaultPlan = { under: project.base, at: 0, trouble: { kind: "none" } };
  const { exit, stderr } = await runFaulty({ cli, project, args: call, plan });
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" });
  assert.ok(hasSameFiles(lane.files(), lane.after));
}

/** Before each call, and within each write. */
function chosenKills(calls: readonly Call[]): Kill[] {
  return calls.flatMap(({ name }, index) => {
    const kill: Kill = { at: index + 1, trouble: { kind: "kill" } };
    const tear: Kill = { at: index + 1, trouble: { kind: "tear" } };
    return name === "writeSync" ? [kill, tear] : [kill];
  });
}

function randomInstant(): Kill {
  return { at: 1, trouble: { kind: "kill-later", delayMs: Math.random() * spanMs } };
}

function randomCall({ length }: readonly Call[]): Kill {
  return { at: 1 + Math.floor(Math.random() * length), trouble: { kind: "kill" } };
}

/** False where the process was through before it was killed. */
async function survives(lane: Rehearsal, operation: Operation, kill: Kill): Promise<boolean> {
  lane.rewind();
  const { project } = lane;
  const plan = { under: project.base, ...kill };
  const ending = await runFaulty({ cli, project, args: operation.call, plan });
  if (!wasKilled(ending, kill.trouble)) return false;
  const where = JSON.stringify(kill);
  assertWhole(lane, operation, where);
  await assertRepaired(lane, where);
  await assertRepeatable(lane, operation, where);
  return true;
}

function wasKilled({ exit, signal, stderr }: Ending, trouble: Trouble): boolean {
  const killed = signal === "SIGKILL";
  if (trouble.kind === "kill-later") spanMs *= killed ? 1.02 : 0.9;
  if (!killed) assert.equal(exit, 0, stderr);
  return killed;
}

/** Before anything is mended: no file is anything but the old or the new one, and no memory is gone. */
function assertWhole(lane: Rehearsal, { erases }: Operation, where: string): void {
  const now = withoutTemporary(lane.files());
  for (const [name, text] of now) {
    assert.ok(text === lane.before.get(name) || text === lane.after.get(name), `${name} is torn: ${where}`);
  }
  for (const name of lane.before.keys()) {
    if (lane.after.has(name)) assert.ok(now.has(name), `${name} is lost: ${where}`);
  }
  const ids = idsOf(now);
  for (const id of idsOf(lane.before)) assert.ok(erases || ids.has(id), `${id} is lost: ${where}`);
}

async function assertRepaired(lane: Rehearsal, where: string): Promise<void> {
  const { exit, stdout, stderr } = await lane.run(["doctor", "--repair"]);
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, `${where}\n${stdout}`);
  const files = lane.files();
  assert.ok(
    lane.whole.some((state) => hasSameFiles(state, files)),
    `neither the old nor the new state: ${where}`,
  );
  // The index catches up with the next question; index.md says the same, or is not there.
  await lane.run(["search", "anything"]);
  const validated = await lane.run(["index", "--validate"]);
  assert.equal(validated.exit, 0, `${where}\n${validated.stdout}`);
  const everything = [...filesOf(readSnapshot(lane.project.base)).keys()];
  const left = everything.filter((name) => /\.tmp$|\.lockdir|\/intents\//.test(name));
  assert.deepEqual(left, [], where);
}

/** Run again, it ends as if it had never been killed, and is journaled once. */
async function assertRepeatable(lane: Rehearsal, { call, vain }: Operation, where: string): Promise<void> {
  const { exit, stderr } = await lane.run(call);
  assert.ok(exit === 0 || hasSameFiles(lane.files(), lane.after), `${where}\n${stderr}`);
  assert.ok(hasSameFiles(lane.files(), lane.after), `another state than without the kill: ${where}`);
  if (vain !== null) {
    assert.match((await lane.run(vain)).stdout, /^nothing stored: you removed this/, where);
  }
  const { stdout } = await lane.run(["journal", "--json"]);
  const entries: { readonly op: string }[] = JSON.parse(stdout);
  assert.equal(new Set(entries.map(({ op }) => op)).size, entries.length, `journaled twice: ${where}`);
}

function withoutTemporary(files: Files): Files {
  return new Map([...files].filter(([name]) => !/\.tmp(?:\/|$)|\.lockdir/.test(name)));
}

function idsOf(files: Files): Set<string> {
  return new Set([...files.keys()].flatMap((name) => /\/([a-z0-9_]+)\.md$/.exec(name)?.[1] ?? []));
}

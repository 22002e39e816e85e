// A process is killed with SIGKILL while it changes a root: just before every call that changes the disk and in the middle
// of every write, or a few of these of a few operations by a seed; in a deep run all of them, and at random instants
// besides. Whatever it leaves, each file is the old or the new one, and `credence doctor --repair` ends with the operation done or not begun.

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { type Ending, faultyCli, runFaulty } from "./faulty-process.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import { type Chance, chanceBy, chanceOf, HOW_TO_REPEAT, sampleOf, sampleOfEach } from "./sample.ts";
import { hasSameFiles } from "./snapshot.ts";
import { assertGone, assertNoneLost, assertNoneTorn, assertRepaired, assertRepeatable } from "./survival.ts";
import type { Call, FaultPlan } from "./trouble.ts";

const LANES = IS_DEEP ? Math.min(4, availableParallelism()) : 1;
/**
 * How many operations the quick gate tries, and how many of the chosen instants of each: of those that decide, and of the others.
 * What a kill leaves of each of the operations, the replay tries.
 */
const SAMPLE = { operations: 2, telling: 2, other: 1 };
/** Of each operation, in a deep run. */
const RANDOM_KILLS = 25;
const cli = await faultyCli();

type Trouble = FaultPlan["trouble"];
type Kill = { readonly at: number; readonly trouble: Trouble };

/** The longest delay after which the process still ran; it follows the speed of the machine. */
let spanMs = 30;

for (const operation of sampleOf(OPERATIONS, SAMPLE.operations, chanceBy("operations"))) {
  test(`${operation.name}: its process is killed at many instants, and never is anything torn or lost`, async (t) => {
    const lanes = await rehearseLanes(t, operation);
    const [first] = lanes;
    assert.ok(first !== undefined);
    await assertUndisturbed(first, operation);
    const chosen = chosenKills(first.calls);
    assert.ok(chosen.length > 20, "the operation changes the disk many times");
    const chance = chanceOf(t);
    const isDeciding = ({ at, trouble }: Kill): boolean =>
      trouble.kind === "kill" && isTelling(first.calls, at);
    const kills = sampleOfEach(chosen, isDeciding, { ...SAMPLE, chance });
    t.diagnostic(`${kills.length} of ${chosen.length} chosen instants`);
    await Promise.all(lanes.map((lane) => killAll(lane, operation, kills)));
    if (IS_DEEP) await killAtRandom(lanes, operation, chance);
  });
}

/** One after the other: there is one list of calls. */
async function rehearseLanes(t: TestContext, operation: Operation): Promise<Rehearsal[]> {
  const lanes: Rehearsal[] = [];
  while (lanes.length < LANES) lanes.push(await rehearse(t, operation));
  return lanes;
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

/** The first call, the last, and those by which a transaction begins, takes effect and ends. */
function isTelling(calls: readonly Call[], at: number): boolean {
  const call = calls[at - 1];
  if (call === undefined || at === 1 || at === calls.length) return true;
  const isOfTransaction =
    /\/intents\/|\.tmp$|\.md$/.test(call.path) && !/lockdir|\/index\.md/.test(call.path);
  return isOfTransaction && (call.name === "renameSync" || call.name === "unlinkSync");
}

/** The lanes share the list: each takes the next one. */
async function killAll(lane: Rehearsal, operation: Operation, kills: Kill[]): Promise<void> {
  for (let kill = kills.shift(); kill !== undefined; kill = kills.shift()) {
    assert.ok(await survives(lane, operation, kill), `it came to its end: ${whereOf(kill)}`);
  }
}

/** Between the calls, too: each instant leaves the disk as the call before it did, unless a call is more than one. */
async function killAtRandom(
  lanes: readonly Rehearsal[],
  operation: Operation,
  chance: Chance,
): Promise<void> {
  let [killed, missed] = [0, 0];
  const work = lanes.map(async (lane) => {
    while (killed < RANDOM_KILLS) {
      // On a machine that is faster than the killer the rest falls on calls, at random.
      const kill = missed < RANDOM_KILLS ? randomInstant(chance) : randomCall(chance, lane.calls);
      if (await survives(lane, operation, kill)) killed += 1;
      else missed += 1;
    }
  });
  await Promise.all(work);
}

function randomInstant(chance: Chance): Kill {
  return { at: 1, trouble: { kind: "kill-later", delayMs: chance() * spanMs } };
}

function randomCall(chance: Chance, { length }: readonly Call[]): Kill {
  return { at: 1 + Math.floor(chance() * length), trouble: { kind: "kill" } };
}

/** @returns false when the process was through before it was killed. */
async function survives(lane: Rehearsal, operation: Operation, kill: Kill): Promise<boolean> {
  lane.rewind();
  const { project } = lane;
  const plan = { under: project.base, ...kill };
  const ending = await runFaulty({ cli, project, args: operation.call, plan });
  const where = whereOf(kill);
  if (!wasKilled(ending, kill.trouble, where)) return false;
  assertNoneTorn(lane, where);
  assertNoneLost(lane, operation, where);
  await assertRepaired(lane, where);
  await assertRepeatable(lane, operation, where);
  assertGone(lane, operation, where);
  return true;
}

function wasKilled({ exit, signal, stderr }: Ending, trouble: Trouble, where: string): boolean {
  const killed = signal === "SIGKILL";
  if (trouble.kind === "kill-later") spanMs *= killed ? 1.02 : 0.9;
  if (!killed) assert.equal(exit, 0, `${where}\n${stderr}`);
  return killed;
}

function whereOf(kill: Kill): string {
  return `${JSON.stringify(kill)}, ${HOW_TO_REPEAT}`;
}

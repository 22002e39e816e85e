// A sync that is killed, has no room, meets another one or loses its remote: each file is the old or the new one, and the next sync
// ends as if nothing had happened.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { faultyCli, rehearseFaulty, runFaulty } from "../faults/faulty-process.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf, sampleOfEach } from "../faults/sample.ts";
import { readSnapshot, restoreSnapshot } from "../faults/snapshot.ts";
import type { Call } from "../faults/trouble.ts";
import { ledgerOf } from "../fixture/ledger-file.ts";
import type { Owner } from "../temp-dir.ts";
import {
  filesOf,
  gitIn,
  type Machine,
  machinesTogether,
  PERSON,
  placesOf,
  publishedIn,
  readableIn,
  standingsOf,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";

const NOW = ["--now", "2026-05-02T12:00:00Z"];
/** Of the chosen instants, in the quick gate. */
const SAMPLE = { telling: 1, other: 1, full: 2 };

type Stage = {
  readonly bo: Machine;
  readonly remote: string;
  readonly rewind: () => void;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly tip: readonly string[];
  readonly standings: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
};

/** As it is after the meeting, which `rewind` takes back. */
async function setStage(t: Owner): Promise<Stage> {
  return takePrepared(t, "stage", {
    make: prepareStage,
    places: ({ bo, remote }) => placesOf({ machines: [bo], remote }),
  });
}

/** Everything that can come of a meeting is about to come of this one. */
async function prepareStage(t: Owner): Promise<Stage> {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  for (const id of ["user_same", "user_both", "user_out", "user_gone"]) {
    await ana.save(id, { body: `It is about ${id.repeat(3)} and about nothing else.` });
  }
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  await ana.done(["update", "user_both", "--body", "Ana says that it is so, and gives her reasons."]);
  await ana.done(["demote", "user_out", "--reason", "doubt"]);
  await ana.done(["forget", "user_gone", "--reason", "private", PERSON]);
  await ana.save("user_new", { more: [PERSON] });
  assert.equal((await ana.sync()).exit, 0);
  await bo.done(["update", "user_both", "--body", "Bo says that it is otherwise, and gives his."]);
  await bo.save("user_ours");
  const { base } = bo.project;
  const [here, there] = [readSnapshot(base), readSnapshot(remote)];
  const before = filesOf(bo);
  const rewind = (): void => {
    restoreSnapshot(base, here);
    restoreSnapshot(remote, there);
  };
  // As before each that is killed: a file that was put back is another file.
  rewind();
  armFaults({ under: base, at: 0, trouble: { kind: "none" } });
  const { exit, stderr } = await bo.sync(NOW);
  const calls = disarmFaults();
  assert.deepEqual([exit, stderr], [3, ""]);
  assert.ok(!readableIn(remote).includes("user_gone"));
  return {
    bo,
    remote,
    rewind,
    before,
    after: filesOf(bo),
    tip: publishedIn(remote),
    standings: await standingsOf(bo),
    calls,
  };
}

/** No file is anything but the old or the new one, and none is gone that is in both. */
function assertWhole({ bo, before, after }: Stage, where: string): void {
  const now = filesOf(bo);
  for (const [path, text] of Object.entries(now)) {
    assert.ok(text === before[path] || text === after[path], `${path} is torn: ${where}`);
  }
  for (const path of Object.keys(before))
    assert.ok(!(path in after) || path in now, `${path} is lost: ${where}`);
}

async function assertMended(stage: Stage, where: string): Promise<void> {
  const { bo, remote, after, tip, standings } = stage;
  assertWhole(stage, where);
  const { exit, stderr } = await bo.sync(NOW);
  assert.ok(exit === 0 || exit === 3, `${where}: ${stderr}`);
  assert.deepEqual(filesOf(bo), after, where);
  assert.deepEqual(publishedIn(remote), tip, where);
  assert.deepEqual(await standingsOf(bo), standings, where);
  // What was staged for an operation that never began, doctor removes.
  await bo.call(["doctor", "--repair"]);
  const left = [...readSnapshot(bo.project.base).keys()].filter((name) =>
    /\.tmp\/?$|\.lockdir|\/intents\/./.test(name),
  );
  assert.deepEqual(left, [], where);
}

test("a sync is killed before each of its calls to the disk, and the next one ends as if it had not been", async (t) => {
  const stage = await setStage(t);
  const cli = await faultyCli();
  const chance = chanceOf(t);
  const args = ["sync", "--scope", "user", ...NOW];
  const { base } = stage.bo.project;
  stage.rewind();
  // A process of its own makes other calls than the tests' own.
  const calls = await rehearseFaulty(t, { cli, project: stage.bo.project, args, under: base });
  const instants = calls.map((call, index) => ({ call, at: index + 1 }));
  const isTelling = ({ call }: (typeof instants)[number]): boolean =>
    call.name === "renameSync" && /\/intents\/|\.md$|met\.json|\/carrier/.test(call.path);
  const chosen = sampleOfEach(instants, isTelling, { ...SAMPLE, chance });
  t.diagnostic(`${chosen.length} of ${instants.length} instants`);
  for (const { at, call } of chosen) {
    stage.rewind();
    const { bo } = stage;
    const plan = { under: base, at, trouble: { kind: "kill" as const } };
    const { signal } = await runFaulty({ cli, project: bo.project, args, plan });
    assert.equal(signal, "SIGKILL", `call ${at}, ${HOW_TO_REPEAT}`);
    await assertMended(stage, `killed before call ${at} (${call.name}), ${HOW_TO_REPEAT}`);
  }
});

test("a disk without room ends a sync with a clear refusal, and the next one ends as if it had had some", async (t) => {
  const stage = await setStage(t);
  const chance = chanceOf(t);
  const { bo } = stage;
  const places = sampleOf(
    stage.calls.map((_, index) => index + 1),
    SAMPLE.full,
    chance,
  );
  for (const at of places) {
    stage.rewind();
    armFaults({ under: bo.project.base, at, trouble: { kind: "fail", code: "ENOSPC", lasting: true } });
    const { exit, stderr } = await bo.sync(NOW);
    disarmFaults();
    assert.ok([0, 1, 3, 4, 6, 75].includes(exit), `call ${at}: ${exit} ${stderr}, ${HOW_TO_REPEAT}`);
    await assertMended(stage, `no room from call ${at} on, ${HOW_TO_REPEAT}`);
  }
});

test("a text that came and cannot be kept is not taken, and the next sync takes it", async (t) => {
  const stage = await setStage(t);
  const { bo } = stage;
  stage.rewind();
  const before = filesOf(bo);
  const change = (command: string): void => {
    const ledger = new DatabaseSync(ledgerOf(bo));
    ledger.exec(command);
    ledger.close();
  };
  change("CREATE TRIGGER full BEFORE INSERT ON texts BEGIN SELECT RAISE(ABORT, 'full'); END");
  const { exit, stderr } = await bo.sync(NOW);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: READ_ONLY: /);
  assert.deepEqual(filesOf(bo), before);
  change("DROP TRIGGER full");
  await assertMended(stage, "with a ledger that takes texts again");
});

test("two syncs of one root at once: one works, the other says so and changes nothing", async (t) => {
  const { bo } = await setStage(t);
  const outcomes = await Promise.all([bo.sync(), bo.sync()]);
  assert.deepEqual(outcomes.map(({ exit }) => exit).sort(), [0, 5]);
  assert.match(outcomes.find(({ exit }) => exit === 5)?.stderr ?? "", /^error: SYNC_BUSY: /);
});

test("two machines push at once: each writes its own branch, and neither waits for the other", async (t: TestContext) => {
  const { ana, bo, machines, remote } = await machinesTogether(t, ["ana", "bo"]);
  for (let round = 0; round < (IS_DEEP ? 10 : 1); round += 1) {
    for (const machine of machines) await machine.save(`user_${machine.name}_${round}`);
    const exits = (await Promise.all(machines.map((machine) => machine.sync()))).map(({ exit }) => exit);
    assert.deepEqual(exits, [0, 0]);
  }
  for (const machine of machines) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(filesOf(ana), filesOf(bo));
  assert.equal(gitIn(remote, "rev-list", "--count", "--merges", "--all").trim(), "0");
});

test("a remote that is gone, or does not take what is sent, costs nothing but the exit code", async (t) => {
  const stage = await setStage(t);
  stage.rewind();
  const away = `${dirname(stage.remote)}/away`;
  renameSync(stage.remote, away);
  assert.equal((await stage.bo.sync(NOW)).exit, 6);
  assert.deepEqual(filesOf(stage.bo), stage.before);
  renameSync(away, stage.remote);
  gitIn(stage.remote, "config", "receive.maxInputSize", "1");
  const refused = await stage.bo.sync(NOW);
  assert.equal(refused.exit, 4);
  assert.match(refused.stderr, /^error: PUSH_FAILED: /);
  // What came is here, and what is ours goes next time.
  assert.deepEqual(filesOf(stage.bo), stage.after);
  gitIn(stage.remote, "config", "--unset", "receive.maxInputSize");
  await assertMended(stage, "after a push that was refused");
});

test("what somebody writes by hand while a sync applies stays where it lies, and travels with the next", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_edited");
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  await ana.done(["update", "user_edited", "--body", "Ana says that it is so, and gives her reasons."]);
  await ana.save("user_begun");
  assert.equal((await ana.sync()).exit, 0);
  const [edited, begun] = ["edited", "begun"].map((name) => join(bo.root, `memories/user_${name}.md`));
  assert.ok(edited !== undefined && begun !== undefined);
  armFaults({ under: bo.state, at: 0, trouble: { kind: "none" } }, ({ name, path }) => {
    if (name !== "renameSync" || !path.includes("/intents/")) return;
    disarmFaults();
    appendFileSync(edited, "Somebody adds this by hand.\n");
    appendFileSync(begun, "Somebody begins a note.\n");
  });
  const { exit } = await bo.sync();
  assert.equal(exit, 0);
  assert.match(
    readFileSync(edited, "utf8"),
    /about user_edited, at some length.\nSomebody adds this by hand\.\n$/,
  );
  assert.equal(readFileSync(begun, "utf8"), "Somebody begins a note.\n");
  rmSync(begun);
  for (const machine of [bo, ana]) assert.equal((await machine.sync()).exit, 0);
  for (const machine of [ana, bo]) {
    const texts = Object.values(filesOf(machine)).filter((text) => text.startsWith("---"));
    assert.deepEqual(texts.map((text) => text.trim().split("\n").at(-1)).sort(), [
      "Ana says that it is so, and gives her reasons.",
      "Somebody adds this by hand.",
      "What everybody should know about user_begun, at some length.",
    ]);
  }
});

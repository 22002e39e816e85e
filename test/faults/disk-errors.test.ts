// The disk refuses at one call, or from one call on. Every such call of every operation is tried, or a few of them by a
// seed: the command says what is wrong and what to do, the root is as it was, or the operation is recorded and
// `doctor --repair` finishes it.

import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import type { Outcome } from "../fixture/scratch-project.ts";
import { endProcess } from "./end-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { type Files, OPERATIONS, type Operation, operationNamed } from "./operations.ts";
import { listCalls, type Rehearsal, rehearse } from "./rehearsal.ts";
import { type Chance, chanceOf, HOW_TO_REPEAT, sampleOfEach } from "./sample.ts";
import { saving } from "./sample-calls.ts";
import { hasSameFiles } from "./snapshot.ts";
import { assertGone } from "./survival.ts";
import type { Call, FaultPlan } from "./trouble.ts";

/** How many calls of each operation the quick gate tries: renames, the first and the last, and others. */
const SAMPLE = { telling: 1, other: 1 };

type Failing = { readonly at: number; readonly code: string; readonly lasting: boolean };

/** What each trouble is called in the error table. */
const NAMES: Readonly<Record<string, string>> = {
  ENOSPC: "DISK_FULL",
  EDQUOT: "DISK_FULL",
  EACCES: "READ_ONLY",
  EROFS: "READ_ONLY",
  EIO: "READ_ONLY",
};

/** One of each kind: a file in place, a file moved, two roots, several transactions. */
const STAYS_FULL = new Set(["update", "demote", "move", "gc"]);

for (const operation of OPERATIONS) {
  test(`${operation.name}: a full disk at any call leaves the root as it was, or an operation to finish`, async (t) => {
    const lane = await rehearse(t, operation);
    const chance = chanceOf(t);
    for (const lasting of STAYS_FULL.has(operation.name) ? [false, true] : [false])
      for (const at of chooseCalls(lane, chance))
        await fail(lane, operation, { code: "ENOSPC", lasting, at });
  });
}

for (const code of ["EDQUOT", "EACCES", "EROFS", "EIO"]) {
  test(`demote: ${code} at any call leaves the root as it was, or an operation to finish`, async (t) => {
    const operation = operationNamed("demote");
    const lane = await rehearse(t, operation);
    const chance = chanceOf(t);
    for (const lasting of [false, true])
      for (const at of chooseCalls(lane, chance)) await fail(lane, operation, { code, lasting, at });
  });
}

for (const [says, operation, isIt] of [
  [
    "a save whose record of what was seen cannot be made is refused, and the root is not withheld afterwards",
    operationNamed("save"),
    ({ path }: Call) => path.endsWith("/ledger.sqlite"),
  ],
  [
    "what waits for the lock is removed where the disk refuses to make it the lock",
    operationNamed("unarchive"),
    ({ name, path }: Call) => name === "renameSync" && /lockdir/.test(path),
  ],
] as const)
  test(says, async (t) => {
    const lane = await rehearse(t, operation);
    const at = lane.calls.findIndex(isIt) + 1;
    assert.ok(at > 0);
    await fail(lane, operation, { code: "ENOSPC", lasting: false, at });
  });

test("a process that may open no more files says so, wherever it is, and changes nothing", async (t) => {
  const operation = operationNamed("demote");
  const lane = await rehearse(t, operation);
  for (const watches of ["changes", "reads"] as const) {
    lane.rewind();
    const trouble = { kind: "fail", code: "EMFILE", lasting: true } as const;
    armFaults({ under: lane.project.base, watches, at: 1, trouble });
    const { exit, stderr } = await lane.act();
    disarmFaults();
    endProcess(lane.project.base);
    assert.match(
      stderr,
      /^error: NOT_READABLE: .* cannot be opened: too many files are open\nhint: end some/,
    );
    assert.equal(exit, 1);
    assert.ok(hasSameFiles(withoutLock(lane), lane.before));
  }
});

test("where the system takes half of a write it is given the rest: of what was forgotten no word is left", async (t) => {
  const forget = operationNamed("forget");
  // In the receipt it comes second, in the half that would not be written.
  const nearer =
    "Releases ship on Thursdays; deployments happen on fridays after the review of every release.";
  const prompt = "when do deployments and releases happen, on fridays or thursdays?";
  const before = [...forget.before, saving("project_beta", "Beta", nearer), ["recall", "--prompt", prompt]];
  const lane = await rehearse(t, { ...forget, before });
  const writes = lane.calls.flatMap(({ name, path }, index) =>
    name === "writeSync" ? [{ at: index + 1, file: basename(path) }] : [],
  );
  assert.ok(writes.some(({ file }) => file === "receipts.ndjson"));
  for (const { at, file } of writes) {
    lane.rewind();
    armFaults({ under: lane.project.base, at, trouble: { kind: "short" } });
    const { exit, stderr } = await lane.act();
    disarmFaults();
    assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, file);
    assertGone(lane, forget, file);
    assert.ok(hasSameFiles(lane.files(), lane.after), file);
  }
});

/** What is read to find the traces of a memory. */
const TRACED = /\/(?:forgetting\.json|journal\.ndjson)$/;

test("what cannot be read while a memory is forgotten is erased by whoever comes next", async (t) => {
  const forget = operationNamed("forget, what a person approved");
  const lane = await rehearse(t, forget);
  const reads = await listCalls(lane.project.base, lane, { watches: "reads" });
  const places = reads.flatMap(({ path }, index) => (TRACED.test(path) ? [{ at: index + 1, path }] : []));
  for (const name of ["journal.ndjson", "forgetting.json"])
    assert.ok(
      places.some(({ path }) => basename(path) === name),
      name,
    );
  for (const { at, path } of places) {
    lane.rewind();
    const trouble = { kind: "fail", code: "EIO", lasting: false } as const;
    armFaults({ under: lane.project.base, watches: "reads", at, trouble });
    const { exit } = await lane.act();
    disarmFaults();
    if (exit === 0) assertGone(lane, forget, `read ${at} of ${path}`);
    await lane.run(["doctor", "--repair"]);
    await lane.act();
    assertGone(lane, forget, `read ${at} of ${path}`);
  }
});

test("what cannot be read when it is to be deleted is kept, and nobody is told otherwise", async (t) => {
  const gc = operationNamed("gc");
  // One of them in two roots.
  const user = ["--scope", "user", "--now", "2026-05-01T12:00:00Z"];
  const again = [["init"], saving("project_alpha", "Alpha"), ["retire", "project_alpha", "--reason", "over"]];
  const lane = await rehearse(t, {
    ...gc,
    before: [...gc.before, ...again.map((args) => [...args, ...user])],
  });
  const reads = await listCalls(lane.project.base, lane, { watches: "reads" });
  const ids = ["project_alpha", "project_alpha", "project_beta"];
  const places = reads.flatMap(({ path }, index) => (ids.includes(basename(path, ".md")) ? [index + 1] : []));
  let kept = 0;
  for (const at of places) {
    lane.rewind();
    const trouble = { kind: "fail", code: "EACCES", lasting: false } as const;
    armFaults({ under: lane.project.base, watches: "reads", at, trouble });
    const { stdout } = await lane.act();
    disarmFaults();
    const left = [...lane.files().keys()].map((name) => basename(name, ".md"));
    for (const id of new Set(ids)) {
      const count = (all: readonly string[]): number => all.filter((each) => each === id).length;
      const deleted = stdout.split(`deleted ${id}\n`).length - 1;
      assert.ok(deleted <= count(ids) - count(left), `read ${at}\n${stdout}`);
      kept += Number(stdout.includes(`kept ${id}: `));
    }
  }
  assert.ok(kept > 0, "some could be read when they were listed, and not when they were to go");
});

/** Renames are where an operation becomes real, so some are always among them. */
function chooseCalls({ calls }: Rehearsal, chance: Chance): number[] {
  const numbers = calls.map((_, index) => index + 1);
  const isTelling = (at: number): boolean =>
    at === 1 || at === calls.length || calls[at - 1]?.name === "renameSync";
  return sampleOfEach(numbers, isTelling, { ...SAMPLE, chance });
}

async function fail(lane: Rehearsal, operation: Operation, failing: Failing): Promise<void> {
  lane.rewind();
  const where = `${JSON.stringify(failing)} ${lane.calls[failing.at - 1]?.name} ${HOW_TO_REPEAT}`;
  const outcome = await runFailing(lane, operation, failing);
  endProcess(lane.project.base);
  assertSaid(outcome, failing, where);
  const isRecorded = outcome.stderr.includes("doctor --repair");
  if (outcome.exit === 0)
    assert.ok(hasSameFiles(withoutLock(lane), lane.after), `done, but not so: ${where}`);
  else if (!isRecorded && !failing.lasting) {
    assert.ok(
      lane.whole.slice(0, -1).some((state) => hasSameFiles(state, withoutLock(lane))),
      `refused, but changed: ${where}`,
    );
  }
  await assertMended(lane, { outcome, isRecorded, where });
  assert.equal(
    (await lane.run(operation.call)).exit === 0 || hasSameFiles(lane.files(), lane.after),
    true,
    where,
  );
  assert.ok(hasSameFiles(lane.files(), lane.after), `another state than without the failure: ${where}`);
}

async function runFailing(lane: Rehearsal, operation: Operation, { at, ...how }: Failing): Promise<Outcome> {
  const trouble: FaultPlan["trouble"] = { kind: "fail", ...how };
  armFaults({ under: lane.project.base, at, trouble });
  try {
    return await lane.run(operation.call);
  } finally {
    disarmFaults();
  }
}

/** Where nothing may be removed either, the lock stays, and what was to become index.md. */
function withoutLock(lane: Rehearsal): Files {
  const isLeft = (name: string): boolean => /\.lockdir\/|\/index\.md\.[^/]+\.tmp$/.test(name);
  return new Map([...lane.files()].filter(([name]) => !isLeft(name)));
}

/** Two lines and no stack, or nothing at all where the trouble did no harm. */
function assertSaid({ exit, stderr }: Outcome, { code }: Failing, where: string): void {
  if (exit === 0) {
    assert.equal(stderr, "", where);
    return;
  }
  assert.equal(exit, 1, `${where}\n${stderr}`);
  const name = NAMES[code] ?? "";
  assert.match(stderr, new RegExp(`^error: ${name}: [^\n]+\nhint: [^\n]+\n$`), where);
}

async function assertMended(
  lane: Rehearsal,
  { outcome, isRecorded, where }: { outcome: Outcome; isRecorded: boolean; where: string },
): Promise<void> {
  const { exit, stdout, stderr } = await lane.run(["doctor", "--repair"]);
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, `${where}\n${stdout}`);
  const legal =
    outcome.exit === 0 ? [lane.after] : isRecorded ? lane.whole.slice(1) : lane.whole.slice(0, -1);
  assert.ok(
    legal.some((state) => hasSameFiles(state, lane.files())),
    `neither before nor after: ${where}\n${outcome.stderr}`,
  );
  // The index catches up with the next question; index.md says the same, or is not there.
  await lane.run(["search", "anything"]);
  const validated = await lane.run(["index", "--validate"]);
  assert.equal(validated.exit, 0, `${where}\n${validated.stdout}`);
}

// Who is asked about what only once, or not at all.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demote, setStatus } from "../../fixture/act-on.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { type OpenSetting, savedProject } from "../../fixture/open-project.ts";
import { brief, FLAGGED, fileOf, ID, LATER, queueOf } from "./review-sample.ts";

test("a category is what the memory says, and of a withheld one only a person learns it", async (t) => {
  const project = await savedProject(t, { category: "decision" });
  await project.save({ name: "Zebra crossing", category: "constraint" });
  const extra = ["category: decision"];
  writeFileSync(fileOf(project, "project_arrived"), memoryText({ extra }));
  const idsFor = async (setting: OpenSetting): Promise<string[]> =>
    (await queueOf(project, { ...setting, category: "decision" })).map(({ target }) => target.file.id);
  assert.deepEqual(await idsFor({}), [ID]);
  assert.deepEqual(await idsFor({ person: true }), [ID, "project_arrived"]);
});

// The queue of the review: every kind of reason, one item a memory, the most urgent first.

test("what was written here waits from the seventh day of observation on, and not before", async (t) => {
  const project = await savedProject(t);
  assert.deepEqual(await queueOf(project, { now: "2026-05-08T11:59:59Z" }), []);
  assert.deepEqual(brief(await queueOf(project, { now: "2026-05-08T12:00:00Z" })), [
    `${ID}: observed, observed for 7 days`,
  ]);
});

test("what was dictated waits at once, and what a person approved waits when it is stale", async (t) => {
  const project = await savedProject(t, { origin: "dictated" });
  await project.save({ name: "Zebra crossing" }, { person: true });
  assert.deepEqual(brief(await queueOf(project, { now: "2026-05-01T12:30:00Z" })), [
    `${ID}: dictated, you said this; confirm it?`,
  ]);
  assert.equal((await queueOf(project, { now: "2026-07-30T12:00:00Z" })).length, 1);
  assert.deepEqual(brief(await queueOf(project, { now: "2026-07-31T12:00:00Z" })).slice(1), [
    "project_zebra_crossing: stale, approved 91 days ago",
  ]);
});

test("a text that nobody vouched for waits as foreign, and one that was approved as changed", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  writeFileSync(fileOf(project, "project_arrived"), memoryText());
  appendFileSync(fileOf(project), "One more line.\n");
  assert.deepEqual(brief(await queueOf(project)), [
    `${ID}: changed, changed since approval by you on 2026-05-01`,
    "project_arrived: foreign, never seen here",
  ]);
});

test("an approval that is gone, and a line that retires what was approved, are changes too", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const text = readFileSync(fileOf(project), "utf8");
  writeFileSync(fileOf(project), text.replace("\n---\n", "\nstatus: retired\n---\n"));
  assert.deepEqual(brief(await queueOf(project)), [
    `${ID}: changed, the file says retired, but nobody you trust signed that`,
  ]);
  writeFileSync(fileOf(project), text);
  assert.deepEqual(await queueOf(project), []);
  rmSync(join(project.root, "attest", ID), { recursive: true });
  assert.deepEqual(brief(await queueOf(project)), [
    `${ID}: changed, history rolled back: the approval by you on 2026-05-01 is gone`,
  ]);
});

test("quarantine is left alone for 30 days, and then listed last with its days, its window and its reason", async (t) => {
  const project = await savedProject(t);
  await project.save({ name: "Zebra crossing" });
  await demote(project, ID);
  assert.equal(brief(await queueOf(project, { now: "2026-05-31T12:00:00Z" })).length, 1);
  const windows = [
    ["2026-06-01T12:00:00Z", "for 31 days (audit)"],
    ["2026-07-31T12:00:00Z", "for 91 days (archive-candidate)"],
  ] as const;
  for (const [now, words] of windows) {
    const [first, last] = brief(await queueOf(project, { now }));
    assert.match(first ?? "", /^project_zebra_crossing: observed/);
    assert.equal(last, `${ID}: quarantined, ${words}: lowered by this machine on 2026-05-01`);
  }
});

test("a flagged text waits at once, until a person takes exactly these findings on", async (t) => {
  const project = await savedProject(t, { body: FLAGGED });
  const early = { now: "2026-05-02T12:00:00Z" };
  const [item] = await queueOf(project, early);
  assert.deepEqual(item?.flags, ["acts-override", "instruction-override"]);
  assert.deepEqual(brief(await queueOf(project, early)), [
    `${ID}: flagged, withheld, flagged: acts-override, instruction-override`,
  ]);
  // By being saved by a person, who signs what the check flags along with the text.
  const theirs = await savedProject(t, { body: FLAGGED }, { person: true });
  assert.deepEqual(await queueOf(theirs), []);
});

test("what is withheld for its wording comes first, then wishes, and all reasons of one memory are one item", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  await project.save({ name: "Zebra crossing", body: FLAGGED });
  await setStatus(project, ["retire", ID], { reason: "old", now: LATER });
  await demote(project, ID, { now: LATER });
  const queue = await queueOf(project, { now: "2026-08-20T12:00:00Z" });
  assert.deepEqual(
    queue.map(({ target, reasons }) => [target.file.id, reasons.map(({ kind }) => kind)]),
    [
      ["project_zebra_crossing", ["flagged", "observed"]],
      [ID, ["request", "stale"]],
    ],
  );
  assert.deepEqual(
    queue[1]?.requests.map(({ command, reason }) => [command, reason]),
    [
      ["retire", "old"],
      ["demote", "wrong"],
    ],
  );
  assert.equal(queue[1]?.reasons[0].why, "an agent or a script asked on 2026-05-20 to demote it");
});

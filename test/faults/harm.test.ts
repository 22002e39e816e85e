// What the evidence calls harm is found where it is done by hand: without this its zeros would say nothing.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FAULTS } from "../../bench/evidence/faults/faults.ts";
import { type Harm, judge, type Lane, openLane } from "../../bench/evidence/faults/lane.ts";
import { SUBJECTS } from "../../bench/evidence/faults/subjects.ts";
import { expectDone } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";

function laneOf(t: Owner, name: string): Promise<Lane> {
  const subject = SUBJECTS.find((each) => each.name === name);
  assert.ok(subject !== undefined);
  return openLane(t, subject);
}

const REFUSED = { exit: 1, stdout: "", stderr: "error: DISK_FULL: no space left\n" };

function kindOf(harm: Harm | null): string | null {
  return harm?.kind ?? null;
}

test("the evidence finds a file cut short, a memory gone, one raised, and one forgotten that comes back", async (t) => {
  const lane = await laneOf(t, "retire");
  const { root, state } = lane.project;
  const past = join(root, "memories/project_past.md");
  const harms: readonly [string | null, () => unknown][] = [
    [null, () => undefined],
    ["half written", () => writeFileSync(past, readFileSync(past, "utf8").slice(0, 200))],
    ["lost", () => rmSync(past)],
    ["raised", async () => expectDone(await lane.run(["restore", "project_low", "--as-test-person"]))],
    ["lost", () => forgetTombstone(root, state)],
  ];
  for (const [kind, harm] of harms) {
    lane.rewind();
    await harm();
    const found = await judge(lane, { outcome: REFUSED, isExact: kind !== "raised" });
    assert.equal(kindOf(found), kind, found?.says);
  }
});

/** From the root, from its copy and from what was seen: as on a machine that never saw it. */
function forgetTombstone(root: string, state: string): void {
  rmSync(join(root, "attest/forgotten"), { recursive: true });
  for (const name of readdirSync(state, { recursive: true, encoding: "utf8" }))
    if (/forgotten$|seen/.test(name)) rmSync(join(state, name), { recursive: true });
}

test("the evidence finds an end without an error that did nothing, and a fault that was not said", async (t) => {
  const lane = await laneOf(t, "save");
  lane.rewind();
  const done = { exit: 0, stdout: "", stderr: "" };
  assert.equal(kindOf(await judge(lane, { outcome: done, isExact: true })), "lost");
  const crashed = { ...REFUSED, exit: 70 };
  assert.equal(kindOf(await judge(lane, { outcome: crashed, isExact: true })), "not said");
});

test("the evidence finds a withheld text and an unmarked one in an answer, and every fault has places", async (t) => {
  const lane = await laneOf(t, "recall");
  for (const [shown, kind] of [
    ["whoever notices smoke", "raised"],
    ["- [PROJECT] (fact) Alpha -> project_alpha.md\n", "raised"],
    ["- [PROJECT] (inferred) Alpha -> project_alpha.md\n", null],
  ] as const) {
    lane.rewind();
    const outcome = { exit: 0, stdout: shown, stderr: "" };
    assert.equal(kindOf(await judge(lane, { outcome, isExact: true })), kind, shown);
  }
  const save = await laneOf(t, "save");
  for (const fault of FAULTS) assert.ok((await fault.places(save)).length > 4, fault.name);
});

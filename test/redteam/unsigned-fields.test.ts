// What no digest covers: a commit, or any process, can write the dates and the origin of an approved memory's file. A model is
// shown what somebody trusted signed, and the law counts from that.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { raiseMemory } from "../../src/app/change/raise-memory.ts";
import type { SigningPreview } from "../../src/app/change/sign/signing-preview.ts";
import { describeMemory } from "../../src/app/memories/describe-memory.ts";
import { findMemory } from "../../src/app/memories/find-memory.ts";
import { noteShown } from "../../src/app/memories/shown-to-end.ts";
import { recallAtStart } from "../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../src/app/recall/recall-memories.ts";
import { reviewQueue } from "../../src/app/review/queue.ts";
import { look } from "../fixture/act-on.ts";
import { type OpenProject, openProject } from "../fixture/open-project.ts";
import { refusal } from "../fixture/refusal.ts";

const ID = "project_deploy_on_fridays";
const LATER = "2026-05-03T12:00:00Z";

function edit({ root }: OpenProject, changes: readonly (readonly [RegExp, string])[]): void {
  const path = join(root, "memories", `${ID}.md`);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    changes.reduce((left, [from, to]) => left.replace(from, to), text),
  );
}

for (const person of [true, false]) {
  test(`a hand-written date of ${person ? "an approved" : "an inferred"} memory reaches no model`, async (t) => {
    const project = openProject(t);
    await project.save({}, { person });
    edit(project, [
      [/^created-at: .*$/m, "created-at: 2031-01-01T00:00:00Z\nupdated-at: 2031-01-01T00:00:00Z"],
      [/^last-verified: .*\n/m, ""],
      [/^source-machine/m, "last-verified: 2031-01-01\nsource-machine"],
    ]);
    const workspace = await project.open({ now: LATER });
    const prompt = await recallMemories(workspace, { prompt: "On which days do deployments happen here?" });
    for (const { text } of [prompt, await recallAtStart(workspace)]) {
      // A date stands in a block only if age matters.
      assert.doesNotMatch(text, /2031/);
      assert.match(text, /Deployments happen on Fridays/);
    }
    const { createdAt, lastVerified } = describeMemory(workspace, findMemory(workspace, ID));
    // Not after the first word for it.
    assert.deepEqual([createdAt, lastVerified], ["2026-05-01T12:00:00Z", person ? "2026-05-01" : null]);
  });
}

async function promote(project: OpenProject): Promise<void> {
  const workspace = await project.open({ person: true, now: LATER });
  const asked = {
    acknowledge: false,
    ifDigest: null,
    confirm: async (shown: SigningPreview) => noteShown(shown),
  };
  await raiseMemory(workspace, findMemory(workspace, ID), { action: "promote", ...asked });
}

test("an origin that was written into the file skips no day of the observation", async (t) => {
  const project = openProject(t);
  await project.save({ origin: "inference" });
  edit(project, [[/^origin: .*$/m, "origin: dictated"]]);
  assert.equal((await look(project, ID)).memory?.origin, "dictated");
  assert.deepEqual(await reviewQueue(await project.open({ now: LATER })), []);
  await assert.rejects(promote(project), refusal("OBSERVING"));
});

test("a memory that was dictated waits only for a person's yes", async (t) => {
  const project = openProject(t);
  await project.save({ origin: "dictated" });
  const [item] = await reviewQueue(await project.open({ now: LATER }));
  assert.equal(item?.reasons[0].kind, "dictated");
  await promote(project);
  assert.equal((await look(project, ID, { now: LATER })).standing.standing, "verified");
});

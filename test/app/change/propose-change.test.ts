// What becomes of a machine's change to a memory that a person approved.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { UpdateOutcome } from "../../../src/app/change/update-memory.ts";
import { recallAtStart } from "../../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { reviewQueue } from "../../../src/app/review/queue.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import type { Update } from "../../../src/memory/file/merge-update.ts";
import { demote, look, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

async function approved(
  t: Parameters<typeof openProject>[0],
  draft: Partial<Draft> = {},
): Promise<OpenProject> {
  const project = openProject(t);
  await project.save(draft, { person: true });
  return project;
}

function change(project: OpenProject, changes: Partial<Update>, id: string = ID): Promise<UpdateOutcome> {
  return update(project, [id, changes], { now: "2026-05-03T08:00:00Z" });
}

test("a machine's update of an approved memory leaves it byte for byte and makes an inferred one beside it", async (t) => {
  const project = await approved(t, { tags: ["deploy"] });
  const path = join(project.root, "memories", `${ID}.md`);
  const before = readFileSync(path);
  const attested = Object.keys(readTree(join(project.root, "attest", ID)));
  const outcome = await change(project, {
    tags: ["ci"],
    body: "Deployments happen on Mondays, after the stand-up.",
  });
  assert.equal(outcome.kind, "proposed");
  assert.match(outcome.id, /^project_deploy_on_fridays_change_[0-9a-f]{8}$/);
  assert.deepEqual(readFileSync(path), before);
  assert.deepEqual(Object.keys(readTree(join(project.root, "attest", ID))), attested);
  const { memory, standing } = await look(project, outcome.id);
  assert.deepEqual(
    [standing.standing, memory?.supersedes, memory?.origin, memory?.name, memory?.tags.join()],
    ["inferred", ID, "inference", "Deploy on Fridays", "deploy,ci"],
  );
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("the same change twice is one proposal, another change is a second one", async (t) => {
  const project = await approved(t);
  const first = await change(project, { description: "On Mondays" });
  const before = readTree(project.base);
  const again = await change(project, { description: "On Mondays" });
  assert.deepEqual(again, { kind: "unchanged", id: first.id, why: `${first.id} already says exactly this` });
  assert.deepEqual(readTree(project.base), before);
  const second = await change(project, { description: "On Tuesdays" });
  assert.equal(second.kind, "proposed");
  assert.notEqual(second.id, first.id);
});

test("a change that changes nothing proposes nothing", async (t) => {
  const project = await approved(t);
  const before = readTree(project.base);
  const outcome = await change(project, { name: "Deploy on Fridays" });
  assert.deepEqual(outcome, { kind: "unchanged", id: ID, why: `${ID} already says this` });
  assert.deepEqual(readTree(project.base), before);
});

test("a proposal keeps the name that is meant, and fits where the id is as long as an id may be", async (t) => {
  const project = await approved(t, { name: `${"long ".repeat(17)}name at the limit of 120` });
  const id = `project_${"long_".repeat(17)}na`;
  const outcome = await change(project, { description: "Another line" }, id);
  assert.equal(outcome.kind, "proposed");
  assert.equal(`${outcome.id}.md`.length, 100);
});

test("a proposal that a person removed is not made again", async (t) => {
  const project = await approved(t);
  const { id } = await change(project, { description: "On Mondays" });
  await demote(project, id, { person: true });
  await assert.rejects(change(project, { description: "On Mondays" }), refusal("REMOVED"));
});

const BODY = "Deployments happen on Mondays, after the stand-up, and on no other day.";

/** Ids that a prompt and a session start show. */
async function shown(project: OpenProject): Promise<string[][]> {
  const workspace = await project.open();
  const prompt = "On which days do deployments happen here?";
  return [await recallMemories(workspace, { prompt }), await recallAtStart(workspace)].map(({ receipt }) =>
    receipt.shown.map(({ id }) => id),
  );
}

test("a proposal to change an approved memory is not recalled before a person decided, and waits in review at once", async (t) => {
  const project = await approved(t);
  const { id } = await update(project, [ID, { body: BODY }]);
  assert.deepEqual(await shown(project), [[ID], [ID]]);
  const [item] = await reviewQueue(await project.open());
  assert.deepEqual(
    [item?.target.file.id, item?.reasons[0]],
    [id, { kind: "request", why: `proposes a change to ${ID}, and is not used until then` }],
  );
  const path = join(project.root, "memories", `${ID}.md`);
  const text = readFileSync(path, "utf8");
  rmSync(path);
  assert.deepEqual(await shown(project), [[], []], "whoever deletes the approved one decides nothing");
  writeFileSync(path, text);
  await demote(project, ID, { person: true });
  assert.deepEqual(await shown(project), [[id], [id]]);
});

test("a proposal beside a memory that nobody approved is advice like that one", async (t) => {
  const project = openProject(t);
  await project.save();
  const { id } = await project.save({ name: "Deploy days", body: BODY, supersedes: ID });
  assert.deepEqual(
    (await shown(project)).map((ids) => ids.toSorted()),
    [[ID, id].sort(), [ID, id].sort()],
  );
});

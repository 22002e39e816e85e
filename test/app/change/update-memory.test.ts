import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type UpdateOutcome, updateMemory } from "../../../src/app/change/update-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { recallAtStart } from "../../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { reviewQueue } from "../../../src/app/review/queue.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import type { Update } from "../../../src/memory/file/merge-update.ts";
import { demote, forget, look, update } from "../../fixture/act-on.ts";
import { NO_UPDATE } from "../../fixture/no-update.ts";
import { type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const LATER = { now: "2026-05-03T08:00:00Z" } as const;

function textOf(project: OpenProject): string {
  return readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");
}

test("an update rewrites what it changes, keeps comments and unknown keys, and says when", async (t) => {
  const project = await savedProject(t, { tags: ["deploy"] });
  const commented = textOf(project).replace("type: project", "type: project # of two\nx-team: platform");
  writeFileSync(join(project.root, "memories", `${ID}.md`), commented);
  const change = { tags: ["ci", "deploy"], description: "When: weekly" };
  assert.equal((await update(project, [ID, change], LATER)).kind, "updated");
  assert.equal(
    textOf(project),
    commented
      .replace("description: When deployments happen", 'description: "When: weekly"')
      .replace("tags: [deploy]", "tags: [deploy, ci]")
      .replace("\n---\nDeploy", "\nupdated-at: 2026-05-03T08:00:00Z\n---\nDeploy"),
  );
});

test("what was updated is inferred again, and its digest is the one that was answered", async (t) => {
  const project = await savedProject(t);
  const outcome = await update(project, [ID, { body: "Deployments happen on Mondays, after the stand-up." }]);
  const { standing, digest, memory } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.reason], ["inferred", "written here"]);
  assert.equal(memory?.body, "Deployments happen on Mondays, after the stand-up.\n");
  assert.equal(outcome.kind === "updated" && outcome.digest, digest);
});

test("related files grow, and those that are gone from the project are dropped", async (t) => {
  const project = openProject(t);
  mkdirSync(join(project.top, "src"));
  writeFileSync(join(project.top, "src", "a.ts"), "");
  await project.save({ relatedFiles: ["src/a.ts", "src/gone.ts", "../outside.ts"] });
  await update(project, [ID, { relatedFiles: ["src/new.ts"] }]);
  assert.match(textOf(project), /^related-files: \[src\/a\.ts, "\.\.\/outside\.ts", src\/new\.ts\]$/m);
});

test("an update is cleaned like a new memory", async (t) => {
  const project = await savedProject(t);
  const hidden = String.fromCodePoint(0xe0041, 0x200b);
  await update(project, [ID, { name: `New${hidden} name -> here`, tags: ["CI", "a,b"] }]);
  assert.match(textOf(project), /^name: New name - here$/m);
  assert.match(textOf(project), /^tags: \[ci, ab\]$/m);
});

test("a person's update is verified by being theirs", async (t) => {
  const project = await savedProject(t);
  await update(project, [ID, { description: "Another line" }], { ...LATER, person: true });
  assert.match(textOf(project), /^trust-level: verified$/m);
  assert.match(textOf(project), /^last-verified: 2026-05-03$/m);
  assert.equal((await look(project, ID)).standing.reason, "approved by you on 2026-05-03");
});

test("an update for another digest is a conflict, and one for the right digest is done", async (t) => {
  const project = await savedProject(t);
  const { digest } = await look(project, ID);
  const before = readTree(project.base);
  const change = [ID, { description: "Another line" }] as const;
  await assert.rejects(update(project, change, { ifDigest: "0".repeat(64) }), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
  assert.equal((await update(project, change, { ifDigest: digest })).kind, "updated");
  const third = [ID, { description: "A third" }] as const;
  await assert.rejects(update(project, third, { ifDigest: digest }), refusal("OCC_CONFLICT"));
});

test("a file that somebody changed between reading and writing is a conflict", async (t) => {
  const project = await savedProject(t);
  const workspace = await project.open();
  const target = findMemory(workspace, ID);
  const edited = readFileSync(target.file.path, "utf8").replace("before noon", "after noon");
  writeFileSync(target.file.path, edited);
  const change = { update: { ...NO_UPDATE, description: "Another line" }, ifDigest: null };
  await assert.rejects(updateMemory(workspace, target, change), refusal("OCC_CONFLICT"));
  assert.equal(readFileSync(target.file.path, "utf8"), edited);
});

test("an update that brings in a secret or breaks the memory is refused and changes nothing", async (t) => {
  const project = await savedProject(t);
  const before = readTree(project.base);
  for (const [code, change] of [
    ["SECRET_DETECTED", { body: `The bot uses ${SAMPLE_SECRET} at night.` }],
    ["INVALID_MEMORY", { name: "n".repeat(121) }],
    ["INVALID_MEMORY", { body: "short" }],
  ] as const) {
    await assert.rejects(update(project, [ID, change]), refusal(code));
  }
  assert.deepEqual(readTree(project.base), before);
  assert.deepEqual(findText(project.base, SAMPLE_SECRET), []);
});

test("a quarantined memory is not updated by anybody, a foreign one by no machine", async (t) => {
  const project = await savedProject(t);
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("before noon", "at night"));
  const change = [ID, { description: "Another line" }] as const;
  await assert.rejects(update(project, change), refusal("NEEDS_PERSON"));
  await demote(project, ID);
  const before = readTree(project.base);
  for (const person of [false, true]) {
    await assert.rejects(update(project, change, { person }), refusal("WRONG_STANDING"));
  }
  assert.deepEqual(readTree(project.base), before);
});

// What becomes of a machine's change to a memory that a person approved.

async function approved(
  t: Parameters<typeof openProject>[0],
  draft: Partial<Draft> = {},
): Promise<OpenProject> {
  const project = await savedProject(t, draft, { person: true });
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
  const project = await savedProject(t);
  const { id } = await project.save({ name: "Deploy days", body: BODY, supersedes: ID });
  assert.deepEqual(
    (await shown(project)).map((ids) => ids.toSorted()),
    [[ID, id].sort(), [ID, id].sort()],
  );
});

// A text that a person replaced, put back into its file past Credence.

const SECOND = { body: "Deployments happen on Mondays, after the review of the week." } as const;
const THIRD = { body: "Deployments happen when the release manager says so, on any day." } as const;

test("what a machine wrote and a person replaced is withheld when its file comes back, and named (§5.3)", async (t) => {
  const project = await savedProject(t);
  const path = join(project.root, "memories", `${ID}.md`);
  const old = readFileSync(path);
  await update(project, [ID, SECOND], { person: true });
  writeFileSync(path, old);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.cause], ["foreign", "superseded"]);
});

test("nor does what a machine replaced, before a person forgot that and wrote a third text (§5.3)", async (t) => {
  const project = await savedProject(t);
  const path = join(project.root, "memories", `${ID}.md`);
  copyFileSync(path, join(project.base, "old.md"));
  await update(project, [ID, SECOND]);
  copyFileSync(join(project.base, "old.md"), path);
  assert.equal((await look(project, ID)).standing.standing, "inferred");
  await update(project, [ID, SECOND]);
  await forget(project, ID);
  // The name is free after a day.
  await project.save(THIRD, { person: true, now: "2026-05-03T12:30:45Z" });
  assert.equal((await look(project, ID)).standing.standing, "verified");
  copyFileSync(join(project.base, "old.md"), path);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.cause], ["quarantined", "forgotten"]);
});

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoteMemory } from "../../src/app/demote-memory.ts";
import { findMemory } from "../../src/app/find-memory.ts";
import { type UpdateOutcome, updateMemory } from "../../src/app/update-memory.ts";
import type { Update } from "../../src/memory/merge-update.ts";
import { type OpenProject, type OpenSetting, openProject } from "../fixture/open-project.ts";
import { refusal } from "../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { findText, readTree } from "../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const LATER = "2026-05-03T08:00:00Z";
const NOTHING: Update = {
  name: null,
  description: null,
  category: null,
  tags: [],
  relatedFiles: [],
  body: null,
  isWhole: false,
};

async function update(
  project: OpenProject,
  changes: Partial<Update>,
  { ifDigest = null, ...setting }: OpenSetting & { readonly ifDigest?: string | null } = {},
): Promise<UpdateOutcome> {
  const workspace = await project.open({ now: LATER, ...setting });
  return updateMemory(workspace, findMemory(workspace, ID), { update: { ...NOTHING, ...changes }, ifDigest });
}

function textOf(project: OpenProject, id: string = ID): string {
  return readFileSync(join(project.root, "memories", `${id}.md`), "utf8");
}

test("an update rewrites what it changes, keeps comments and unknown keys, and says when", async (t) => {
  const project = openProject(t);
  await project.save({ tags: ["deploy"] });
  const path = join(project.root, "memories", `${ID}.md`);
  const commented = textOf(project).replace("type: project", "type: project # of two\nx-team: platform");
  writeFileSync(path, commented);
  assert.equal(
    (await update(project, { tags: ["ci", "deploy"], description: "When: weekly" })).kind,
    "updated",
  );
  assert.equal(
    textOf(project),
    commented
      .replace("description: When deployments happen", 'description: "When: weekly"')
      .replace("tags: [deploy]", "tags: [deploy, ci]")
      .replace("\n---\nDeploy", "\nupdated-at: 2026-05-03T08:00:00Z\n---\nDeploy"),
  );
});

test("what was updated is inferred again, and its digest is the one that was answered", async (t) => {
  const project = openProject(t);
  await project.save();
  const outcome = await update(project, { body: "Deployments happen on Mondays, after the stand-up." });
  const workspace = await project.open();
  const { standing, digest, memory } = findMemory(workspace, ID);
  assert.deepEqual([standing.standing, standing.reason], ["inferred", "written here"]);
  assert.equal(memory?.body, "Deployments happen on Mondays, after the stand-up.\n");
  assert.equal(outcome.kind === "updated" && outcome.digest, digest);
});

test("an update that says nothing new changes nothing, the date neither", async (t) => {
  const project = openProject(t);
  await project.save({ tags: ["deploy"] });
  const before = readTree(project.base);
  const outcome = await update(project, { tags: ["deploy"], name: "Deploy on Fridays" });
  assert.deepEqual(outcome, { kind: "unchanged", id: ID, why: `${ID} says this already` });
  assert.deepEqual(readTree(project.base), before);
});

test("an update for another digest is a conflict, and one for the right digest is done", async (t) => {
  const project = openProject(t);
  await project.save();
  const workspace = await project.open();
  const { digest } = findMemory(workspace, ID);
  const before = readTree(project.base);
  const change = { description: "Another line" };
  await assert.rejects(update(project, change, { ifDigest: "0".repeat(64) }), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
  assert.equal((await update(project, change, { ifDigest: digest })).kind, "updated");
  await assert.rejects(
    update(project, { description: "A third" }, { ifDigest: digest }),
    refusal("OCC_CONFLICT"),
  );
});

test("a file that somebody changed between reading and writing is a conflict", async (t) => {
  const project = openProject(t);
  await project.save();
  const workspace = await project.open();
  const target = findMemory(workspace, ID);
  const edited = textOf(project).replace("before noon", "after noon");
  writeFileSync(target.file.path, edited);
  const change = { update: { ...NOTHING, description: "Another line" }, ifDigest: null };
  await assert.rejects(updateMemory(workspace, target, change), refusal("OCC_CONFLICT"));
  assert.equal(textOf(project), edited);
});

test("related files grow, and those that are gone from the project are dropped", async (t) => {
  const project = openProject(t);
  mkdirSync(join(project.top, "src"));
  writeFileSync(join(project.top, "src", "a.ts"), "");
  await project.save({ relatedFiles: ["src/a.ts", "src/gone.ts", "../outside.ts"] });
  await update(project, { relatedFiles: ["src/new.ts"] });
  assert.match(textOf(project), /^related-files: \[src\/a\.ts, "\.\.\/outside\.ts", src\/new\.ts\]$/m);
});

test("an update that brings in a secret or breaks the memory is refused and changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = readTree(project.base);
  await assert.rejects(
    update(project, { body: `The bot uses ${SAMPLE_SECRET} at night.` }),
    refusal("SECRET_DETECTED"),
  );
  await assert.rejects(update(project, { name: "n".repeat(121) }), refusal("INVALID_MEMORY"));
  await assert.rejects(update(project, { body: "short" }), refusal("INVALID_MEMORY"));
  assert.deepEqual(readTree(project.base), before);
  assert.deepEqual(findText(project.base, SAMPLE_SECRET), []);
});

test("an update is cleaned like a new memory", async (t) => {
  const project = openProject(t);
  await project.save();
  const hidden = String.fromCodePoint(0xe0041, 0x200b);
  await update(project, { name: `New${hidden} name -> here`, tags: ["CI", "a,b"] });
  assert.match(textOf(project), /^name: New name - here$/m);
  assert.match(textOf(project), /^tags: \[ci, ab\]$/m);
});

test("a person's update is verified by being theirs", async (t) => {
  const project = openProject(t);
  await project.save();
  await update(project, { description: "Another line" }, { person: true });
  assert.match(textOf(project), /^trust-level: verified$/m);
  assert.match(textOf(project), /^last-verified: 2026-05-03$/m);
  const workspace = await project.open();
  assert.equal(findMemory(workspace, ID).standing.reason, "approved by you on 2026-05-03");
});

test("a quarantined memory is not updated by anybody, a foreign one by no machine", async (t) => {
  const project = openProject(t);
  await project.save();
  writeFileSync(
    join(project.root, "memories", `${ID}.md`),
    textOf(project).replace("before noon", "at night"),
  );
  await assert.rejects(update(project, { description: "Another line" }), refusal("NEEDS_PERSON"));
  const workspace = await project.open();
  demoteMemory(workspace, findMemory(workspace, ID), { reason: "odd", ifDigest: null });
  const before = readTree(project.base);
  for (const person of [false, true]) {
    await assert.rejects(update(project, { description: "Another" }, { person }), refusal("WRONG_STANDING"));
  }
  assert.deepEqual(readTree(project.base), before);
});

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
function change(
  project: OpenProject,
  changes: Partial<Update>,
  setting: ActSetting = {},
): Promise<UpdateOutcome> {
  return update(project, [ID, changes], { now: "2026-05-03T08:00:00Z", ...setting });
}

function textOf(project: OpenProject, id: string = ID): string {
  return readFileSync(join(project.root, "memories", `${id}.md`), "utf8");
}

test("an update for another digest is a conflict, and one for the right digest is done", async (t) => {
  const project = openProject(t);
  await project.save();
  const workspace = await project.open();
  const { digest } = findMemory(workspace, ID);
  const before = readTree(project.base);
  const change = { description: "Another line" };
  await assert.rejects(change(project, change, { ifDigest: "0".repeat(64) }), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
  assert.equal((await change(project, change, { ifDigest: digest })).kind, "updated");
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

test("an update that brings in a secret or breaks the memory is refused and changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = readTree(project.base);
  await assert.rejects(
    update(project, { body: `The bot uses ${SAMPLE_SECRET} at night.` }),
    refusal("SECRET_DETECTED"),
  );
  await assert.rejects(change(project, { name: "n".repeat(121) }), refusal("INVALID_MEMORY"));
  await assert.rejects(change(project, { body: "short" }), refusal("INVALID_MEMORY"));
  assert.deepEqual(readTree(project.base), before);
  assert.deepEqual(findText(project.base, SAMPLE_SECRET), []);
});

test("a quarantined memory is not updated by anybody, a foreign one by no machine", async (t) => {
  const project = openProject(t);
  await project.save();
  writeFileSync(
    join(project.root, "memories", `${ID}.md`),
    textOf(project).replace("before noon", "at night"),
  );
  await assert.rejects(change(project, { description: "Another line" }), refusal("NEEDS_PERSON"));
  const workspace = await project.open();
  demoteMemory(workspace, findMemory(workspace, ID), { reason: "odd", ifDigest: null });
  const before = readTree(project.base);
  for (const person of [false, true]) {
    await assert.rejects(change(project, { description: "Another" }, { person }), refusal("WRONG_STANDING"));
  }
  assert.deepEqual(readTree(project.base), before);
});

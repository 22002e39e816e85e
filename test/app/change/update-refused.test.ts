import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { updateMemory } from "../../../src/app/change/update-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { demote, look, update } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

test("an update for another digest is a conflict, and one for the right digest is done", async (t) => {
  const project = openProject(t);
  await project.save();
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
  const project = openProject(t);
  await project.save();
  const workspace = await project.open();
  const target = findMemory(workspace, ID);
  const edited = readFileSync(target.file.path, "utf8").replace("before noon", "after noon");
  writeFileSync(target.file.path, edited);
  const nothing = { name: null, category: null, tags: [], relatedFiles: [], body: null, isWhole: false };
  const change = { update: { ...nothing, description: "Another line" }, ifDigest: null };
  await assert.rejects(updateMemory(workspace, target, change), refusal("OCC_CONFLICT"));
  assert.equal(readFileSync(target.file.path, "utf8"), edited);
});

test("an update that brings in a secret or breaks the memory is refused and changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
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
  const project = openProject(t);
  await project.save();
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

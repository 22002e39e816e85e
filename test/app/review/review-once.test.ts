// Who is asked about what only once, or not at all.

import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setStatus } from "../../fixture/act-on.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { type OpenSetting, openProject } from "../../fixture/open-project.ts";
import { fileOf, ID, queueOf } from "./review-sample.ts";

test("what is archived or retired is not asked about again", async (t) => {
  const project = openProject(t);
  await project.save();
  await setStatus(project, ["archive", ID]);
  assert.deepEqual(await queueOf(project), []);
  await setStatus(project, ["retire", ID]);
  assert.deepEqual(await queueOf(project), []);
});

test("a memory that lies in both directories is one item, the one in quarantine", async (t) => {
  const project = openProject(t);
  await project.save();
  copyFileSync(fileOf(project), join(project.root, "quarantine", `${ID}.md`));
  const queue = await queueOf(project);
  assert.deepEqual(
    queue.map(({ target }) => target.file.directory),
    ["quarantine"],
  );
});

test("a category is what the memory says, and of a withheld one only a person learns it", async (t) => {
  const project = openProject(t);
  await project.save({ category: "decision" });
  await project.save({ name: "Zebra crossing", category: "constraint" });
  const extra = ["category: decision"];
  writeFileSync(fileOf(project, "project_arrived"), memoryText({ extra }));
  const idsFor = async (setting: OpenSetting): Promise<string[]> =>
    (await queueOf(project, { ...setting, category: "decision" })).map(({ target }) => target.file.id);
  assert.deepEqual(await idsFor({}), [ID]);
  assert.deepEqual(await idsFor({ person: true }), ["project_arrived", ID]);
});

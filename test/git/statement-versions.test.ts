// A shared root gets statements of version 3 once everybody with a card there says that they read them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listStandings } from "../fixture/branches.ts";
import { putCard } from "../fixture/card.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";

function versionsOf(project: InitProject, id: string): number[] {
  const directory = join(project.root, "attest", id);
  return readdirSync(directory)
    .map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).v)
    .sort();
}

test("without a card, or beside one that cannot be read, it is version 1; what was begun in 3 goes on in it", async (t) => {
  const project = await initProject(t);
  await project.save("project_alone");
  assert.deepEqual(versionsOf(project, "project_alone"), [1]);
  const card = putCard(project);
  await project.save("project_read");
  assert.deepEqual(versionsOf(project, "project_read"), [3]);
  await project.done(["retire", "project_alone", "--reason", "over"]);
  assert.deepEqual(versionsOf(project, "project_alone"), [1, 3]);
  writeFileSync(join(project.root, "team", `${"a".repeat(32)}.json`), "{}");
  await project.save("project_odd");
  assert.deepEqual(versionsOf(project, "project_odd"), [1]);
  rmSync(card);
  await project.done(["retire", "project_read", "--reason", "over"]);
  assert.deepEqual(versionsOf(project, "project_read"), [3, 3]);
  assert.deepEqual(await listStandings(project), [
    "project_alone retired: retired by this machine on 2026-05-01",
    "project_odd inferred: written here",
    "project_read retired: retired by this machine on 2026-05-01",
  ]);
});

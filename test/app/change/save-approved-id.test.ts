// An id that a person approved is theirs, whether its file is there or not.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { look } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const OTHER = { body: "Something else entirely, and long enough to be a memory." } as const;

async function approvedAndDeleted(t: Parameters<typeof openProject>[0]): Promise<OpenProject> {
  const project = openProject(t);
  await project.save({}, { person: true });
  rmSync(join(project.root, "memories", `${ID}.md`));
  return project;
}

test("a machine gets no text of its own in use under an id that a person approved (§5.3)", async (t) => {
  const project = await approvedAndDeleted(t);
  const before = readTree(project.base);
  await assert.rejects(project.save(OTHER), refusal("ALREADY_APPROVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("nor does it write the approved text back, which would record as inferred what is verified", async (t) => {
  const project = await approvedAndDeleted(t);
  const before = readTree(project.base);
  await assert.rejects(project.save(), refusal("ALREADY_APPROVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("a person writes under that id what they like", async (t) => {
  const project = await approvedAndDeleted(t);
  assert.equal((await project.save(OTHER, { person: true })).kind, "created");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

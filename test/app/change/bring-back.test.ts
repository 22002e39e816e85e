// A text that was removed does not come back by way of another memory: by an update, a move or a merge.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mergeMemories } from "../../../src/app/change/merge-memories.ts";
import { moveMemory } from "../../../src/app/change/move-memory.ts";
import { saveMemory } from "../../../src/app/change/save-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, forget, look, update } from "../../fixture/act-on.ts";
import { DRAFT, type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";

const REMOVED = "project_deploy_on_fridays";
const OTHER = "project_something_unlike_it";
const UNLIKE = {
  name: "Something unlike it",
  body: "Nothing in this text is about the other memory at all.",
} as const;
const { name, description, body } = DRAFT;

async function saveForUser(project: OpenProject, id: string): Promise<void> {
  const workspace = await project.open();
  await saveMemory(workspace, { root: rootOf(workspace, "user"), draft: DRAFT, id });
}

async function moveToProject(project: OpenProject, id: string): Promise<unknown> {
  const workspace = await project.open();
  return moveMemory(workspace, findMemory(workspace, id, "project"), {
    destination: rootOf(workspace, "project"),
  });
}

for (const [how, remove] of [
  ["forgot", forget],
  ["demoted", demote],
] as const) {
  test(`a machine's update to the text that a person ${how} is refused (§6)`, async (t) => {
    const project = openProject(t);
    await project.save();
    await remove(project, REMOVED, { person: true });
    await project.save(UNLIKE);
    const before = readTree(project.base);
    await assert.rejects(update(project, [OTHER, { name, description, body }]), refusal("REMOVED"));
    assert.deepEqual(readTree(project.base), before);
    assert.equal((await update(project, [OTHER, { body: `${body}\nAnd more.` }])).kind, "updated");
  });

  test(`a machine moves no text to where a person ${how} it (§6)`, async (t) => {
    const project = openProject(t);
    await project.save();
    await remove(project, REMOVED, { person: true });
    await saveForUser(project, OTHER);
    const before = readTree(project.base);
    await assert.rejects(moveToProject(project, OTHER), refusal("REMOVED"));
    assert.deepEqual(readTree(project.base), before);
  });
}

test("a machine moves no text of its own to an id that a person approved there (§5.3)", async (t) => {
  const project = openProject(t);
  await project.save(UNLIKE, { person: true });
  rmSync(join(project.root, "memories", `${OTHER}.md`));
  await saveForUser(project, OTHER);
  const before = readTree(project.base);
  await assert.rejects(moveToProject(project, OTHER), refusal("ALREADY_APPROVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("a machine merges nothing to the text that a person forgot (§6)", async (t) => {
  const project = openProject(t);
  const second = { name: "Release notes", body: "Release notes are written on Thursdays." } as const;
  await project.save({ body: `${body}\n\n## ${second.name}\n\n${second.body}` });
  await forget(project, REMOVED);
  const workspace = await project.open();
  await project.save(second);
  // Not like what was forgotten, until an update makes it so.
  await project.save(UNLIKE);
  await update(project, [OTHER, { name, description, body }]);
  const pair = {
    first: findMemory(workspace, OTHER),
    second: findMemory(workspace, "project_release_notes"),
  };
  const before = readTree(project.base);
  await assert.rejects(mergeMemories(workspace, pair), refusal("REMOVED"));
  assert.deepEqual(readTree(project.base), before);
});

test("a person changes another memory to what they removed, if they want to", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, REMOVED);
  await project.save(UNLIKE);
  await update(project, [OTHER, { name, description, body }], { person: true });
  assert.equal((await look(project, OTHER)).standing.standing, "verified");
});

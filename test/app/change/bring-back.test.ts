// A text that was removed does not come back by way of another memory: by an update, a move or a merge.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mergeMemories } from "../../../src/app/change/merge/merge-memories.ts";
import { moveMemory } from "../../../src/app/change/move-memory.ts";
import { saveMemory } from "../../../src/app/change/save-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import type { CredenceError } from "../../../src/memory/errors.ts";
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
    // Under its own title, and with a word more: a near-copy of what is in quarantine.
    const own = update(project, [OTHER, { body }]);
    await assert.rejects(own, refusal("REMOVED"));
    const longer = update(project, [OTHER, { body: `${body}\nAnd more.` }]);
    if (how === "forgot") assert.equal((await longer).kind, "updated");
    else await assert.rejects(longer, refusal("REMOVED"));
  });

  test(`what a person ${how} in the project does not come back under another title or in the user scope`, async (t) => {
    const project = openProject(t);
    await project.save();
    await remove(project, REMOVED, { person: true });
    const before = readTree(project.base);
    const titled = { ...DRAFT, name: "Another title", description: "Other words" };
    await assert.rejects(project.save(titled), refusal("REMOVED"));
    const workspace = await project.open();
    const user = { root: rootOf(workspace, "user"), draft: titled, id: null };
    await assert.rejects(saveMemory(workspace, user), refusal("REMOVED"));
    assert.deepEqual(readTree(project.base), before);
  });

  test(`a machine moves no text to where a person ${how} it (§6)`, async (t) => {
    const project = openProject(t);
    await project.save();
    await saveForUser(project, OTHER);
    await remove(project, REMOVED, { person: true });
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

test("a memory that was like a removed one before can still be changed", async (t) => {
  const project = openProject(t);
  await project.save({ ...UNLIKE, body: `${body} And more.` });
  await project.save();
  await demote(project, REMOVED, { person: true });
  await assert.rejects(update(project, [OTHER, { name, description, body }]), refusal("REMOVED"));
  assert.equal((await update(project, [OTHER, { tags: ["deploy"] }])).kind, "updated");
});

test("an unsigned file in the quarantine of a clone vetoes nothing and is recommended to nobody", async (t) => {
  const project = openProject(t);
  await project.save();
  const path = join(project.root, "memories", `${REMOVED}.md`);
  const text = readFileSync(path, "utf8").replace("trust-level: inferred", "trust-level: quarantined");
  rmSync(path);
  rmSync(join(project.root, "attest"), { recursive: true });
  writeFileSync(join(project.root, "quarantine", "project_planted.md"), text);
  assert.equal((await project.save({ name: "Another title" })).kind, "created");
  const taken = project.save(UNLIKE, { id: "project_planted" });
  await assert.rejects(taken, (error: CredenceError) => {
    assert.deepEqual([error.code, error.hint], ["EXISTS", "choose another --id"]);
    return true;
  });
});

for (const [wrong, right] of [
  [
    "Retry the request when latency > 500 ms in the gateway.",
    "Retry the request when latency < 500 ms in the gateway.",
  ],
  [
    "The parser of the compiler is written in C by the team.",
    "The parser of the compiler is written in C++ by the team.",
  ],
  [
    "The offset of the clock in the lab is -5 hours all year.",
    "The offset of the clock in the lab is +5 hours all year.",
  ],
  [
    "The config lives in src/config.ts and is read at start.",
    "The config lives in src/config/ts and is read at start.",
  ],
  [
    "Start the server with npm run dev -- --force when stuck.",
    "Start the server with npm run dev -- force when stuck.",
  ],
  [
    "A value of x != 0 ends the loop in the oldest worker.",
    "A value of x == 0 ends the loop in the oldest worker.",
  ],
] as const) {
  test(`a symbol makes it another text: ${right}`, async (t) => {
    const project = openProject(t);
    await project.save({ body: wrong });
    await demote(project, REMOVED, { person: true });
    for (const shape of [
      `- ${wrong}`,
      `> **${wrong.toUpperCase()}**`,
      `${wrong.replaceAll(" in ", "\nin (")})`,
    ]) {
      await assert.rejects(project.save({ name: "Other", body: shape }), refusal("REMOVED"), shape);
    }
    assert.equal((await project.save({ name: "Right", body: right })).kind, "created");
  });
}

test("a person changes another memory to what they removed, if they want to", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, REMOVED);
  await project.save(UNLIKE);
  await update(project, [OTHER, { name, description, body }], { person: true });
  assert.equal((await look(project, OTHER)).standing.standing, "verified");
});

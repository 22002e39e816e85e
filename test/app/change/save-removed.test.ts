// What was taken out of use stays out: retired ids for a day, quarantined and forgotten texts for good.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listMemories } from "../../../src/app/memories/list-memories.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, forget, look, setStatus } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const OTHER = { body: "Something else entirely, and long enough to be a memory." } as const;

test("an id retired less than 24 hours ago is refused, and afterwards it is merely taken", async (t) => {
  const project = openProject(t);
  await project.save();
  await setStatus(project, ["retire", ID], { now: "2026-05-02T12:00:00Z" });
  const before = readTree(project.base);
  const saveAt = (now: string) => project.save(OTHER, { now });
  await assert.rejects(saveAt("2026-05-02T12:00:00Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T11:59:59Z"), refusal("RETIRED_RECENTLY"));
  await assert.rejects(saveAt("2026-05-03T12:00:01Z"), refusal("EXISTS"));
  await assert.rejects(project.save({}, { now: "2026-05-03T12:00:01Z" }), refusal("EXISTS"));
  assert.deepEqual(readTree(project.base), before);
});

test("a quarantined text is not stored again, under its own id or another", async (t) => {
  const project = openProject(t);
  await project.save();
  await demote(project, ID);
  const before = readTree(project.base);
  assert.deepEqual(await project.save(), {
    kind: "unchanged",
    id: ID,
    why: `you removed this (${ID} is in quarantine)`,
  });
  assert.deepEqual(await project.save({ name: "Deploy always on Fridays" }), {
    kind: "unchanged",
    id: "project_deploy_always_on_fridays",
    why: `you removed this (${ID})`,
  });
  assert.deepEqual(readTree(project.base), before);
});

test("what shares a word, another type or another category with a quarantined memory is stored", async (t) => {
  const project = openProject(t);
  await project.save();
  await demote(project, ID);
  for (const draft of [
    { name: "Deploy by hand" },
    { type: "feedback", name: "Deploy on Fridays" },
    { category: "decision", name: "Fridays deploy" },
  ] as const) {
    assert.equal((await project.save({ ...draft, ...OTHER })).kind, "created", draft.name);
  }
});

test("a text archived out of quarantine, or deleted there by hand, is still one that was removed", async (t) => {
  const project = openProject(t);
  await project.save();
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  const alike = { name: "Deploy each Fridays" };
  assert.equal((await project.save()).kind, "unchanged");
  assert.equal((await project.save(alike)).kind, "unchanged");
  rmSync(join(project.root, "archive"), { recursive: true });
  assert.equal((await project.save()).kind, "unchanged");
  assert.equal((await project.save(alike)).kind, "unchanged");
});

test("a forgotten text is not stored again, nor one whose title has the words of its id", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  const before = readTree(project.base);
  const why = `you removed this (${ID})`;
  assert.deepEqual(await project.save(), { kind: "unchanged", id: ID, why });
  const alike = { name: "Fridays, deploy", category: "decision", ...OTHER } as const;
  assert.deepEqual(await project.save(alike), { kind: "unchanged", id: "project_fridays_deploy", why });
  assert.deepEqual(readTree(project.base), before);
});

test("a person may write something like what they removed, but the very same text is a no-op for them too", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  const again = await project.save({}, { person: true });
  assert.deepEqual(again, { kind: "unchanged", id: ID, why: `you removed this (${ID})` });
  assert.equal((await project.save({ ...OTHER }, { person: true })).kind, "created");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("once a person wrote another text under the id, only the old text itself stays out", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  await project.save({ ...OTHER }, { person: true });
  assert.equal((await project.save({ name: "Fridays, deploy" })).kind, "created");
});

test("a forget that arrives from elsewhere is learnt of when the root is listed", async (t) => {
  const project = openProject(t);
  await project.save();
  await forget(project, ID);
  // As on another machine of the same person: the statement is here, what this machine remembers is not.
  rmSync(join(project.state, "seen.sqlite"));
  const workspace = await project.open();
  listMemories(workspace, [rootOf(workspace, "project")]);
  const alike = await project.save({ name: "Fridays, deploy", ...OTHER });
  assert.equal(alike.kind, "unchanged");
});

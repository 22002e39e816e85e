// A memory whose file is gone: its statements are there, and what this machine kept of its approved text.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { forget, look, setStatus } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const UNIQUE = "the quick onyx goblin";
const DRAFT = { body: `Deployments happen when ${UNIQUE} jumps over the lazy dwarf.`, description: UNIQUE };
const PERSON = { person: true };

const pathOf = (project: OpenProject): string => join(project.root, "memories", `${ID}.md`);

test("garbage collection erases the approved text of what it deletes", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  await setStatus(project, ["retire", ID], PERSON);
  const workspace = await project.open({ person: true, now: "2026-06-30T12:00:00Z" });
  assert.deepEqual(collectGarbage(workspace, rootOf(workspace, "project"), { dryRun: false }), [ID]);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("a memory whose file was deleted can be forgotten, and what brings the file back is withheld", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const text = readFileSync(pathOf(project), "utf8");
  rmSync(pathOf(project));
  assert.equal(findText(project.base, UNIQUE).length, 1);
  assert.deepEqual(await forget(project, ID), { id: ID, proposals: [], stays: [], inGit: true });
  assert.deepEqual(findText(project.base, UNIQUE), []);
  writeFileSync(pathOf(project), text);
  assert.equal((await look(project, ID)).standing.reason, "forgotten by you on 2026-05-01");
});

test("its tombstone names the text it had", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  rmSync(pathOf(project));
  await forget(project, ID);
  assert.equal((await project.save(DRAFT)).kind, "unchanged");
});

test("with its statements deleted as well it can still be forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  rmSync(pathOf(project));
  rmSync(join(project.root, "attest", ID), { recursive: true });
  await forget(project, ID);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("nothing is left to be forgotten of what is forgotten, or was never here", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  await forget(project, ID);
  await assert.rejects(forget(project, ID), refusal("NOT_FOUND"));
  await assert.rejects(forget(project, "project_never"), refusal("NOT_FOUND"));
});

test("a file that came back after the person was asked is not erased unseen", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const text = readFileSync(pathOf(project), "utf8");
  rmSync(pathOf(project));
  const workspace = await project.open(PERSON);
  const asked = findForgettable(workspace, ID);
  writeFileSync(pathOf(project), text);
  assert.throws(() => forgetMemory(workspace, asked, "asked for"), refusal("OCC_CONFLICT"));
  assert.equal(readFileSync(pathOf(project), "utf8"), text);
});

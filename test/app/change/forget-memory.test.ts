import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { demote, forget, look, setStatus } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const UNIQUE = "the quick onyx goblin";
const DRAFT = { body: `Deployments happen when ${UNIQUE} jumps over the lazy dwarf.`, description: UNIQUE };

test("a forgotten memory is nowhere any more, under the root, in the state or in the archive", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  mkdirSync(join(project.root, "archive", "2024-01"));
  const archived = join(project.root, "archive", "2026-05", `${ID}.md`);
  copyFileSync(archived, join(project.root, "archive", "2024-01", `${ID}.md`));
  // Left by a process that was killed while it wrote, and by a merge that brought the file back.
  copyFileSync(archived, join(project.root, "memories", `.${ID}.md.20260501120000-abcdef.tmp`));
  copyFileSync(archived, join(project.root, "memories", `${ID}.md`));
  assert.equal(findText(project.base, UNIQUE).length, 4);
  assert.deepEqual(await forget(project, ID), { id: ID, proposals: [], stays: [], inGit: true });
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("what is left is a signed tombstone and a line of the journal, both with the reason", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  const { digest } = await look(project, ID);
  await forget(project, ID, { reason: "asked for by legal" });
  const tombstones = findText(join(project.root, "attest", ID), '"act":"forget"');
  assert.equal(tombstones.length, 1);
  const tombstone = JSON.parse(readFileSync(join(project.root, "attest", ID, tombstones[0] ?? ""), "utf8"));
  assert.deepEqual([tombstone.digest, tombstone.reason], [digest, "asked for by legal"]);
  assert.match(tombstone.signer, /^person:/);
  assert.equal(findText(project.state, "asked for by legal").length, 1);
});

test("one that was archived out of quarantine, or is too large to be a memory, can be forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  await forget(project, ID);
  writeFileSync(join(project.root, "memories", "project_large.md"), `${UNIQUE}\n`.repeat(10_000));
  await forget(project, "project_large");
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("a machine forgets nothing", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  const before = readTree(project.base);
  const workspace = await project.open();
  const target = findForgettable(workspace, ID);
  assert.throws(() => forgetMemory(workspace, target, "because"), refusal("NEEDS_PERSON"));
  assert.deepEqual(readTree(project.base), before);
});

test("a memory that git brings back is quarantined as forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  project.git("add", ".");
  project.git("commit", "--quiet", "--message", "memories");
  await forget(project, ID);
  project.git("checkout", "--", `.claude/memory/memories/${ID}.md`);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.reason], ["quarantined", "forgotten by you on 2026-05-01"]);
});

// Deleting a statement undoes nothing: what this machine has seen stays seen.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demote, look, setStatus, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";

const ID = "project_deploy_on_fridays";

function removeActs(project: OpenProject, act: string): number {
  const directory = join(project.root, "attest", ID);
  const paths = readdirSync(directory).map((name) => join(directory, name));
  const found = paths.filter((path) => readFileSync(path, "utf8").includes(`"act":"${act}"`));
  for (const path of found) rmSync(path);
  return found.length;
}

async function standingOf(project: OpenProject): Promise<string> {
  const { standing } = await look(project, ID);
  return `${standing.standing}: ${standing.reason}`;
}

test("a retirement whose statement is deleted stays in force", async (t) => {
  const project = openProject(t);
  await project.save();
  const path = join(project.root, "memories", `${ID}.md`);
  const active = readFileSync(path);
  await setStatus(project, ["retire", ID]);
  assert.equal(removeActs(project, "retire"), 1);
  writeFileSync(path, active);
  assert.equal(await standingOf(project), "retired: retired by this machine on 2026-05-01");
});

test("a demotion whose statement is deleted, and whose file is put back, stays in force", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const path = join(project.root, "memories", `${ID}.md`);
  const verified = readFileSync(path);
  await demote(project, ID, { person: true });
  rmSync(join(project.root, "quarantine", `${ID}.md`));
  writeFileSync(path, verified);
  removeActs(project, "lower");
  assert.equal(await standingOf(project), "quarantined: lowered by you on 2026-05-01");
});

test("an approval that vanished stops applying and is missed by name", async (t) => {
  const project = openProject(t);
  await project.save();
  await update(project, [ID, { description: "Approved words" }], { person: true });
  assert.equal(await standingOf(project), "verified: approved by you on 2026-05-01");
  assert.equal(removeActs(project, "approve"), 1);
  assert.equal(
    await standingOf(project),
    "foreign: history rolled back: the approval by you on 2026-05-01 is gone",
  );
});

test("without what this machine remembers nobody can tell what was deleted, and the whole root is withheld", async (t) => {
  const project = openProject(t);
  await project.save();
  removeActs(project, "wrote");
  for (const name of readdirSync(project.state).filter((each) => each.startsWith("seen."))) {
    rmSync(join(project.state, name));
  }
  assert.equal(await standingOf(project), "foreign: the record of this root cannot be read");
});

test("a statement moved here from another root or id counts for nothing, now or when it is gone", async (t) => {
  const project = openProject(t);
  await project.save();
  await project.save({ name: "Another one" });
  await demote(project, "project_another_one");
  // The same person's other project, with a memory of the same id that was demoted there.
  const other = openProject(t);
  cpSync(join(project.state, "keys"), join(other.state, "keys"), { recursive: true });
  await other.save();
  await demote(other, ID);
  const here = join(project.root, "attest", ID);
  for (const from of [join(other.root, "attest", ID), join(project.root, "attest", "project_another_one")]) {
    for (const name of readdirSync(from)) copyFileSync(join(from, name), join(here, name));
  }
  assert.equal(await standingOf(project), "inferred: written here");
  removeActs(project, "lower");
  assert.equal(await standingOf(project), "inferred: written here");
  mkdirSync(join(here, "not-a-statement"));
  assert.equal(await standingOf(project), "inferred: written here");
});

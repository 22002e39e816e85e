// A text that a person replaced, put back into its file past Credence.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { forget, look, update } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";

const ID = "project_deploy_on_fridays";
const SECOND = { body: "Deployments happen on Mondays, after the review of the week." } as const;
const THIRD = { body: "Deployments happen when the release manager says so, on any day." } as const;

test("what a machine wrote and a person replaced is withheld when its file comes back, and named (§5.3)", async (t) => {
  const project = openProject(t);
  await project.save();
  const path = join(project.root, "memories", `${ID}.md`);
  const old = readFileSync(path);
  await update(project, [ID, SECOND], { person: true });
  writeFileSync(path, old);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.cause], ["foreign", "superseded"]);
});

test("nor does what a machine replaced, before a person forgot that and wrote a third text (§5.3)", async (t) => {
  const project = openProject(t);
  await project.save();
  const path = join(project.root, "memories", `${ID}.md`);
  copyFileSync(path, join(project.base, "old.md"));
  await update(project, [ID, SECOND]);
  copyFileSync(join(project.base, "old.md"), path);
  assert.equal((await look(project, ID)).standing.standing, "inferred");
  await update(project, [ID, SECOND]);
  await forget(project, ID);
  await project.save(THIRD, { person: true });
  assert.equal((await look(project, ID)).standing.standing, "verified");
  copyFileSync(join(project.base, "old.md"), path);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.cause], ["foreign", "changed-since-approval"]);
});

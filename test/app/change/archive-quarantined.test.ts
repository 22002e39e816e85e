import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { demote, look, setStatus } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

test("a quarantined memory leaves for the archive by a person only, to the month it was quarantined in", async (t) => {
  const project = openProject(t);
  await project.save();
  await demote(project, ID, { now: "2026-03-31T23:59:59Z" });
  for (const action of ["retire", "unarchive"] as const) {
    await assert.rejects(setStatus(project, [action, ID], { person: true }), refusal("WRONG_STANDING"));
  }
  await assert.rejects(setStatus(project, ["archive", ID]), refusal("NEEDS_PERSON"));
  await setStatus(project, ["archive", ID], { person: true });
  const files = Object.keys(readTree(project.root)).filter((path) => path.endsWith(`${ID}.md`));
  assert.deepEqual(files, [`archive/2026-03/${ID}.md`]);
  assert.equal((await look(project, ID)).standing.standing, "quarantined");
  assert.deepEqual(await setStatus(project, ["archive", ID], { person: true }), {
    kind: "unchanged",
    id: ID,
  });
});

test("archiving the same id a second time in a month keeps both texts", async (t) => {
  const project = openProject(t);
  for (const body of ["The first text, long enough to be one.", "The second text, and long enough, too."]) {
    await project.save({ body }, { person: true });
    await demote(project, ID, { person: true });
    await setStatus(project, ["archive", ID], { person: true });
  }
  assert.deepEqual(findText(join(project.root, "archive"), "The first text"), [`2026-05/${ID}.md`]);
  assert.deepEqual(findText(join(project.root, "archive"), "The second text"), [`2026-05/${ID}-2.md`]);
});

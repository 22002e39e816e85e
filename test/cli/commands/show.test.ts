import assert from "node:assert/strict";
import { test } from "node:test";
import { personsProject } from "../../fixture/persons-project.ts";

const ID = "project_deploy_window";

test("a person reads why a memory is in quarantine and who put it there; others get neither", async (t) => {
  const project = await personsProject(t);
  await project.save(ID);
  await project.done(["demote", ID, "--reason", "nobody deploys any more"]);
  const { stdout } = await project.done(["show", ID], { answers: [] });
  assert.match(
    stdout,
    /^standing {6}quarantined .*\nquarantined {3}nobody deploys any more\nby {12}an agent or a script\n/m,
  );
  const withheld = (await project.done(["show", ID])).stdout;
  assert.doesNotMatch(withheld, /nobody deploys|an agent or a script/);
});

test("the day in the file is when it was last verified, whatever the memory is now", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  assert.match((await project.done(["show", ID])).stdout, /^last verified 2026-05-01$/m);
});

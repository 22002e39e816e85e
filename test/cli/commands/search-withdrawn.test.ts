// What is no longer in use is searched only where the call asks for it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
await project.save("project_runner", {
  name: "Test runner",
  body: "Tests run with the numbat runner, never another.",
});
project.keep();

async function find(...args: string[]): Promise<string[]> {
  const { stdout } = await project.done(["search", ...args, "--json"]);
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
}

test("archived and retired memories are found by their status only", async () => {
  project.restore();
  await project.done(["archive", "project_runner"]);
  assert.deepEqual(await find("numbat"), []);
  assert.deepEqual(await find("numbat", "--status", "archived"), ["project_runner"]);
  await project.done(["unarchive", "project_runner"]);
  await project.done(["retire", "project_runner"]);
  assert.deepEqual(await find("numbat"), []);
  assert.deepEqual(await find("numbat", "--status", "retired"), ["project_runner"]);
  for (const strategy of ["credence", "fts5_bm25", "title_tags"])
    assert.deepEqual(await find("runner", "--status", "retired", "--strategy", strategy), ["project_runner"]);
});

test("a person finds what is in quarantine by its tier; nobody else does", async () => {
  project.restore();
  await project.done(["demote", "project_runner", "--reason", "wrong"]);
  const args = ["search", "numbat", "--tier", "quarantined", "--json"];
  assert.equal((await project.done(args)).stdout, "[]\n");
  const { stdout } = await project.done(args, { answers: [] });
  assert.deepEqual(
    JSON.parse(stdout).map(({ id }: { id: string }) => id),
    ["project_runner"],
  );
});

import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";
import { personsProject } from "../../fixture/persons-project.ts";

test("an id in memories and in quarantine is listed once, as the quarantined one that it is, noted, and in no export", async (t) => {
  const { call, save, root } = await initProject(t);
  await save("project_single");
  assert.equal((await call(["list"])).stderr, "");
  await save("project_twin");
  copyFileSync(join(root, "memories/project_twin.md"), join(root, "quarantine/project_twin.md"));
  const list = async (more = ""): Promise<string[]> => {
    const { stdout, stderr } = await call(`list --json${more}`.split(" "));
    const note =
      "note: 1 memory is in both memories and quarantine, where the latter counts: credence doctor\n";
    assert.equal(stderr, note);
    const rows: { id: string; standing: string; body: string | null }[] = JSON.parse(stdout);
    return rows.map(({ id, standing, body }) => `${standing} ${id}${body === null ? " withheld" : ""}`);
  };
  const [single, twin] = ["inferred project_single", "quarantined project_twin withheld"];
  assert.deepEqual(await list(), [single, twin]);
  assert.deepEqual(await list(" --standing inferred"), [single]);
  assert.deepEqual(await list(" --standing quarantined"), [twin]);
  assert.equal((await readJson(call, "show project_twin --json")).standing, "quarantined");
  const exported = await readJson(call, "export --format json");
  assert.deepEqual([exported.length, exported[0].id], [1, "project_single"]);
  await playRows(call, [
    ["list --standing verified", 0, /^no memory is verified\n/],
    ["doctor", 2, /^\[E\] twice: project_twin is in both memories and quarantine/m],
  ]);
});

const ID = "project_deploy_window";

test("a person reads why a memory is in quarantine and who put it there; others get neither", async (t) => {
  const project = await personsProject(t);
  await project.save(ID);
  await project.done(["demote", ID, "--reason", "nobody deploys any more"]);
  const { stdout } = await project.done(["show", ID], { answers: [] });
  assert.match(
    stdout,
    /^standing {6}quarantined .*\nquarantined {3}nobody deploys any more\nby {12}an agent, a script or a person who did not sign\n/m,
  );
  const withheld = (await project.done(["show", ID])).stdout;
  assert.doesNotMatch(withheld, /nobody deploys|who did not sign/);
});

test("the day in the file is when it was last verified, whatever the memory is now", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  assert.match((await project.done(["show", ID])).stdout, /^last verified 2026-05-01$/m);
});

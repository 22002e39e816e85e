import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";

/** One memory as it should be, and one with a second file in quarantine that nobody signed anything about. */
async function projectWithTwins(t: TestContext): Promise<InitProject> {
  const project = await initProject(t);
  for (const id of ["project_single", "project_twin"])
    await project.save(id, { now: "2026-05-01T12:00:00Z" });
  const [used, held] = ["memories", "quarantine"].map((name) => join(project.root, name, "project_twin.md"));
  copyFileSync(used ?? "", held ?? "");
  return project;
}

test("an id in memories and in quarantine is listed once, as the quarantined one that it is, and noted", async (t) => {
  const project = await projectWithTwins(t);
  const list = async (...more: string[]): Promise<string[]> => {
    const { stdout, stderr } = await project.done(["list", "--json", ...more]);
    assert.equal(
      stderr,
      "note: 1 memory is in both memories and quarantine, where the latter counts: credence doctor\n",
    );
    const rows: { id: string; standing: string; body: string | null }[] = JSON.parse(stdout);
    return rows.map(({ id, standing, body }) => `${standing} ${id}${body === null ? " withheld" : ""}`);
  };
  assert.deepEqual(await list(), ["inferred project_single", "quarantined project_twin withheld"]);
  assert.deepEqual(await list("--standing", "inferred"), ["inferred project_single"]);
  assert.deepEqual(await list("--standing", "quarantined"), ["quarantined project_twin withheld"]);
  assert.equal((await project.done(["list", "--standing", "verified"])).stdout, "no memory is verified\n");
  const shown = await project.done(["show", "project_twin", "--json"]);
  assert.equal(JSON.parse(shown.stdout).standing, "quarantined");
  const doctor = await project.call(["doctor"]);
  assert.match(doctor.stdout, /^\[E\] twice: project_twin is in both memories and quarantine/m);
});

test("nothing of such an id is exported or put into a corpus", async (t) => {
  const project = await projectWithTwins(t);
  const { stdout } = await project.call(["export", "--format", "json"]);
  assert.deepEqual(
    JSON.parse(stdout).map(({ id }: { id: string }) => id),
    ["project_single"],
  );
  const built = await project.done(["corpus", "build", "all", "--json"]);
  assert.deepEqual(JSON.parse(built.stdout).memories, 1);
});

test("a root without such an id is listed without a note", async (t) => {
  const project = await initProject(t);
  await project.save("project_single");
  assert.equal((await project.done(["list"])).stderr, "");
});

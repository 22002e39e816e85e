import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { setStatus } from "../../fixture/act-on.ts";
import { type OpenProject, type OpenSetting, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

async function collect(
  project: OpenProject,
  { dryRun = false, ...setting }: OpenSetting & { readonly dryRun?: boolean },
): Promise<string[]> {
  const workspace = await project.open({ person: true, ...setting });
  return collectGarbage(workspace, rootOf(workspace, "project"), { dryRun });
}

async function retired(t: Parameters<typeof openProject>[0]): Promise<OpenProject> {
  const project = openProject(t);
  await project.save();
  await project.save({ name: "Still in use" });
  await setStatus(project, ["retire", ID]);
  return project;
}

test("a memory retired thirty days ago is deleted, and not a second earlier", async (t) => {
  const project = await retired(t);
  assert.deepEqual(await collect(project, { now: "2026-05-31T11:59:59Z" }), []);
  assert.deepEqual(await collect(project, { now: "2026-05-31T12:00:00Z" }), [ID]);
  assert.deepEqual(Object.keys(readTree(join(project.root, "memories"))), ["project_still_in_use.md"]);
});

test("a tombstone stays: the id is not taken again by a machine", async (t) => {
  const project = await retired(t);
  await collect(project, { now: "2026-06-30T12:00:00Z" });
  assert.equal(findText(join(project.root, "attest", ID), '"act":"retire"').length, 2);
  await assert.rejects(project.save(), refusal("WRONG_STANDING"));
});

test("a dry run names what is due and needs nobody; a real one needs a person", async (t) => {
  const project = await retired(t);
  const before = readTree(project.base);
  const due = { now: "2026-06-30T12:00:00Z", person: false };
  assert.deepEqual(await collect(project, { ...due, dryRun: true }), [ID]);
  await assert.rejects(collect(project, due), refusal("NEEDS_PERSON"));
  assert.deepEqual(readTree(project.base), before);
});

const GRACE: readonly (readonly [unknown, string, boolean])[] = [
  [0, "2026-05-01T12:00:00Z", true],
  [1, "2026-05-02T11:59:59Z", false],
  [1, "2026-05-02T12:00:00Z", true],
  ["90", "2026-06-30T12:00:00Z", false],
  ["thirty", "2026-05-31T11:59:59Z", false],
  ["thirty", "2026-05-31T12:00:00Z", true],
  [-5, "2026-05-01T12:00:00Z", true],
];

test("the grace period is the configured one, 0 and numbers in quotes too, and 30 days where it is none", async (t) => {
  const project = await retired(t);
  for (const [days, now, due] of GRACE) {
    writeFileSync(
      join(project.state, "config.json"),
      JSON.stringify({ delete: { grace_period_days: days } }),
    );
    assert.deepEqual(await collect(project, { now, dryRun: true }), due ? [ID] : [], `${days} ${now}`);
  }
});

test("a root's own file makes the grace period longer and never shorter", async (t) => {
  const project = await retired(t);
  const path = join(project.root, "memory-config.json");
  writeFileSync(path, '{"delete":{"grace_period_days":60}}');
  assert.deepEqual(await collect(project, { now: "2026-06-29T12:00:00Z", dryRun: true }), []);
  assert.deepEqual(await collect(project, { now: "2026-06-30T12:00:00Z", dryRun: true }), [ID]);
  writeFileSync(path, '{"delete":{"grace_period_days":0}}');
  assert.deepEqual(await collect(project, { now: "2026-05-30T12:00:00Z", dryRun: true }), []);
});

test("a file that merely says that it was retired long ago is never deleted", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const path = join(project.root, "memories", `${ID}.md`);
  const forged = readFileSync(path, "utf8").replace(
    "\n---\nDeploy",
    "\nstatus: retired\nretired-at: 2020-01-01T00:00:00Z\n---\nDeploy",
  );
  writeFileSync(path, forged);
  assert.deepEqual(await collect(project, { now: "2026-12-31T12:00:00Z" }), []);
  assert.equal(readFileSync(path, "utf8"), forged);
});

test("the date of the retirement is the signed one, not what the file says", async (t) => {
  const project = await retired(t);
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("retired-at: 2026", "retired-at: 2020"));
  assert.deepEqual(await collect(project, { now: "2026-05-02T12:00:00Z" }), []);
});

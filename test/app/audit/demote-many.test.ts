import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditProject, countFiles, idsOf, plantFailing } from "../../fixture/audit-project.ts";

test("ten approved memories are demoted without a person, eleven are not, and the rest still is", async (t) => {
  const ten = auditProject(t);
  await plantFailing(ten, 10, 0);
  assert.deepEqual((await ten.audit()).failures.filter(({ outcome }) => outcome === "demoted").length, 10);
  const eleven = auditProject(t);
  await plantFailing(eleven, 11, 2);
  const report = await eleven.audit();
  assert.equal(report.exit, 2);
  assert.deepEqual(Object.groupBy(report.failures, ({ outcome }) => outcome).held?.length, 11);
  assert.deepEqual(idsOf(report.failures.filter(({ outcome }) => outcome === "demoted")), [
    "project_written_0",
    "project_written_1",
  ]);
  assert.deepEqual(countFiles(eleven), [11, 2]);
  assert.equal(report.summary.standings.verified, 11);
});

test("a person is asked about eleven with each of them named, and only a yes demotes them", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 11, 0);
  const screens: string[] = [];
  const onAsk = (screen: string) => screens.push(screen);
  const refused = await project.audit([], { answers: ["n"], onAsk });
  assert.deepEqual([refused.exit, refused.failures[0]?.outcome, countFiles(project)], [2, "held", [11, 0]]);
  assert.match(screens.join(""), /^a person approved these 11 memories, and now a validator fails them:$/m);
  assert.equal(
    [...screens.join("").matchAll(/^ {2}project_approved_\d+: SECRET-DETECTED, github-token on line 11$/gm)]
      .length,
    11,
  );
  assert.deepEqual((await project.audit([], { answers: [] })).failures[0]?.outcome, "held");
  const agreed = await project.audit([], { answers: ["y"], onAsk });
  assert.deepEqual([agreed.exit, agreed.failures[0]?.outcome, countFiles(project)], [2, "demoted", [0, 11]]);
});

test("an approved memory whose file was broken counts as approved", async (t) => {
  const project = auditProject(t);
  for (let number = 0; number < 11; number += 1) {
    await project.plant(`project_kept_${number}`, { by: "person" });
    writeFileSync(join(project.root, "memories", `project_kept_${number}.md`), "<<<<<<< ours\n");
  }
  const report = await project.audit();
  assert.deepEqual([...new Set(report.failures.map(({ outcome }) => outcome))], ["held"]);
  assert.deepEqual(countFiles(project), [11, 0]);
});

test("what cannot be moved is named with its code, and the rest of the report is there", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 0, 2);
  writeFileSync(join(project.top, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
  const report = await project.audit();
  assert.deepEqual(
    report.failures.map(({ outcome, code }) => [outcome, code]),
    Array(2).fill(["refused", "MID_MERGE"]),
  );
  assert.deepEqual([report.exit, countFiles(project)], [2, [2, 0]]);
});

test("two audits at once demote each memory once", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 3, 3);
  const reports = await Promise.all([project.audit(), project.audit()]);
  const demoted = reports.flatMap(({ failures }) => failures);
  assert.deepEqual(idsOf(demoted).sort(), [
    ...[0, 1, 2].map((number) => `project_approved_${number}`),
    ...[0, 1, 2].map((number) => `project_written_${number}`),
  ]);
  assert.deepEqual([...new Set(demoted.map(({ outcome }) => outcome))], ["demoted"]);
  assert.deepEqual(countFiles(project), [0, 6]);
  assert.equal(JSON.parse((await project.call(["journal", "--json"])).stdout).length, 6);
});

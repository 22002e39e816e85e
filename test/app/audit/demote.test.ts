import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type AuditProject,
  auditProject,
  countFiles,
  idsOf,
  plantedProject,
  plantFailing,
} from "../../fixture/audit-project.ts";
import { pick } from "../../fixture/pick.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const AS_PERSON = ["--as-test-person"];

test("a rule that came later finds what was stored before it, approved or not, and takes it out of use", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 1, 1);
  await project.plant("project_fine", {
    body: "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.",
  });
  const before = JSON.parse((await project.call(["list", "--json"])).stdout);
  assert.deepEqual(
    before.map(({ standing }: { standing: string }) => standing),
    ["verified", "inferred", "inferred"],
  );
  const report = await project.audit();
  assert.equal(report.exit, 2);
  assert.deepEqual(pick(report.failures, "id", "standing", "tool", "label", "rule", "line", "outcome"), [
    ["project_approved_0", "quarantined", "secret-check", "SECRET-DETECTED", "github-token", 11, "demoted"],
    ["project_written_0", "quarantined", "secret-check", "SECRET-DETECTED", "github-token", 10, "demoted"],
  ]);
  assert.deepEqual(report.summary.standings, {
    verified: 0,
    inferred: 1,
    foreign: 0,
    quarantined: 2,
    retired: 0,
  });
  assert.deepEqual(countFiles(project), [1, 2]);
  // The next one finds nothing more to demote.
  assert.deepEqual((await project.audit()).failures, []);
  const journal = JSON.parse((await project.call(["journal", "--json"])).stdout);
  assert.deepEqual(
    journal.map(({ command, actor, reason }: Record<string, string>) => [command, actor, reason]),
    [11, 10].map((line) => ["quarantine", "validator", `SECRET-DETECTED: github-token on line ${line}`]),
  );
});

test("the machine signs a validator's word, also where a person ran the audit", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 1, 0);
  await project.audit(AS_PERSON);
  const folder = join(project.root, "attest", "project_approved_0");
  const acts = readdirSync(folder).map((name) => {
    const { act, signer } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return `${act} ${signer.split(":")[0]}`;
  });
  assert.deepEqual(acts.sort(), ["approve person", "lower machine"]);
});

test("no secret is in a report, in any format, nor in what an audit writes; a person sees its first letters", async (t) => {
  const project = await plantedProject(t, "project_named", {
    name: `Token ${SAMPLE_SECRET}`,
    description: `Is ${SAMPLE_SECRET}`,
  });
  await project.plant("project_wrapped", {
    by: "person",
    name: `Kept <redacted>${SAMPLE_SECRET}</redacted>`,
  });
  for (const more of [["--dry-run"], ["--dry-run", ...AS_PERSON], [], AS_PERSON]) {
    for (const format of ["md", "json"]) {
      const { stdout } = await project.call(["audit", "--format", format, ...more]);
      assert.ok(stdout.includes("project_named"));
      assert.equal(stdout.includes(SAMPLE_SECRET.slice(0, 12)), false, `${format} ${more.join(" ")}`);
    }
  }
  assert.deepEqual(findText(project.state, SAMPLE_SECRET), []);
  const previews = (report: Awaited<ReturnType<AuditProject["audit"]>>) =>
    report.findings.flatMap(({ findings }) => findings.flatMap(({ preview }) => preview ?? []));
  assert.deepEqual(previews(await project.audit()), []);
  assert.match(previews(await project.audit(AS_PERSON)).join(" "), /"ghp_…" \(40 characters\)/);
});

test("a dry run says what would be demoted and changes nothing", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 12, 1);
  await project.audit(["--dry-run"]);
  const before = readTree(project.base);
  const report = await project.audit(["--dry-run"]);
  assert.deepEqual([report.exit, report.dryRun, report.failures.length], [2, true, 13]);
  assert.deepEqual([...new Set(report.failures.map(({ outcome }) => outcome))], ["would be demoted"]);
  assert.deepEqual(readTree(project.base), before);
});

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
  assert.deepEqual(pick(report.failures, "outcome", "code"), Array(2).fill(["refused", "MID_MERGE"]));
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

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type AuditProject, auditProject, idsOf } from "../../fixture/audit-project.ts";

const GOOD = "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.";
const AS_PERSON = ["--as-test-person"];
const at = (time: string): string[] => ["--now", time];

test("foreign memories are ids, reasons and dates, and have a name for a person only", async (t) => {
  const project = auditProject(t);
  await project.plant("project_alien", { by: "nobody", body: GOOD });
  const item = { id: "project_alien", scope: "project", standing: "foreign", reason: "never seen here" };
  const createdAt = "2026-05-01T09:00:00Z";
  const report = await project.audit();
  assert.deepEqual([report.exit, report.foreign], [1, [{ ...item, name: null, createdAt }]]);
  const seen = await project.audit(AS_PERSON);
  assert.deepEqual(seen.foreign, [{ ...item, name: "project_alien", createdAt }]);
});

test("quarantine has three windows: to day 30, to day 90, and from day 91 on", async (t) => {
  const project = auditProject(t);
  await project.plant("project_doubted", { body: GOOD });
  await project.call(["demote", "project_doubted", "--reason", "is it so?", ...at("2026-05-01T12:00:00Z")]);
  const windows: [string, string, number, boolean, number][] = [];
  for (const day of ["2026-05-02", "2026-05-31", "2026-06-01", "2026-07-30", "2026-07-31"]) {
    const {
      quarantine: [item],
      exit,
    } = await project.audit(at(`${day}T12:00:00Z`));
    assert.deepEqual([item?.why, item?.reason], ["is it so?", "lowered by this machine on 2026-05-01"]);
    windows.push([day, item?.window ?? "", item?.days ?? -1, item?.isNew ?? false, exit]);
  }
  assert.deepEqual(windows, [
    ["2026-05-02", "passive", 1, true, 0],
    ["2026-05-31", "passive", 30, false, 0],
    ["2026-06-01", "audit", 31, false, 1],
    ["2026-07-30", "audit", 90, false, 1],
    ["2026-07-31", "archive-candidate", 91, false, 1],
  ]);
});

test("duplicate suspects are memories in use whose descriptions share five words", async (t) => {
  const project = auditProject(t);
  const description = "Staging database cluster restarts nightly";
  await project.plant("project_one", { description, body: GOOD });
  await project.plant("project_two", { description: `${description} always`, body: GOOD });
  await project.plant("project_alien", { by: "nobody", description, body: GOOD });
  const { duplicates, exit } = await project.audit();
  assert.deepEqual(
    duplicates.map(({ memories, shared }) => [idsOf(memories), [...shared].sort()]),
    [
      [
        ["project_one", "project_two"],
        ["cluster", "database", "nightly", "restarts", "staging"],
      ],
    ],
  );
  assert.equal(exit, 1);
});

test("those that mean the same in other words are suspects, too, unless meaning is turned off", async (t) => {
  const project = auditProject(t);
  const texts = [
    "Use pnpm, never npm, for installing dependencies",
    "The package manager of this repository is pnpm; npm install is not allowed",
    "The staging cluster of the shop runs in Frankfurt",
    "Photos of the parcels are kept for ninety days",
  ];
  for (const [at, description] of texts.entries())
    await project.plant(`project_${at}`, { description, body: GOOD });
  const groups = async (): Promise<string[][]> =>
    (await project.audit()).duplicates.map(({ memories }) => idsOf(memories));
  assert.deepEqual(await groups(), [["project_0", "project_1"]]);
  await project.call(["config", "set", "retrieval.meaning", "false", "--as-test-person"]);
  assert.deepEqual(await groups(), []);
});

test("broken references are files, memories and links that are gone; to what they led, a person is told", async (t) => {
  const project = auditProject(t);
  writeFileSync(join(project.top, "there.ts"), "");
  await project.plant("project_here", { body: GOOD });
  await project.plant("project_pointing", {
    body: `See project_here.md and project_gone.md.\n\n${GOOD}`,
    extra: ["related-files: [there.ts, gone.ts]", "supersedes: project_lost"],
  });
  const told = ({ references }: Awaited<ReturnType<AuditProject["audit"]>>) =>
    references.map(({ id, kind, target }) => [id, kind, target]);
  assert.deepEqual(told(await project.audit(AS_PERSON)), [
    ["project_pointing", "related file", "gone.ts"],
    ["project_pointing", "supersedes", "project_lost"],
    ["project_pointing", "link", "project_gone"],
  ]);
  assert.deepEqual(
    told(await project.audit()).map(([, , target]) => target),
    [null, null, null],
  );
});

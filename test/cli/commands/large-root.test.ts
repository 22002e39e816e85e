// A root with more files than somebody wants read for a glance: what waits and what is broken comes from the index.

import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";

const STRANGERS = 1_200;

const project = await initProject({ after });
await project.save("project_advice");
await project.save("project_fact", { more: ["--as-test-person"] });
await project.save("project_spoiled");
const fileOf = (id: string): string => join(project.root, "memories", `${id}.md`);
for (let number = 0; number < STRANGERS; number += 1)
  writeFileSync(fileOf(`project_stranger_${number}`), memoryText({ name: `Stranger ${number}` }));
writeFileSync(fileOf("project_spoiled"), "no frontmatter");

const doctor = async (...more: string[]): Promise<{ exit: number | null; stdout: string }> =>
  project.call(["doctor", ...more]);

test("doctor finds by the index what a deep one finds, and says what it did not read", async () => {
  const broken = /^\[E\] broken: project_spoiled: frontmatter-missing on line 1/m;
  const quick = await doctor();
  assert.equal(quick.exit, 2);
  assert.match(quick.stdout, broken);
  assert.match(quick.stdout, / by its index; credence doctor --deep reads every file$/m);
  const deep = await doctor("--deep");
  assert.equal(deep.exit, 2);
  assert.match(deep.stdout, broken);
  assert.doesNotMatch(deep.stdout, /by its index/);
});

test("a list has its first five hundred, as many as somebody wants, and all of one standing", async () => {
  const rowsIn = (stdout: string): number => stdout.split("\n").filter((line) => /^\w/.test(line)).length;
  const first = await project.call(["list"]);
  assert.deepEqual([rowsIn(first.stdout), first.stderr], [500, "the first 500; --limit N lists more\n"]);
  assert.equal(rowsIn((await project.call(["list", "--limit", "2000"])).stdout), STRANGERS + 3);
  assert.equal(JSON.parse((await project.call(["list", "--json"])).stdout).length, STRANGERS + 3);
  const advice = await project.call(["list", "--standing", "inferred"]);
  assert.match(advice.stdout, /^inferred {4}project_advice\n/);
  assert.equal(rowsIn(advice.stdout), 1);
  const foreign = await project.call(["list", "--standing", "foreign", "--limit", "2000"]);
  assert.equal(rowsIn(foreign.stdout), STRANGERS, "those without a row of the index are listed, too");
});

test("status counts every file, and an edit in place that no directory tells of", async () => {
  const countOf = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await project.call(["status", "--json"])).stdout);
  const before = await countOf();
  assert.deepEqual(
    [before["standings"], before["waiting"]],
    [
      { verified: 1, inferred: 1, foreign: STRANGERS, quarantined: 1, retired: 0 },
      {
        ...{ disputed: 0, request: 0, changed: 0, dictated: 0, flagged: 0, foreign: STRANGERS },
        ...{ observed: 0, moved: 0, stale: 0, quarantined: 1 },
      },
    ],
  );
  appendFileSync(fileOf("project_fact"), "And one more line.\n");
  const { waiting } = await countOf();
  assert.equal((waiting as { changed: number }).changed, 1);
  const { stdout } = await project.call(["review", "--json", "--limit", "1"]);
  assert.equal(JSON.parse(stdout)[0].id, "project_fact");
});

// A root with more files than somebody wants read for a glance: what waits and what is broken comes from the index.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
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
  const rowsIn = async (...more: string[]): Promise<number> =>
    (await project.call(["list", ...more])).stdout.split("\n").filter((line) => /^\w/.test(line)).length;
  assert.equal((await project.call(["list"])).stderr, "the first 500; --limit N lists more\n");
  const limit = ["--limit", "2000"];
  assert.deepEqual([await rowsIn(), await rowsIn(...limit)], [500, STRANGERS + 3]);
  assert.equal(JSON.parse((await project.call(["list", "--json"])).stdout).length, STRANGERS + 3);
  assert.equal(await rowsIn("--standing", "inferred"), 1);
  const foreign = await rowsIn("--standing", "foreign", ...limit);
  assert.equal(foreign, STRANGERS, "those without a row of the index are listed, too");
});

// More files in attest/ID than any history has: nothing they say can be relied on, and no new word helps against them.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";
const PERSON = "--as-test-person";
const WHY = "there are too many statements about it, or one cannot be read";

test("a memory with too many statements says so, and a restore of it is refused and signs nothing", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: [PERSON] });
  await project.done(["demote", ID, "--reason", "odd", PERSON]);
  for (let at = 0; at <= 4_096; at += 1) {
    writeFileSync(join(project.root, "attest", ID, `${at.toString(16).padStart(64, "0")}.json`), "");
  }
  assert.deepEqual(await standingsOf(project), { [ID]: `quarantined: ${WHY}` });
  const status = (await project.call(["status"])).stdout;
  assert.match(status, /statements about 1 memory in \.claude\/memory\/ cannot be relied on/);
  assert.doesNotMatch(status, /cannot be read as a memory/);
  const before = readTree(project.root);
  assert.deepEqual(await project.call(["restore", ID, PERSON]), {
    exit: 1,
    stdout: "",
    stderr:
      `error: NOT_READABLE: there are too many statements about ${ID}, or one cannot be read\n` +
      `hint: credence doctor lists the problems in attest/${ID}\n`,
  });
  assert.deepEqual(readTree(project.root), before);
  const doctor = (await project.call(["doctor"])).stdout;
  const [what, then] = ["it contains more files than any history has", "until then the memory is withheld"];
  const remedy = "restore it from git or a backup, or remove it if never in either";
  assert.ok(doctor.includes(`attestation: ${ID}: ${what}: ${remedy}; ${then}`), doctor);
});

test("of a statement that a newer version wrote doctor says what helps", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  writeFileSync(join(project.root, "attest", ID, `${"0".repeat(64)}.json`), '{"v":99}');
  const { stdout } = await project.call(["doctor"]);
  const said = "it has version 99: update Credence, which cannot read it yet";
  assert.ok(stdout.includes(`attestation: a file in ${ID}: ${said}`), stdout);
});

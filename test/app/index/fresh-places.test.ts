// Freshness beyond one memory's files: the place of the root, its directories, and whom this machine trusts.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { git } from "../../fixture/git-repository.ts";
import { passTime, recallProject } from "../../fixture/recall-project.ts";
import { FIFTEENTH, freshSample, TARGETS, warmUp } from "./fresh-sample.ts";

const project = await freshSample({ after });

test("a root that is found at a second place is not recalled from there", async () => {
  for (const target of TARGETS) {
    await warmUp(project, target);
    const copy = join(project.base, "project-copy");
    rmSync(copy, { recursive: true, force: true });
    cpSync(project.top, copy, { recursive: true });
    const { stdout } = await project.done(["recall", "--prompt", target.prompt], { cwd: copy });
    assert.equal(stdout, "");
    assert.notEqual((await project.recall(target.prompt)).ids.length, 0);
  }
});

test("directories of the root that are replaced by links are not followed", async () => {
  for (const part of ["memories", "attest", "quarantine"]) {
    for (const target of TARGETS) {
      await warmUp(project, target);
      await passTime();
      renameSync(join(project.root, part), join(project.base, `moved-${part}`));
      symlinkSync(join(project.base, `moved-${part}`), join(project.root, part));
      const { exit, stdout } = await project.call(["recall", "--prompt", target.prompt]);
      assert.deepEqual([exit === 70, stdout], [false, ""], part);
      rmSync(join(project.base, `moved-${part}`), { recursive: true });
    }
  }
});

test("a root whose directories are gone recalls nothing and is no error", async () => {
  await warmUp(project, FIFTEENTH);
  await passTime();
  for (const part of ["attest", "memories", "quarantine"]) {
    rmSync(join(project.root, part), { recursive: true });
    assert.deepEqual((await project.recall(FIFTEENTH.prompt)).ids, [], part);
  }
});

test("a branch that brings a memory with its statements is recalled from after the checkout, and not before", async (t) => {
  const own = await recallProject(t);
  await own.save("project_first", { name: "Numbat", body: "The numbat eats termites in the morning hours." });
  git(own.top, "add", "--all");
  git(own.top, "commit", "--quiet", "--message=First");
  git(own.top, "checkout", "--quiet", "-b", "other");
  await own.save("project_second", {
    name: "Bilby",
    body: "The bilby digs for bulbs in the dry evening sand.",
  });
  git(own.top, "add", "--all");
  git(own.top, "commit", "--quiet", "--message=Second");
  const prompt = "where does the bilby dig for bulbs";
  for (const [branch, ids] of [
    ["main", []],
    ["other", ["project_second"]],
    ["main", []],
    ["other", ["project_second"]],
  ] as const) {
    git(own.top, "checkout", "--quiet", branch);
    assert.deepEqual((await own.recall(prompt)).ids, ids, branch);
    await passTime();
  }
});

test("a statement that arrives alone makes a foreign memory recallable", async (t) => {
  for (const beside of [false, true]) {
    const own = await recallProject(t);
    await own.save("project_alone", {
      name: "Numbat",
      body: "The numbat eats termites in the morning hours.",
    });
    const prompt = "what does the numbat eat in the morning";
    const directory = join(own.root, "attest", "project_alone");
    renameSync(directory, join(own.base, "aside"));
    // Beside others: the directory that all of them are in does not change, only the memory's own.
    if (beside) mkdirSync(directory);
    assert.deepEqual((await own.recall(prompt)).ids, []);
    await passTime();
    cpSync(join(own.base, "aside"), directory, { recursive: true });
    assert.deepEqual((await own.recall(prompt)).ids, ["project_alone"], `beside others: ${beside}`);
  }
});

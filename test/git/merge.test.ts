// Branches that meet: attestations are put together, no act is lost, and nobody's word counts who is not trusted here.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitAll, listStandings } from "../fixture/branches.ts";
import { git } from "../fixture/git-repository.ts";
import { initProject } from "../fixture/init-project.ts";

test("branches that saved and demoted merge without a conflict, and every act counts afterwards", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_alpha", "project_beta", "project_gamma"]) await project.save(id);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await project.save("project_topic", { name: "Found on the topic" });
  await project.done(["demote", "project_alpha", "--reason", "doubt"]);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.save("project_main", { name: "Kept at home" });
  await project.done(["demote", "project_beta", "--reason", "doubt"]);
  await project.done(["retire", "project_gamma", "--reason", "over"]);
  commitAll(project);
  git(project.top, "merge", "--quiet", "--no-edit", "topic");
  assert.equal(git(project.top, "status", "--porcelain"), "");
  assert.deepEqual(await listStandings(project), [
    "project_alpha quarantined: lowered by this machine on 2026-05-01",
    "project_beta quarantined: lowered by this machine on 2026-05-01",
    "project_gamma retired: retired by this machine on 2026-05-01",
    "project_main inferred: written here",
    "project_topic inferred: written here",
  ]);
  const count = (id: string): number => readdirSync(join(project.root, "attest", id)).length;
  assert.deepEqual(
    ["alpha", "beta", "gamma", "main", "topic"].map((name) => count(`project_${name}`)),
    [2, 2, 2, 1, 1],
  );
  assert.equal((await project.call(["doctor"])).exit, 0);
});

test("what was demoted on one branch stays lowered on every other, before and after they meet", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  commitAll(project);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await project.done(["demote", "project_alpha", "--reason", "doubt"]);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  const lowered = ["project_alpha quarantined: lowered by this machine on 2026-05-01"];
  assert.equal(existsSync(join(project.root, "memories/project_alpha.md")), true);
  assert.deepEqual(await listStandings(project), lowered);
  git(project.top, "merge", "--quiet", "--no-edit", "topic");
  assert.deepEqual(await listStandings(project), lowered);
  git(project.top, "revert", "--no-edit", "HEAD");
  assert.deepEqual(readdirSync(join(project.root, "attest/project_alpha")).length, 1);
  assert.deepEqual(await listStandings(project), lowered);
});

test("a branch from another machine merges as a union, in which its word counts for nothing here", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_alpha", "project_beta"]) await project.save(id);
  commitAll(project);
  git(project.base, "clone", "--quiet", project.top, "theirs");
  const there = {
    cwd: join(project.base, "theirs"),
    env: { CREDENCE_HOME: join(project.base, "their-machine") },
  };
  await project.done(["init", "--test-state"], there);
  await project.save("project_theirs", { ...there, name: "Written elsewhere" });
  await project.done(["demote", "project_alpha", "--reason", "doubt"], there);
  git(there.cwd, "add", "--all");
  git(there.cwd, "commit", "--quiet", "--message=Remember");
  await project.save("project_ours", { name: "Kept at home" });
  commitAll(project);
  git(project.top, "pull", "--quiet", "--no-rebase", "--no-edit", there.cwd, "main");
  assert.deepEqual(await listStandings(project), [
    "project_alpha quarantined: the file says quarantined, but nobody you trust signed that",
    "project_beta inferred: written here",
    "project_ours inferred: written here",
    "project_theirs foreign: unknown signer",
  ]);
  assert.equal((await project.call(["doctor"])).exit, 0);
});

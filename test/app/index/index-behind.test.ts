// An index that is older than the files, by a clock that goes back, or in a place that is not used.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { later, recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
const PROMPT = "how does the wombat digest grass";
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks.",
});
project.keep();

test("an index from before a half-done write is finished by the next recall", async () => {
  project.restore();
  const old = join(project.base, "old.sqlite");
  copyFileSync(project.indexPath, old);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
  });
  copyFileSync(old, project.indexPath);
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight")).ids, ["project_quoll"]);
});

test("a clock that went back changes no answer and hides no change", async () => {
  project.restore();
  const past = "2020-01-01T00:00:00Z";
  for (const now of [later(), past, later(), past])
    assert.deepEqual((await project.recall(PROMPT, now)).ids, ["project_wombat"]);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
    now: past,
  });
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight", past)).ids, [
    "project_quoll",
  ]);
  rmSync(project.pathOf("project_quoll"));
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight", past)).ids, []);
});

test("a cache inside a work tree is not used, and nothing is made there", async () => {
  project.restore();
  const inside = join(project.top, "cache");
  const { stdout } = await project.done(["recall", "--prompt", PROMPT, "--cache", inside]);
  assert.match(stdout, /project_wombat\.md/);
  assert.throws(() => readFileSync(inside), { code: "ENOENT" });
});

test("an index that somebody else keeps locked is not waited for long: the answer is made without it", async () => {
  project.restore();
  await project.recall(PROMPT);
  const other = new DatabaseSync(project.indexPath);
  other.exec("BEGIN EXCLUSIVE");
  const { ids } = await project.recall(PROMPT);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
  });
  other.exec("ROLLBACK");
  other.close();
  assert.deepEqual(ids, ["project_wombat"]);
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight")).ids, ["project_quoll"]);
});

// What was approved and is hidden by a line in its file, or by a statement that is gone.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { fileOf, TODAY } from "../../fixture/review-project.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { keysOf, playReview, whyOn } from "./play-review.ts";

test("an approved memory that a line in its file retires is brought back into use", async (t) => {
  const project = await initProject(t);
  await project.save("project_hidden", { more: ["--as-test-person"] });
  const path = fileOf(project, "project_hidden");
  writeFileSync(path, readFileSync(path, "utf8").replace("\n---\n", "\nstatus: retired\n---\n"));
  const { screens } = await playReview(project, ["y"]);
  assert.equal(
    keysOf(screens[0]),
    "[y] bring back into use  [n] demote  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.equal((await standingsOf(project))["project_hidden"], "verified: approved by you on 2026-05-01");
});

test("an approved memory that a line in its file archives is brought back, or stays archived by your word", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_back", "project_left"]) {
    await project.save(id, { more: ["--as-test-person"] });
    const path = fileOf(project, id);
    writeFileSync(path, readFileSync(path, "utf8").replace("\n---\n", "\nstatus: archived\n---\n"));
  }
  const { screens, stdout } = await playReview(project, ["y", "n"]);
  assert.equal(
    keysOf(screens[0]),
    "[y] bring back into use  [n] leave archived  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.equal(stdout, "2 reviewed: 1 confirmed, 1 archived; 0 left\n");
  const isArchived = (id: string): boolean => readFileSync(fileOf(project, id), "utf8").includes("archived");
  assert.deepEqual([isArchived("project_back"), isArchived("project_left")], [false, true]);
  assert.equal((await playReview(project, [])).stdout, "nothing to review\n");
});

test("an approved text whose file was lowered to inferred by hand is confirmed without being observed again", async (t) => {
  const project = await initProject(t);
  const now = { now: "2026-05-19T12:00:00Z", more: ["--as-test-person"] };
  for (const id of ["project_lowered", "project_reaffirmed"]) {
    await project.save(id, now);
    const path = fileOf(project, id);
    writeFileSync(path, readFileSync(path, "utf8").replace("trust-level: verified", "trust-level: inferred"));
  }
  await project.done(["reaffirm", "project_reaffirmed", "--as-test-person"], { now: TODAY });
  const { screens, stdout } = await playReview(project, ["y"]);
  assert.equal(keysOf(screens[0]), "[y] confirm  [n] demote  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ");
  assert.equal(stdout, "1 reviewed: 1 confirmed; 0 left\n");
  const approved = "verified: approved by you on 2026-05-20";
  assert.deepEqual(await standingsOf(project), { project_lowered: approved, project_reaffirmed: approved });
});

test("a rolled back approval is confirmed anew", async (t) => {
  const project = await initProject(t);
  await project.save("project_lost", { more: ["--as-test-person"] });
  await project.done(["list"]);
  rmSync(join(project.root, "attest/project_lost"), { recursive: true });
  const { screens } = await playReview(project, ["y", "confirm"]);
  assert.match(whyOn(screens[0] ?? ""), /^history rolled back: /);
  assert.equal((await standingsOf(project))["project_lost"], "verified: approved by you on 2026-05-20");
});

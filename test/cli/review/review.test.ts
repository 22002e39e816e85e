// `credence review`: every kind of item and every key.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileOf, reviewProject, TODAY, WAITING_IDS } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { idOn, keysOf, playReview } from "./play-review.ts";

test("each kind of item offers the keys that the law allows, and says what each does", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.base);
  const { exit, stdout, screens } = await playReview(
    project,
    WAITING_IDS.map(() => "s"),
  );
  assert.equal(exit, 0);
  assert.equal(stdout, "8 reviewed: 8 skipped; 0 left\n");
  assert.deepEqual(screens.map(idOn), WAITING_IDS);
  assert.deepEqual(screens.map(keysOf), [
    "[y] retire as requested  [n] decline  [e] edit  [s] skip  [q] quit: ",
    "[y] confirm  [k] keep as advice  [n] demote  [e] edit  [s] skip  [q] quit: ",
    "[y] confirm as fact  [n] demote  [e] edit  [s] skip  [q] quit: ",
    "cannot be confirmed: project_flagged is still observed; it can be promoted \n  from 2026-05-26T12:00:00Z\n[n] demote  [e] edit  [s] skip  [q] quit: ",
    "[k] keep as advice  [n] demote  [e] edit  [s] skip  [q] quit: ",
    "[y] confirm as fact  [n] demote  [e] edit  [s] skip  [q] quit: ",
    "[y] confirm  [n] demote  [e] edit  [s] skip  [q] quit: ",
    "[y] bring back as fact  [s] skip  [q] quit: ",
  ]);
  assert.deepEqual(readTree(project.base), before);
});

test("each screen begins with its place and with every reason why the memory waits", async (t) => {
  const project = await reviewProject(t);
  const { screens } = await playReview(
    project,
    WAITING_IDS.map(() => "s"),
  );
  assert.deepEqual(
    screens.map((screen) => screen.slice(0, screen.indexOf("\nid  "))),
    [
      "\n1 of 8 · verified, an agent or a script asked on 2026-05-19 to retire it\nrequest      retire, 2026-05-19T12:00:00Z: it is old",
      "\n2 of 8 · foreign, changed since approval by you on 2026-05-01",
      "\n3 of 8 · inferred, dictated, waits for your word",
      "\n4 of 8 · inferred, flagged: instruction-override",
      "\n5 of 8 · foreign, never seen here",
      "\n6 of 8 · inferred, observed for 19 days",
      "\n7 of 8 · verified, approved 139 days ago",
      "\n8 of 8 · quarantined, for 10 days (passive): lowered by this machine on \n  2026-05-10",
    ],
  );
});

test("y confirms, brings back or grants, k keeps, n demotes with a reason, and the end is counted", async (t) => {
  const project = await reviewProject(t);
  const answers = ["y", "Y", " y ", "n", "odd words", "k", "y", "n", "it is old", "y"];
  const { exit, stdout, stderr } = await playReview(project, answers);
  assert.equal(exit, 0);
  assert.equal(stdout, "8 reviewed: 4 confirmed, 1 kept, 2 demoted, 1 granted; 0 left\n");
  assert.match(stderr, /^project_wished: granted\nproject_changed: confirmed\n/);
  assert.deepEqual(await standingsOf(project), {
    project_changed: "verified: approved by you on 2026-05-20",
    project_dictated: "verified: approved by you on 2026-05-20",
    project_flagged: "quarantined: lowered by you on 2026-05-20",
    project_foreign: "inferred: kept by you on 2026-05-20",
    project_observed: "verified: approved by you on 2026-05-20",
    project_quarantined: "verified: approved by you on 2026-05-20",
    project_settled: "verified: approved by you on 2026-05-19",
    project_stale: "quarantined: lowered by you on 2026-05-20",
    project_wished: "retired: retired by you on 2026-05-20",
    project_young: "inferred: written here",
  });
  assert.equal(existsSync(fileOf(project, "project_quarantined")), true);
  assert.match(
    readFileSync(fileOf(project, "project_stale", "quarantine"), "utf8"),
    /^quarantine-reason: it is old$/m,
  );
  assert.match(readFileSync(fileOf(project, "project_wished"), "utf8"), /^retired-reason: it is old$/m);
  // What was decided is not asked again; what was put into quarantine is there to be brought back.
  const again = await playReview(project, ["s", "s"]);
  assert.deepEqual(again.screens.map(idOn), ["project_flagged", "project_stale"]);
});

test("a wish that is declined is gone, and its memory is as it was", async (t) => {
  const project = await reviewProject(t);
  const before = readFileSync(fileOf(project, "project_wished"), "utf8");
  const { stdout } = await playReview(project, ["n", "q"]);
  assert.equal(stdout, "1 reviewed: 1 declined; 7 left\n");
  assert.equal(readFileSync(fileOf(project, "project_wished"), "utf8"), before);
  assert.equal(idOn((await playReview(project, ["q"])).screens[0] ?? ""), "project_changed");
});

test("--category and --limit choose, and what is left is counted all the same", async (t) => {
  const project = await reviewProject(t);
  await project.save("project_choice", { more: ["--category", "decision"] });
  const limited = await playReview(project, ["s", "s"], { more: ["--limit", "2"] });
  assert.equal(limited.stdout, "2 reviewed: 2 skipped; 7 left\n");
  assert.match(limited.screens[1] ?? "", /^\n2 of 2 · /);
  const chosen = await playReview(project, ["y"], { more: ["--category", "decision"] });
  assert.equal(chosen.stdout, "1 reviewed: 1 confirmed; 0 left\n");
  const none = await playReview(project, [], { more: ["--category", "runbook"] });
  assert.deepEqual([none.exit, none.stdout], [0, "nothing to review\n"]);
  assert.equal((await playReview(project, [], { more: ["--category", "x"] })).exit, 64);
  assert.equal((await playReview(project, [], { more: ["--limit", "0"] })).exit, 64);
});

test("without a person there is nothing to decide, and the refusal says how to list", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.base);
  for (const options of [{}, { answers: ["y"], env: { CLAUDECODE: "1" } }]) {
    const { exit, stdout, stderr } = await project.call(["review"], { now: TODAY, ...options });
    assert.deepEqual([exit, stdout], [1, ""]);
    assert.match(
      stderr,
      /^error: NEEDS_PERSON: only a person can review memories: .+\nhint: credence review --json lists pending memories\n$/,
    );
  }
  assert.deepEqual(readTree(project.base), before);
});

// Kinds of items that are rarer than those of the sample.

import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { FLAGGED_BODY, fileOf, reviewProject, TODAY } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { idOn, keysOf, playReview } from "./play-review.ts";

test("a quarantine that nobody signed is signed by n, and an old one goes to the archive", async (t) => {
  const project = await initProject(t);
  await project.save("project_old");
  await project.done(["demote", "project_old", "--reason", "doubtful"]);
  await project.save("project_said");
  renameSync(fileOf(project, "project_said"), fileOf(project, "project_said", "quarantine"));
  const now = "2026-07-31T12:00:00Z";
  const { stdout, screens } = await playReview(project, ["n", "n", "yes, it stays"], { now });
  assert.equal(
    keysOf(screens[0]),
    "[y] bring back as fact  [n] move to the archive  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.equal(stdout, "2 reviewed: 1 demoted, 1 archived; 0 left\n");
  assert.equal((await standingsOf(project))["project_said"], "quarantined: lowered by you on 2026-07-31");
  assert.equal(existsSync(`${project.root}/archive/2026-05/project_old.md`), true);
});

test("what a validator fails can only be lowered, and the screen says why", async (t) => {
  const project = await reviewProject(t);
  const secret = `The token is ${SAMPLE_SECRET}, use it.`;
  const text = readFileSync(fileOf(project, "project_foreign"), "utf8");
  writeFileSync(fileOf(project, "project_foreign"), text.replace("We deploy", `${secret} We deploy`));
  const { screens, stdout } = await playReview(project, ["s", "s", "s", "s", "s", "s", "y", "k", "n", "q"]);
  assert.equal(
    keysOf(screens[6]),
    "cannot be confirmed: a validator fails project_foreign\n[n] hide here  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.equal(stdout, "7 reviewed: 1 hidden, 6 skipped; 1 left\n");
});

test("what is flagged is confirmed by the typed word only, and the findings are in the statement", async (t) => {
  const project = await initProject(t);
  await project.save("project_flagged", { body: FLAGGED_BODY });
  const question = "the injection check flags it: persona-switch\ntype acknowledge to accept that: ";
  const { stdout, screens } = await playReview(project, ["y", "y", "y", "acknowledge"]);
  assert.deepEqual([screens[1], screens[3]], [question, question]);
  assert.match(screens[2] ?? "", /^the findings were not acknowledged\n\[y\] /);
  assert.equal(stdout, "1 reviewed: 1 confirmed; 0 left\n");
  // Taken on, so it does not wait as flagged any more.
  assert.equal((await playReview(project, [])).stdout, "nothing to review\n");
});

test("l puts off for seven days, and a wish is not answered by it", async (t) => {
  const project = await initProject(t);
  await project.save("project_wanted", { more: ["--as-test-person"] });
  await project.done(["retire", "project_wanted", "--reason", "old"], { now: "2026-05-10T12:00:00Z" });
  const now = "2026-05-12T12:00:00Z";
  const { stdout, screens, lists } = await playReview(project, ["l"], { now });
  assert.equal(
    keysOf(screens[0]),
    "[y] retire as asked  [n] decline  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.match(lists[0] ?? "", /^ {2}later {16}project_wanted /m);
  assert.equal(stdout, "1 reviewed: 1 put off; 0 left\n");
  const playAt = async (day: string): Promise<string> =>
    (await playReview(project, ["s"], { now: `2026-05-${day}T12:00:00Z` })).stdout;
  assert.equal(await playAt("18"), "nothing to review\n");
  assert.equal(await playAt("19"), "1 reviewed: 1 skipped; 0 left\n");
});

test("of many wishes the newest are shown, the newest is granted, and all of them are answered", async (t) => {
  const project = await initProject(t);
  await project.save("project_wanted", { more: ["--as-test-person"] });
  for (const [day, verb] of ["retire", "retire", "archive", "retire", "demote"].entries()) {
    await project.done([verb, "project_wanted", "--reason", `\u001B[2Jreason ${day}`], {
      now: `2026-05-1${day}T12:00:00Z`,
    });
  }
  const { screens, stdout } = await playReview(project, ["d", "y"]);
  assert.match(
    screens[0] ?? "",
    /\nrequest {6}demote, 2026-05-14T12:00:00Z: \[2Jreason 4\nrequest {6}retire, 2026-05-13.+\n {13}and 2 more\n/,
  );
  assert.match(screens[1] ?? "", /\nrequest {6}archive, .+\n {13}and 2 before\nstanding /);
  assert.match(keysOf(screens[0]), /^\[y\] demote as asked {2}\[n\] decline {2}\[e\]dit /);
  assert.equal(stdout, "1 reviewed: 1 granted; 0 left\n");
  // Somebody has just put it into quarantine: it is left alone for 30 days.
  assert.deepEqual((await playReview(project, [])).screens, []);
});

test("a wish that is out of date can only be declined", async (t) => {
  const project = await reviewProject(t);
  await project.done(["retire", "project_wished", "--as-test-person"], { now: TODAY });
  const { screens } = await playReview(project, ["y", "n", "q"]);
  assert.equal(idOn(screens[0] ?? ""), "project_wished");
  assert.equal(keysOf(screens[0]), "[n] decline  [l]ater  [s]kip  [d] more  [q]uit: ");
});

test("both scopes are reviewed, and one id in both is two memories", async (t) => {
  const project = await initProject(t, { user: true });
  for (const scope of ["user", "project"]) {
    await project.save("reference_dashboard", { more: ["--scope", scope] });
  }
  const { screens, stdout } = await playReview(project, ["y", "d", "n", "not mine"]);
  assert.deepEqual(
    screens.slice(0, 3).map((screen) => /^(?:\d of \d · |file {9})(.+?)(?: · inferred)?$/m.exec(screen)?.[1]),
    [
      "reference_dashboard",
      "reference_dashboard [user]",
      "~/.claude/claude-memory/memories/reference_dashboard.md",
    ],
  );
  assert.equal(stdout, "2 reviewed: 1 confirmed, 1 demoted; 0 left\n");
});

test("a text that was not paged to its end can be lowered or left, and confirmed only after another look", async (t) => {
  const project = await initProject(t);
  const body = Array.from({ length: 60 }, (_, at) => `Port ${4000 + at} belongs to worker ${at}.`).join("\n");
  await project.save("project_long", { body });
  const stopped = await playReview(project, ["", "q", "y", "s"], { rows: 24 });
  assert.equal(
    stopped.screens[2],
    "cannot be confirmed: you stopped before the end\n[n] demote  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
  assert.equal(stopped.stdout, "1 reviewed: 1 skipped; 0 left\n");
  const read = await playReview(project, ["", "", "y", "y", "y", "confirm"], { rows: 24 });
  assert.match(read.screens[2] ?? "", /\n64 lines shown\n\[y\] confirm as fact /);
  assert.equal(read.screens[3], "inferred, observed: type confirm to confirm as fact: ");
  assert.match(read.screens[4] ?? "", /^you did not type confirm\n\[y\] /);
  assert.equal(read.stdout, "1 reviewed: 1 confirmed; 0 left\n");
});

// `credence review`: every kind of item and every key.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileOf, reviewProject, WAITING_IDS } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { idOn, keysOf, playReview, whyOn } from "./play-review.ts";

test("an overview names each item, and each screen says its place, every reason why it waits and what each key does", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.base);
  const skips = WAITING_IDS.map(() => "s");
  const { exit, stdout, screens, overview } = await playReview(project, skips);
  assert.deepEqual([exit, stdout], [0, "8 reviewed: 8 skipped; 0 left\n"]);
  assert.deepEqual(screens.map(idOn), WAITING_IDS);
  const rest = "[e]dit  [l]ater  [s]kip  [d] more  [q]uit: ";
  assert.deepEqual(screens.map(keysOf), [
    `[y] retire as asked  [n] decline  ${rest}`,
    `[y] confirm  [a] keep as advice  [n] demote  ${rest}`,
    `[y] confirm as fact  [n] demote  ${rest}`,
    `cannot be confirmed: project_flagged is still observed; it can be promoted \n  from 2026-05-26T12:00:00Z\n[n] demote  ${rest}`,
    `[y] confirm as fact  [n] demote  ${rest}`,
    `[y] confirm  [n] demote  ${rest}`,
    `[a] keep as advice  [n] hide here  ${rest}`,
    "[y] bring back as fact  [n] leave in quarantine  [l]ater  [s]kip  [d] more  [q]uit: ",
  ]);
  const heads = screens.map((screen) => `${screen.split("\n")[1]}: ${whyOn(screen)}`);
  assert.deepEqual(heads, HEADS);
  assert.match(screens[0] ?? "", /^request {6}retire, 2026-05-19T12:00:00Z: it is old$/m);
  assert.deepEqual(overview.split("\n"), OVERVIEW);
  assert.deepEqual(readTree(project.base), before);
});

const HEADS = [
  "1 of 8 · project_wished · verified · unchanged since 2026-05-01: an agent or a script asked on 2026-05-19 to retire it",
  "2 of 8 · project_changed · foreign · what changed since 2026-05-01: changed since approval by you on 2026-05-01",
  "3 of 8 · project_dictated · inferred: you said this; confirm it?",
  "4 of 8 · project_flagged · inferred: flagged: persona-switch",
  "5 of 8 · project_observed · inferred: observed for 19 days",
  "6 of 8 · project_stale · verified · unchanged since 2026-01-01: approved 139 days ago",
  "7 of 8 · project_foreign · foreign: never seen here",
  "8 of 8 · project_quarantined · quarantined: for 40 days (audit): lowered by this machine on 2026-04-10",
];

const OVERVIEW = [
  "",
  "8 to review; 2 memories are observed until 26 May: credence review --observed",
  "  1  verified    project_wished · an agent or a script asked on 2026-05-19 …",
  "  2  foreign     project_changed · changed since approval by you on 2026-05-01",
  "  3  inferred    project_dictated · you said this; confirm it?",
  "  4  inferred    project_flagged · flagged: persona-switch",
  "  5  inferred    project_observed · observed for 19 days",
  "  6  verified    project_stale · approved 139 days ago",
  "  7  foreign     Deploy window · never seen here",
  "  8  quarantined project_quarantined · for 40 days (audit): lowered by this …",
  "",
  "Enter to begin, q to quit: ",
];

const ANSWERS = "y,Y,confirm,y,n,odd words,y,n,it is old,a,keep,y,restore".split(",");

const LIST = [
  "",
  "marked, and not signed yet:",
  "  retire as asked      project_wished  project_wished",
  "  confirm              project_changed  project_changed",
  "  confirm as fact      project_dictated  project_dictated",
  "  demote               project_flagged  odd words",
  "  confirm as fact      project_observed  project_observed",
  "  demote               project_stale  it is old",
  "  keep as advice       project_foreign  Deploy window",
  "  bring back as fact   project_quarantined  project_quarantined",
  "",
  "type sign to carry out these 8 decisions; Enter alone signs nothing: ",
].join("\n");

const WORDS_ASKED = [
  "foreign, changed: type confirm to confirm: ",
  "foreign: type keep to keep as advice: ",
  "quarantined: type restore to bring back as fact: ",
];

test("y marks to confirm, bring back or grant, a to keep, n to demote with a reason, and one word carries it all out", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.root);
  const { exit, stdout, stderr, lists, screens } = await playReview(project, ANSWERS, {
    during: () => assert.deepEqual(readTree(project.root), before),
  });
  assert.deepEqual(
    screens.filter((screen) => /: type \w+ to /.test(screen)),
    WORDS_ASKED,
  );
  assert.deepEqual(lists, [LIST]);
  assert.equal(exit, 0);
  assert.equal(stdout, "8 reviewed: 4 confirmed, 1 kept, 2 demoted, 1 granted; 0 left\n");
  assert.match(
    stderr,
    /^marked project_wished: retire as asked\n(?:marked .+\n){7}project_wished: granted\n/,
  );
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
  // What was decided is not asked again, and what was put into quarantine is left alone for 30 days.
  const again = await playReview(project, []);
  assert.deepEqual(again.screens.map(idOn), []);
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
  assert.match(limited.overview, /^\n2 to review; /);
  const chosen = await playReview(project, ["y"], { more: ["--category", "decision"] });
  assert.equal(chosen.stdout, "1 reviewed: 1 confirmed; 0 left\n");
  const none = await playReview(project, [], { more: ["--category", "runbook"] });
  assert.deepEqual([none.exit, none.stdout], [0, "nothing to review\n"]);
  assert.equal((await playReview(project, [], { more: ["--category", "x"] })).exit, 64);
  assert.equal((await playReview(project, [], { more: ["--limit", "0"] })).exit, 64);
});

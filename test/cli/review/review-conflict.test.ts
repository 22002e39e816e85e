// Git left both texts in the file of a memory: the review asks which one it keeps, and signs neither.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitAll, listStandings } from "../../fixture/branches.ts";
import { git } from "../../fixture/git-repository.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { fileOf } from "../../fixture/review-project.ts";
import type { Owner } from "../../temp-dir.ts";
import { keysOf, playReview, whyOn } from "./play-review.ts";

const ID = "project_alpha";
const HOME = "At home it is Monday, at length and with reasons.";
const TOPIC = "The topic says Tuesday, at length and with reasons.";

type Options = { readonly isCommitted?: boolean; readonly more?: readonly string[] };

/** Only the topic describes it anew, so the file that git leaves is neither of the two texts. */
async function conflicting(
  owner: Owner,
  { isCommitted = false, more = [] }: Options = {},
): Promise<InitProject> {
  const project = await initProject(owner);
  await project.save(ID, { more });
  commitAll(project);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  const described = ["--description", "As the topic has it", "--body", TOPIC];
  await project.done(["update", ID, ...described, ...more], { now: "2026-05-02T12:00:00Z" });
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.done(["update", ID, "--body", HOME, ...more], { now: "2026-05-03T12:00:00Z" });
  commitAll(project);
  assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
  assert.match(readFileSync(fileOf(project, ID), "utf8"), /^description: As the topic has it$/m);
  if (isCommitted) commitAll(project);
  return project;
}

function statementsOf(project: InitProject): string[] {
  return readdirSync(join(project.root, "attest", ID)).sort();
}

test("the review shows both texts of a conflict and offers each of them, and nothing that a law refuses", async (t) => {
  const project = await conflicting(t);
  const { screens } = await playReview(project, ["q"]);
  const [screen = ""] = screens;
  assert.match(whyOn(screen), /^conflict markers of git in line \d+: credence review asks/);
  assert.ok(screen.includes(HOME) && screen.includes(TOPIC), screen);
  assert.equal(
    keysOf(screen),
    "cannot be confirmed: a validator fails project_alpha\n[t] keep the upper text  [o] keep the lower text  [l]ater  [s]kip  [d] more  [q]uit: ",
  );
});

const ROWS = [
  { key: "t", body: HOME, description: "About project_alpha", approved: "2026-05-03" },
  { key: "o", body: TOPIC, description: "As the topic has it", approved: "2026-05-02" },
] as const;

for (const { key, body, description, approved } of ROWS)
  test(`${key} leaves one side as it was committed, which stands as it stood, without a new signature`, async (t) => {
    const project = await conflicting(t, { more: ["--as-test-person"] });
    const before = statementsOf(project);
    const { stdout } = await playReview(project, [key]);
    assert.match(stdout, /^1 reviewed: 1 kept; 0 left$/m);
    const text = readFileSync(fileOf(project, ID), "utf8");
    assert.ok(text.includes(`\ndescription: ${description}\n`) && text.includes(body), text);
    assert.deepEqual(statementsOf(project), before);
    const [standing = ""] = await listStandings(project);
    assert.equal(standing, `${ID} verified: approved by you on ${approved}`);
    commitAll(project);
    assert.equal(git(project.top, "status", "--porcelain"), "");
  });

test("a side of markers that were committed is an edit by hand, and waits", async (t) => {
  const project = await conflicting(t, { isCommitted: true });
  await playReview(project, ["t"]);
  const text = readFileSync(fileOf(project, ID), "utf8");
  assert.ok(text.includes(HOME) && !text.includes(TOPIC), text);
  assert.doesNotMatch(text, /^(?:<<<<<<<|=======|>>>>>>>)/m);
  assert.match((await listStandings(project)).join(), /^project_alpha foreign: changed since it was written/);
  assert.equal(JSON.parse((await project.call(["review", "--json"])).stdout).length, 1);
});

test("markers in no order of git's are left to a person's hand, and a file that changed meanwhile stays", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const file = fileOf(project, ID);
  const text = readFileSync(file, "utf8");
  const spoilt = `${text}<<<<<<< a\n=======\nx\n=======\n>>>>>>> b\n`;
  writeFileSync(file, spoilt);
  const odd = await playReview(project, ["t", "q"]);
  assert.match(odd.screens[1] ?? "", /INVALID_MEMORY: the versions of project_alpha cannot be told apart/);
  assert.equal(readFileSync(file, "utf8"), spoilt);
  const [seen, now] = ["first", "second"].map((body) => `${text}<<<<<<< a\n${body}\n=======\nx\n>>>>>>> b\n`);
  writeFileSync(file, seen ?? "");
  const swapped = await playReview(project, ["t", "q"], {
    during: (_, at) => (at === 0 ? writeFileSync(file, now ?? "") : null),
  });
  assert.equal(readFileSync(file, "utf8"), now, swapped.stderr);
});

// A person key whose file is gone, as after a lost passphrase: it vouches for nothing any more, and what it took out of
// use stays out.

import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type InitProject, projectWithoutKey } from "../../fixture/init-project.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";
const OTHER = "project_second";
const NO_PASSPHRASE = ["none", "none"];

/** A person key, and a memory that was forgotten with it. */
async function forgottenProject(t: TestContext): Promise<InitProject> {
  const project = await projectWithoutKey(t);
  await project.save(ID);
  await project.done(["forget", ID, "--reason", "asked for"], { answers: [...NO_PASSPHRASE, "y"] });
  return project;
}

function loseKey(project: InitProject): void {
  renameSync(join(project.state, "keys/person.json"), join(project.base, "lost.json"));
}

test("what a person forgot does not come back when their key is gone, nor with the next key", async (t) => {
  const project = await forgottenProject(t);
  loseKey(project);
  const refused = /^Error: exit 1: error: REMOVED: exactly this text was forgotten/;
  await assert.rejects(project.save(ID), refused);
  await project.save(OTHER, { answers: ["y", ...NO_PASSPHRASE] });
  await assert.rejects(project.save(ID), refused);
  assert.deepEqual(await standingsOf(project), { [OTHER]: "verified: approved by you on 2026-05-01" });
});

test("a lost key approves nothing, its lowering holds, and the next key restores what it lowered; found again it is in use as before", async (t) => {
  const project = await projectWithoutKey(t);
  await project.save(ID, { answers: ["y", ...NO_PASSPHRASE] });
  await project.save(OTHER, { answers: ["y"] });
  await project.done(["demote", OTHER, "--reason", "wrong"], { answers: ["y"] });
  await project.done(["restore", OTHER], { answers: ["y"] });
  const approved = "verified: approved by you on 2026-05-01";
  const before = { [ID]: approved, [OTHER]: approved };
  assert.deepEqual(await standingsOf(project), before);
  loseKey(project);
  const lost = {
    [ID]: "foreign: unknown signer",
    [OTHER]: "quarantined: lowered by you, by a lost key on 2026-05-01",
  };
  assert.deepEqual(await standingsOf(project), lost);
  renameSync(join(project.base, "lost.json"), join(project.state, "keys/person.json"));
  assert.deepEqual(await standingsOf(project), before);
  loseKey(project);
  await project.done(["restore", OTHER], { answers: [...NO_PASSPHRASE, "y"] });
  assert.equal((await standingsOf(project))[OTHER], approved);
});

test("the search index knows that a key is lost", async (t) => {
  const project = await projectWithoutKey(t);
  await project.save(ID, { answers: ["y", ...NO_PASSPHRASE] });
  await project.done(["index", "--rebuild"]);
  const freshness = async (): Promise<unknown> =>
    JSON.parse((await project.call(["status", "--json"])).stdout).index[0].state;
  assert.equal(await freshness(), "current");
  loseKey(project);
  assert.equal(await freshness(), "behind");
});

test("a key that is distrusted takes nothing out of use any more", async (t) => {
  const project = await forgottenProject(t);
  await project.done(["key", "rotate", "--distrust"], { answers: ["y", ...NO_PASSPHRASE] });
  await project.save(ID, { now: "2026-05-03T12:00:00Z" });
  assert.deepEqual(await standingsOf(project), { [ID]: "inferred: written here" });
});

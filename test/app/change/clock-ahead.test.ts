// A clock that once ran ahead: what it dated counts as undated, and nothing stays stuck for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { raiseMemory } from "../../../src/app/change/raise-memory.ts";
import type { Confirm } from "../../../src/app/change/sign/signing-preview.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import type { RaiseAction } from "../../../src/memory/law/transitions.ts";
import { look } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { brief, queueOf } from "../review/review-sample.ts";

const ID = "project_deploy_on_fridays";
const AHEAD = "2029-05-05T00:00:00Z";
const TODAY = "2026-05-01T12:00:00Z";
const confirm: Confirm = async (showing) => noteShown(showing);

async function raise(project: OpenProject, action: RaiseAction, now = TODAY): Promise<void> {
  const workspace = await project.open({ person: true, now });
  const target = findMemory(workspace, ID);
  await raiseMemory(workspace, target, { action, acknowledge: false, ifDigest: null, confirm });
}

test("an approval dated ahead is none on record, and the next one counts", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true, now: AHEAD });
  const stale = [`${ID}: stale, approved at no known time`];
  assert.deepEqual(brief(await queueOf(project, { now: TODAY })), stale);
  await raise(project, "reaffirm");
  assert.deepEqual(brief(await queueOf(project, { now: TODAY })), []);
  assert.deepEqual(brief(await queueOf(project, { now: "2026-08-02T12:00:00Z" })), [
    `${ID}: stale, approved 93 days ago`,
  ]);
});

test("a text dated ahead is observed from when a person keeps it", async (t) => {
  const project = openProject(t);
  await project.save({}, { now: AHEAD });
  await assert.rejects(raise(project, "promote"), {
    code: "OBSERVING",
    hint: "keep it now; then it can be promoted from 2026-05-08T12:00:00Z",
  });
  await raise(project, "keep");
  assert.equal((await look(project, ID)).standing.reason, "kept by you on 2026-05-01");
  await assert.rejects(raise(project, "promote", "2026-05-08T11:59:59Z"), refusal("OBSERVING"));
  await raise(project, "promote", "2026-05-08T12:00:00Z");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("what is in use and observed already is not kept", async (t) => {
  const project = openProject(t);
  await project.save();
  await assert.rejects(raise(project, "keep"), refusal("WRONG_STANDING"));
});

test("what was dictated waits for a yes alone, whatever its date", async (t) => {
  const project = openProject(t);
  await project.save({ origin: "dictated" }, { now: AHEAD });
  await raise(project, "promote");
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

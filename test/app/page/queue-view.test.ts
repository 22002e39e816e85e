// What waits on the page is what waits in a review, and what is kept from models has its reason and its remedy.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { keptOutView } from "../../../src/app/page/kept-out-view.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { queueView } from "../../../src/app/page/queue-view.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { pick } from "../../fixture/pick.ts";
import { fileOf, ownReviewProject, WAITING_IDS } from "../../fixture/review-project.ts";
import { AROUND, openPage } from "./open-page.ts";

const project = await ownReviewProject({ after });

test("the queue is the review's, in its order, with why each waits; observed ones are apart", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  const { items, observed } = await queueView(workspace, cache);
  assert.deepEqual(pick(items, "id"), WAITING_IDS);
  assert.deepEqual(
    items.map(({ waits }) => waits[0]?.why),
    [
      "an agent or a script asked on 2026-05-19 to retire it",
      "changed since approval by you on 2026-05-01",
      "you said this; confirm it?",
      "flagged: persona-switch",
      "observed for 19 days",
      "approved 139 days ago",
      "never seen here",
      "for 40 days (audit): lowered by this machine on 2026-04-10",
    ],
  );
  assert.deepEqual(
    observed.map(({ id, waits }) => [id, waits[0]?.why]),
    [["project_young", "observed until 2026-05-26"]],
  );
  const [wished] = items;
  assert.deepEqual(wished?.requests, [
    { at: "2026-05-19T12:00:00Z", command: "retire", reason: "it is old" },
  ]);
  assert.equal(wished.author, "you");
  assert.equal(wished.verifiedAt, "2026-05-01T12:00:00Z");
  assert.match(String(wished.digest), /^[0-9a-f]{64}$/);
});

test("what changes on disk is read again once somebody says so, and what goes is gone", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  await queueView(workspace, cache);
  const path = fileOf(project, "project_arrived");
  t.after(() => rmSync(path, { force: true }));
  writeFileSync(path, memoryText({ name: "Arrived just now" }));
  assert.equal((await queueView(workspace, cache)).items.length, WAITING_IDS.length);
  cache.changed();
  const { items } = await queueView(workspace, cache);
  assert.equal(items.find(({ id }) => id === "project_arrived")?.name, "Arrived just now");
  appendFileSync(path, "More of it.\n");
  rmSync(path);
  cache.changed();
  assert.equal((await queueView(workspace, cache)).items.length, WAITING_IDS.length);
});

test("the overview counts what the files say now, also where one was changed in place", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  const look = async (): Promise<Record<string, number>> =>
    (await overviewView(workspace, cache, AROUND)).standings;
  const before = await look();
  const path = fileOf(project, "project_stale");
  const text = readFileSync(path, "utf8");
  t.after(() => writeFileSync(path, text));
  appendFileSync(path, "More of it.\n");
  cache.changed();
  assert.deepEqual(await look(), {
    ...before,
    verified: Number(before["verified"]) - 1,
    foreign: Number(before["foreign"]) + 1,
  });
});

test("the overview says in three sentences what agents use, what waits and what is kept from them", async (t) => {
  const { workspace, cache } = await openPage(t, project);
  const view = await overviewView(workspace, cache, AROUND);
  assert.deepEqual(view.says, [
    "Your agents use 7 memories: 3 are facts that you confirmed, 4 are only advice.",
    "8 wait for you; 2 are observed until 26 May.",
    "3 are kept from every model until you decide.",
  ]);
  assert.deepEqual(
    { waiting: view.waiting, observed: view.observed, keptOut: view.keptOut, health: view.health },
    { waiting: 8, observed: 2, keptOut: 4, health: "well" },
  );
  // The number beside Kept out is that of its list, in which flagged ones are too.
  assert.equal((await keptOutView(workspace, cache)).memories.length, view.keptOut);
  assert.deepEqual(pick(view.roots, "memories"), [10]);
});

// The page where there is no root, and where the record of one cannot be read.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { healthView } from "../../../src/app/page/health-view.ts";
import { keptOutView } from "../../../src/app/page/kept-out-view.ts";
import { listView } from "../../../src/app/page/list-view.ts";
import { memoryView } from "../../../src/app/page/memory-view.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { queueView } from "../../../src/app/page/queue-view.ts";
import { recallView, sessionsView } from "../../../src/app/page/sessions-view.ts";
import type { ListQuery } from "../../../src/app/page/views.ts";
import { openProject } from "../../fixture/open-project.ts";
import { scratchProject } from "../../fixture/scratch-project.ts";
import { type OpenPage, openPage } from "./open-page.ts";

const ALL: ListQuery = {
  ...{ query: "", standing: null, type: null, category: null, tag: null, author: null, days: null },
  ...{ older: null, flagged: null, alike: null },
  ...{ status: "active", sort: "newest", offset: 0, limit: 50 },
};

const see = async ({ workspace, cache }: OpenPage) => ({
  overview: await overviewView(workspace, cache, { program: "1.0.0", surveys: [] }),
  queue: await queueView(workspace, cache),
  list: await listView(workspace, { ...ALL, query: "deploy" }, cache),
  recall: await recallView(workspace, "When do we deploy to production?"),
  keptOut: await keptOutView(workspace, cache),
  sessions: sessionsView(workspace),
  health: await healthView(workspace, cache, []),
});

test("without a root every view is empty, and says so", async (t) => {
  const views = await see(await openPage(t, scratchProject(t, { state: "none" })));
  assert.deepEqual(views.overview.says, ["Your agents know nothing yet.", "Nothing waits for you."]);
  assert.equal(views.recall.outcome, "off");
  assert.equal(views.list.total + views.queue.items.length + views.keptOut.memories.length, 0);
});

test("where the record cannot be read, everything is listed as kept out and nothing can be decided", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const page = await openPage(t, project);
  const [root] = page.workspace.roots;
  assert.ok(root !== undefined);
  page.workspace.close();
  writeFileSync(join(project.state, "seen.sqlite"), "no database");
  const broken = await openPage(t, project);
  const views = await see(broken);
  assert.equal(views.overview.health, "broken");
  assert.deepEqual(
    views.keptOut.memories.map(({ kind, remedy }) => [kind, remedy]),
    [["foreign", "credence doctor --repair rebuilds this machine's record of the root"]],
  );
  assert.equal(views.list.rows[0]?.standing, "foreign");
  const id = "project_deploy_on_fridays";
  const view = await memoryView(broken.workspace, { scope: "project", id }, broken.cache);
  assert.deepEqual(view?.choices, []);
  assert.equal(view.refusal?.hint, "credence doctor says what is wrong");
});

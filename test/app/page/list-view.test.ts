// Lists on the page: searched by our own engine, filtered, sorted, counted, in windows.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { healthView } from "../../../src/app/page/health-view.ts";
import { keptOutView } from "../../../src/app/page/kept-out-view.ts";
import { listView } from "../../../src/app/page/list-view.ts";
import { memoryView } from "../../../src/app/page/memory-view.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { queueView } from "../../../src/app/page/queue-view.ts";
import { recallView, sessionsView } from "../../../src/app/page/sessions-view.ts";
import type { ListQuery, ListView } from "../../../src/app/page/views.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { savedProject } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";
import { fileOf, ownReviewProject } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { scratchProject } from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";
import { ALL, AROUND, type OpenPage, openPage } from "./open-page.ts";

const project = await ownReviewProject({ after });
await project.save("reference_zebra", {
  name: "Zebra stripes",
  body: "The zebra crossing in front of the office is painted anew each spring.",
  more: ["--tags", "street,paint", "--as-test-person"],
});
await project.done(["archive", "project_settled", "--as-test-person"]);

async function list(t: Owner, query: Partial<ListQuery>): Promise<ListView> {
  const { workspace, cache } = await openPage(t, project);
  return listView(workspace, { ...ALL, ...query }, cache);
}

const idsOf = ({ rows }: ListView): string[] => rows.map(({ id }) => id);

test("a list holds what is in use and what is withheld, counted by every facet", async (t) => {
  const view = await list(t, {});
  assert.equal(view.total, 10);
  assert.deepEqual(view.facets.standing, [
    { value: "inferred", count: 4 },
    { value: "verified", count: 3 },
    { value: "foreign", count: 2 },
    { value: "quarantined", count: 1 },
  ]);
  assert.deepEqual(view.facets.tag, [
    { value: "paint", count: 1 },
    { value: "street", count: 1 },
  ]);
  assert.deepEqual(view.facets.author, [
    { value: "this machine", count: 5 },
    { value: "you", count: 3 },
  ]);
  assert.equal(view.rows[0]?.name, "Deploy window");
});

test("a window is a part of the same order, and no longer than the page may ask for", async (t) => {
  const all = idsOf(await list(t, {}));
  const part = await list(t, { offset: 3, limit: 2 });
  assert.deepEqual(idsOf(part), all.slice(3, 5));
  assert.deepEqual([part.total, part.offset], [10, 3]);
  assert.deepEqual(idsOf(await list(t, { offset: -5, limit: Number.NaN })), []);
  assert.deepEqual(idsOf(await list(t, { offset: 5_000 })), []);
});

test("filters narrow it, and what is archived has its own list", async (t) => {
  assert.deepEqual(idsOf(await list(t, { tag: "paint" })), ["reference_zebra"]);
  assert.deepEqual(idsOf(await list(t, { type: "reference" })), ["reference_zebra"]);
  assert.deepEqual(idsOf(await list(t, { standing: "quarantined" })), ["project_quarantined"]);
  assert.deepEqual(idsOf(await list(t, { author: "you", sort: "verified" })).at(-1), "project_stale");
  assert.deepEqual(idsOf(await list(t, { status: "archived" })), ["project_settled"]);
  assert.deepEqual(idsOf(await list(t, { days: 2, sort: "newest" })), [
    "project_dictated",
    "project_flagged",
    "project_young",
  ]);
});

test("a search ranks with the engine, finds withheld texts and half a word, and shows where", async (t) => {
  const zebra = await list(t, { query: "zebra crossings painted", sort: "relevance" });
  assert.equal(zebra.rows[0]?.id, "reference_zebra");
  assert.match(zebra.rows[0].snippet ?? "", /«zebra» «crossing»/);
  const withheld = await list(t, { query: "deploy Tuesdays Thursdays noon", sort: "relevance" });
  assert.equal(withheld.rows[0]?.id, "project_foreign");
  assert.deepEqual(idsOf(await list(t, { query: "zeb", sort: "relevance" })), ["reference_zebra"]);
  assert.deepEqual(idsOf(await list(t, { query: "quetzalcoatl" })), []);
});

test("no secret reaches a list: not in a name, a description, a tag or a snippet", async (t) => {
  const body = `Somewhere in the middle of this there is ${SAMPLE_SECRET} as a token.`;
  const name = `Key ${SAMPLE_SECRET}`;
  const text = memoryText({ name, description: SAMPLE_SECRET, tags: [SAMPLE_SECRET.toLowerCase()], body });
  writeFileSync(fileOf(project, "project_leak"), text);
  const found = await list(t, { query: "somewhere middle token", sort: "relevance" });
  assert.equal(found.rows[0]?.id, "project_leak");
  assert.match(found.rows[0].name, /^Key \u27E6masked: "ghp_…" \(40 characters\)\u27E7$/);
  const said = JSON.stringify(found);
  assert.ok(!said.includes(SAMPLE_SECRET) && !said.includes(SAMPLE_SECRET.toLowerCase()));
});

test("a list is narrowed down by age, by findings and by what says nearly the same", async (t) => {
  const flagged = await list(t, { flagged: "yes" });
  assert.deepEqual(
    [idsOf(flagged), flagged.facets.flagged],
    [["project_flagged"], [{ value: "yes", count: 1 }]],
  );
  assert.deepEqual(idsOf(await list(t, { older: 100 })), ["project_stale"]);
  const more = ["--description", "Where the windows of all deployments to staging are listed"];
  for (const id of ["project_twin", "project_other_twin"])
    await project.save(id, { body: `The list of windows is kept by ${id} and by nobody else.`, more });
  assert.deepEqual((await list(t, {})).facets.alike, [{ value: "project_other_twin", count: 2 }]);
  assert.deepEqual(idsOf(await list(t, { alike: "project_other_twin" })), [
    "project_other_twin",
    "project_twin",
  ]);
});

// The page where there is no root, and where the record of one cannot be read.

const see = async ({ workspace, cache }: OpenPage) => ({
  overview: await overviewView(workspace, cache, AROUND),
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
  const project = await savedProject(t, {}, { person: true });
  const page = await openPage(t, project);
  const [root] = page.workspace.roots;
  assert.ok(root !== undefined);
  page.workspace.close();
  writeFileSync(ledgerOf(project), "no database");
  const broken = await openPage(t, project);
  const views = await see(broken);
  assert.equal(views.overview.health, "broken");
  assert.deepEqual(pick(views.keptOut.memories, "kind", "remedy"), [
    ["foreign", "credence doctor --repair rebuilds this machine's record of the root"],
  ]);
  assert.equal(views.list.rows[0]?.standing, "foreign");
  const id = "project_deploy_on_fridays";
  const view = await memoryView(broken.workspace, { scope: "project", id }, broken.cache);
  assert.deepEqual(view?.choices, []);
  assert.equal(view.refusal?.hint, "credence doctor says what is wrong");
});

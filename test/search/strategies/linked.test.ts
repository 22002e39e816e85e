import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { addNearest } from "../../../src/search/strategies/add-nearest.ts";
import { idsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

function ask(t: TestContext, rows: readonly SampleRow[], prompt = PROMPT): string[] {
  return idsOf(sampleIndex(t, rows), prompt);
}

function search(t: TestContext, rows: readonly SampleRow[], prompt = PROMPT): string[] {
  return idsOf(sampleIndex(t, rows), prompt, { abstains: false, addNearest });
}

const QUEUE: readonly SampleRow[] = [
  { id: "project_old", name: "Background jobs", body: "Background jobs run on BullMQ with Redis." },
  { id: "project_other", name: "Colours", body: "Colours come from the tokens of the design system." },
];
const NEW: SampleRow = {
  id: "project_new",
  name: "Switch",
  body: "pg-boss it is.",
  supersedes: "project_old",
};
const PROMPT = "what do our background jobs run on?";

test("an update comes before the memory that it replaces, though it has no word of the prompt", (t) => {
  assert.deepEqual(ask(t, QUEUE), ["project_old"]);
  assert.deepEqual(ask(t, [...QUEUE, NEW]), ["project_new", "project_old"]);
  const found = search(t, [...QUEUE, NEW]);
  assert.deepEqual(found.slice(0, 2), ["project_new", "project_old"]);
});

test("an update of the update comes, too, and a ring of them ends", (t) => {
  const newest = { ...NEW, id: "project_newest", body: "Temporal now.", supersedes: "project_new" };
  assert.deepEqual(ask(t, [...QUEUE, NEW, newest]).toSorted(), [
    "project_new",
    "project_newest",
    "project_old",
  ]);
  const ring = [{ ...QUEUE[0], id: "project_old", supersedes: "project_new" }, NEW];
  assert.deepEqual(ask(t, ring).toSorted(), ["project_new", "project_old"]);
});

test("an update brings nothing where what it replaces is not about the prompt, or recall may not show it", (t) => {
  const colours = "which colours does the design system have as tokens?";
  assert.deepEqual(ask(t, [...QUEUE, NEW], colours), ["project_other"]);
  assert.deepEqual(ask(t, [...QUEUE, { ...NEW, searchable: false }]), ["project_old"]);
});

const DEPLOY: readonly SampleRow[] = [
  { id: "project_days", name: "Days", tags: ["deploy"], body: "Releasing to production is for Mondays." },
  { id: "project_how", name: "How", tags: ["deploy"], body: "Releasing to production begins with a tag." },
  { id: "project_back", name: "Back", tags: ["deploy"], body: "Call argocd with the number before." },
  { id: "project_map", name: "Maps", tags: ["web"], body: "MapLibre draws our maps." },
];

test("a prompt that asks for everything gets the rest of a small group that two of the first are of", (t) => {
  const wide = "everything about releasing to production";
  assert.deepEqual(ask(t, DEPLOY, wide).toSorted(), ["project_back", "project_days", "project_how"]);
});

test("so does a search, but nobody who asks for one thing", (t) => {
  const wide = "everything about releasing to production";
  const found = search(t, DEPLOY, wide);
  assert.deepEqual(found.slice(0, 3).toSorted(), ["project_back", "project_days", "project_how"]);
  const narrow = "may I be releasing to production on Mondays?";
  assert.ok(!ask(t, DEPLOY, narrow).includes("project_back"));
});

test("of memories with many tags a single one links nothing", (t) => {
  const rows = DEPLOY.map((row) => ({ ...row, tags: [...(row.tags ?? []), "one", "two", "three", "four"] }));
  const found = ask(t, rows, "everything about releasing to production");
  assert.deepEqual(found.toSorted(), ["project_days", "project_how"]);
});

test("a tag that many memories have links none of them", (t) => {
  const many = Array.from({ length: 3 }, (_, at) => ({
    id: `project_many_${at}`,
    name: `Other ${at}`,
    tags: ["deploy"],
    body: `Something else number ${at}.`,
  }));
  const found = ask(t, [...DEPLOY, ...many], "everything about releasing to production");
  assert.deepEqual(found.toSorted(), ["project_days", "project_how"]);
});

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { addNearest } from "../../../src/search/strategies/add-nearest.ts";
import { hitsOf, idsOf, sampleIndex } from "../index/sample-index.ts";

const ROWS = [
  { id: "project_deploy", body: "We deploy to production only on Tuesdays and Thursdays." },
  { id: "project_limit", body: "The API returns 429 when a client exceeds 100 requests per minute." },
  { id: "project_editor", body: "The recommended editor is VS Code with the devcontainer." },
  { id: "project_staging", body: "The staging cluster runs in Frankfurt." },
];
const QUESTION = "what weekday can new software go out?";

function ask(index: SearchIndex, prompt = QUESTION, more: Parameters<typeof hitsOf>[2] = {}) {
  return hitsOf(index, prompt, { abstains: false, addNearest, ...more });
}

function open(t: TestContext): SearchIndex {
  return sampleIndex(t, ROWS);
}

test("a search finds a memory that says the same in other words, and no word gave it points", (t) => {
  const [first] = ask(open(t));
  assert.equal(first?.row.id, "project_deploy");
  assert.equal(first?.wordScore, 0);
  assert.ok((first?.score ?? 0) > 0);
});

test("turned off, only words count", (t) => {
  assert.deepEqual(ask(open(t), QUESTION, { usesMeaning: false }), []);
});

test("recall shows nothing that shares no word with the prompt, however near it is", (t) => {
  assert.deepEqual(idsOf(open(t), QUESTION), []);
});

test("what is narrowed is narrowed for meaning, too", (t) => {
  assert.deepEqual(ask(open(t), QUESTION, { filter: { type: "reference" } }), []);
});

test("a word that nothing here is near to finds nothing", (t) => {
  assert.deepEqual(ask(open(t), "oboe quartet"), []);
});

test("beside a memory that has the words, at most five that have none of them come, and behind it", (t) => {
  const others = Array.from({ length: 9 }, (_, at) => ({
    id: `project_${at}`,
    body: `ship version ${at} live`,
  }));
  const found = ask(sampleIndex(t, [...ROWS, ...others]), "deploy to production on Tuesdays");
  assert.equal(found[0]?.row.id, "project_deploy");
  assert.equal(found.filter(({ wordScore }) => wordScore === 0).length, 5);
});

test("a word that a memory has is a keyword: nothing is added that has not got it", (t) => {
  const index = sampleIndex(t, [...ROWS, { id: "project_ship", body: "We ship a release live on Mondays." }]);
  assert.deepEqual(idsOf(index, "deploy", { abstains: false, addNearest }), ["project_deploy"]);
});

test("meaning adds no more than a share of what the words could give", (t) => {
  const words = "staging cluster Frankfurt";
  const index = sampleIndex(t, [...ROWS, { id: "project_copy", body: words }]);
  for (const { row, score, wordScore } of ask(index, words)) {
    assert.ok(score - wordScore <= wordScore * 0.5 + 1, row.id);
  }
});

test("of the first five places one is the nearest's, however many memories have a common word of the query", (t) => {
  const others = Array.from({ length: 9 }, (_, at) => ({
    id: `project_${at}`,
    body: `The new software of team ${at} draws charts.`,
  }));
  const found = ask(sampleIndex(t, [...ROWS, ...others]));
  assert.equal(
    found.findIndex(({ row }) => row.id === "project_deploy"),
    4,
  );
  assert.equal(found[4]?.confidence, "low");
});

test("facts that fill the first five places stay there", (t) => {
  const facts = Array.from({ length: 5 }, (_, at) => ({
    id: `project_${at}`,
    standing: "verified" as const,
    name: `New software ${at}`,
    body: "New software can go out on a weekday.",
  }));
  const found = ask(sampleIndex(t, [...ROWS, ...facts]));
  assert.deepEqual(
    found.slice(0, 5).map(({ row }) => row.standing),
    ["verified", "verified", "verified", "verified", "verified"],
  );
});

// An agent writes as much as it likes about what a person signed.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { addNearest } from "../../../src/search/strategies/add-nearest.ts";
import { hitsOf, idsOf, putRows, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const PROMPT = "when do we deploy?";
const FACT: SampleRow = {
  id: "project_deploy_day",
  name: "Deploys happen on Tuesdays",
  body: "Deploys happen on Tuesdays.",
  standing: "verified",
};
const NOTES: readonly SampleRow[] = [
  "We deploy with the pipeline that the platform team keeps.",
  "We deploy on Mondays and not on Tuesdays since the new rota.",
  "We deploy the worker after the web service.",
  "We deploy from the release branch only.",
  "We deploy with two people watching the dashboards.",
].map((body, number) => ({ id: `project_note_${number}`, name: `We deploy, note ${number}`, body }));

function recall(indexes: readonly SearchIndex[], prompt = PROMPT): string[] {
  return idsOf(indexes, prompt);
}

function search(indexes: readonly SearchIndex[], prompt = PROMPT): string[] {
  return idsOf(indexes, prompt, { abstains: false, addNearest });
}

function expectFactFirst(t: TestContext, notes: readonly SampleRow[]): void {
  const indexes = [sampleIndex(t, [...notes, FACT])];
  assert.equal(recall(indexes)[0], FACT.id);
  assert.equal(search(indexes)[0], FACT.id);
}

test("a fact stands before five notes of the same words", (t) => {
  expectFactFirst(t, NOTES);
});

test("a fact stands before two hundred notes of the same words", (t) => {
  const many = Array.from({ length: 40 }, (_, copy) =>
    NOTES.map((note) => ({ ...note, id: `${note.id}_${copy}` })),
  );
  expectFactFirst(t, many.flat());
});

test("a note that repeats the prompt ten times sinks no fact", (t) => {
  const stuffed = { id: "project_stuffed", name: PROMPT, body: `${PROMPT} `.repeat(10) };
  expectFactFirst(t, [...NOTES, stuffed]);
});

test("no number of a fact depends on what is inferred", (t) => {
  const alone = hitsOf(sampleIndex(t, [FACT]), PROMPT);
  const beside = hitsOf(sampleIndex(t, [...NOTES, FACT]), PROMPT);
  assert.deepEqual(
    beside.slice(0, 1).map(({ row, score }) => [row.id, score]),
    alone.map(({ row, score }) => [row.id, score]),
  );
});

test("the project's fact stands before the person's", (t) => {
  const project = sampleIndex(t, [
    ...NOTES,
    { ...FACT, id: "project_fact", body: "Deploys happen on Tuesdays at noon, after the stand-up." },
  ]);
  const user = sampleIndex(t, [{ ...FACT, id: "user_fact" }]);
  assert.deepEqual(recall([project, user]).slice(0, 2), ["project_fact", "user_fact"]);
  assert.deepEqual(search([project, user]).slice(0, 2), ["project_fact", "user_fact"]);
});

test("a fact about something else is not shown because it is one", (t) => {
  const other = {
    id: "project_lint",
    name: "Linting",
    body: "Biome checks the format.",
    standing: "verified",
  } as const;
  const shown = recall([sampleIndex(t, [...NOTES, other])]);
  assert.ok(!shown.includes(other.id) && shown.length > 0, shown.join(" "));
});

test("a search drops nothing that words find", (t) => {
  const indexes = [sampleIndex(t, [...NOTES, FACT])];
  assert.deepEqual(search(indexes).toSorted(), [FACT.id, ...NOTES.map(({ id }) => id)].toSorted());
});

test("what loses its standing is no fact any more, and what gains it is one", (t) => {
  const index = sampleIndex(t, [...NOTES, FACT]);

  putRows(index, [{ ...FACT, standing: "inferred" }]);
  assert.notEqual(recall([index])[0], FACT.id);
  putRows(index, [FACT]);
  assert.equal(recall([index])[0], FACT.id);
  assert.deepEqual(
    index.database
      .prepare("SELECT part, memories FROM totals ORDER BY part")
      .all()
      .map((row) => ({ ...row })),
    [
      { part: "all", memories: 6 },
      { part: "verified", memories: 1 },
    ],
  );
});

test("a search by a word that hardly tells anything finds the fact among the first five", (t) => {
  const stuffed = Array.from({ length: 250 }, (_, number) => ({
    ...{ id: `project_stuffed_${number}`, name: `Happen ${number} happen`, tags: ["happen"] },
    body: "Happen happen happen happen.",
  }));
  assert.ok(search([sampleIndex(t, [...stuffed, FACT])], "happen").indexOf(FACT.id) in [0, 1, 2, 3, 4]);
});

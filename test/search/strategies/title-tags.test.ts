// The legacy scorer: a word of the title 2, a tag 3, a prefix of four letters or more 1, and 1 more for the last 30 days.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { queryTitles } from "../../../src/search/strategies/title-tags.ts";
import { type SampleRow, sampleIndex } from "../index/sample-index.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1_000 * DAY;

function score(t: TestContext, prompt: string, row: Omit<SampleRow, "id">): number {
  const index = sampleIndex(t, [{ id: "project_a", ...row }]);
  return queryTitles({ index, prompt, filter: {}, root: 0, now: NOW })[0]?.score ?? 0;
}

test("a word of the title gives 2", (t) => {
  assert.equal(score(t, "how do we deploy", { name: "Deploy window" }), 2);
  assert.equal(score(t, "the deploy window", { name: "Deploy window" }), 4);
});

test("a tag gives 3", (t) => {
  assert.equal(score(t, "about kiwi", { name: "Unlike", tags: ["kiwi"] }), 3);
  assert.equal(score(t, "about auth-service", { name: "Unlike", tags: ["auth-service"] }), 3);
});

test("a prefix of four letters or more gives 1, a shorter one nothing", (t) => {
  assert.equal(score(t, "depl", { name: "Deploy window" }), 1);
  assert.equal(score(t, "dep", { name: "Deploy window" }), 0);
});

test("the last thirty days give 1 more, and only to what matches", (t) => {
  assert.equal(score(t, "deploy", { name: "Deploy window", time: NOW - 30 * DAY }), 3);
  assert.equal(score(t, "deploy", { name: "Deploy window", time: NOW - 31 * DAY }), 2);
  assert.equal(score(t, "deploy", { name: "Deploy window", time: NOW + DAY }), 2);
  assert.equal(score(t, "unlike", { name: "Deploy window", time: NOW }), 0);
});

test("the body counts for nothing", (t) => {
  assert.equal(score(t, "kiwi", { name: "Unlike", body: "kiwi kiwi" }), 0);
});

test("what recall may not show is not looked at", (t) => {
  assert.equal(score(t, "deploy", { name: "Deploy window", searchable: false }), 0);
});

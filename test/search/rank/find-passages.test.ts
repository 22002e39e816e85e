import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RowFilter } from "../../../src/search/index/row-filter.ts";
import type { QueryTerm } from "../../../src/search/rank/choose-terms.ts";
import { findPassages } from "../../../src/search/rank/find-passages.ts";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import { type SampleRow, sampleIndex } from "../index/sample-index.ts";

function term(text: string, count: number): QueryTerm {
  const [word] = readPrompt(text).words;
  if (word === undefined) throw new Error(`${text} is no word`);
  return { word, count, others: [] };
}

type Narrowed = { readonly terms: readonly QueryTerm[]; readonly filter?: RowFilter };

function find(owner: TestContext, rows: readonly SampleRow[], { terms, filter = {} }: Narrowed) {
  return findPassages({
    indexes: [sampleIndex(owner, rows)],
    terms,
    filter,
    findMeaning: () => null,
    candidatesMax: 200,
  });
}

const ROWS: readonly SampleRow[] = [
  { id: "a", name: "Cache", body: "redis", type: "project" },
  { id: "b", name: "Queue", body: "redis and more", type: "reference" },
  { id: "c", name: "Other", body: "nothing" },
];

test("memories that hold a word come with their words in order", (t) => {
  const [first, ...rest] = find(t, ROWS, { terms: [term("cache", 1)] });
  assert.deepEqual(rest, []);
  assert.deepEqual([...(first?.passage.hashes ?? [])], [hashWord("cach"), hashWord("redi")]);
  assert.equal(first?.passage.nameWords, 1);
});

test("any word is enough, grammar and absent words ask for nothing", (t) => {
  assert.equal(find(t, ROWS, { terms: [term("redis", 2), term("cache", 1)] }).length, 2);
  assert.deepEqual(find(t, ROWS, { terms: [term("zebra", 0)] }), []);
  assert.deepEqual(find(t, ROWS, { terms: [] }), []);
});

test("what a search is narrowed to is part of the question", (t) => {
  assert.equal(find(t, ROWS, { terms: [term("redis", 2)], filter: { type: "reference" } }).length, 1);
});

test("where every word is in very many memories only those that hold two of them are looked at", (t) => {
  const found = find(t, ROWS, { terms: [term("redis", 500_000), term("more", 600_000)] });
  assert.equal(found.length, 1);
});

test("never more than a few hundred come", (t) => {
  const rows = Array.from({ length: 400 }, (_, number) => ({ id: `m${number}`, body: "redis" }));
  assert.equal(find(t, rows, { terms: [term("redis", 400)] }).length, 200);
});

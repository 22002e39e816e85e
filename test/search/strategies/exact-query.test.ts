// Strategy fts5_bm25: S2's query, scores, cut and order, and what makes its promises true.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { cutExact, findTokens, queryExact } from "../../../src/search/strategies/fts5-bm25.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { idsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const { rows } = tablesOf(import.meta.filename);

function find(t: TestContext, rows: readonly SampleRow[], prompt: string): string[] {
  return idsOf(sampleIndex(t, rows), prompt, { strategy: "fts5_bm25" });
}

const ID = "project_a";
const UNLIKE = { id: "project_b", body: "unlike" };

test("a token begins and ends with a letter, mark or digit, is lower case and comes once", () => {
  assert.deepEqual(findTokens("User_ID React.FC auth-service node_modules 123 user_id"), [
    "user_id",
    "react.fc",
    "auth-service",
    "node_modules",
    "123",
  ]);
  assert.deepEqual(findTokens(".env __init__.py _private test_ .env.local"), [
    "env",
    "init__.py",
    "private",
    "test",
    "env.local",
  ]);
});

test("stop-words and single ASCII characters are not asked for; single characters of other scripts are", () => {
  assert.deepEqual(findTokens("the and or not near a x 7 é 猫"), ["é", "猫"]);
});

test("operators and quotes of the query language are no tokens", () => {
  assert.deepEqual(findTokens("secret OR 1=1"), ["secret"]);
  assert.deepEqual(findTokens("secret NOT public"), ["secret", "public"]);
  assert.deepEqual(findTokens("NEAR(secret, auth)"), ["secret", "auth"]);
  assert.deepEqual(findTokens('"secret" OR "auth"'), ["secret", "auth"]);
  assert.deepEqual(findTokens("secret ^ auth* {body}: -x"), ["secret", "auth", "body"]);
});

test("a token is asked for in quotes: what would be syntax finds what it names", (t) => {
  for (const [prompt, body] of [
    ["react.fc", "a React.FC component"],
    ["auth-service", "the auth-service restarts"],
    ["user_id NEAR(", "by user_id only"],
  ] as const)
    assert.deepEqual(find(t, [{ id: ID, body }, UNLIKE], prompt), [ID]);
});

const SUB_WORDS = rows<readonly [asked: string, body: string]>("sub-words");

for (const [asked, body] of SUB_WORDS) {
  test(`"${asked}" finds "${body}", which a prefix does not`, (t) => {
    assert.deepEqual(find(t, [{ id: ID, body }, UNLIKE], asked), [ID]);
  });
}

test("S2's scores stay S2's where other tokens are found by their parts", (t) => {
  const index = sampleIndex(t, [
    { id: ID, name: "Deploy window", body: "deploy before noon" },
    { id: "project_b", body: "by user_id only" },
    { id: "project_c", body: "nothing of it" },
  ]);
  const ask = (prompt: string): Map<string, number> =>
    new Map(queryExact({ index, prompt, filter: {}, root: 0 }).map(({ row, score }) => [row.id, score]));
  const [alone, both] = [ask("deploy"), ask("deploy id")];
  assert.deepEqual([...alone.keys()], [ID]);
  assert.deepEqual([...both.keys()], [ID, "project_b"]);
  assert.equal(both.get(ID), alone.get(ID));
});

test("the name weighs 5, tags 3 and the body 1", (t) => {
  const rest = { name: "plain", tags: ["plain"], body: "plain" };
  const rows = [
    { ...rest, id: "project_body", body: "kiwi" },
    { ...rest, id: "project_tags", tags: ["kiwi"] },
    { ...rest, id: "project_name", name: "kiwi" },
    ...[1, 2, 3, 4, 5].map((number) => ({ ...rest, id: `project_${number}` })),
  ];
  const ranked = queryExact({ index: sampleIndex(t, rows), prompt: "kiwi", filter: {}, root: 0 });
  const scores = new Map(ranked.map(({ row, score }) => [row.id, score]));
  // One word of three in texts of one length: w(k+1)/(w+k) with k = 1.2, as a share of that for w = 5.
  const share = (id: string): string =>
    ((scores.get(id) ?? 0) / (scores.get("project_name") ?? 0)).toFixed(4);
  assert.deepEqual([scores.size, share("project_tags"), share("project_body")], [3, "0.8857", "0.5636"]);
});

test("kept is what has at least half of the best score, the best two in any case, and nothing below 1e-10", () => {
  const cut = (...scores: number[]): number[] =>
    cutExact(scores.map((score) => ({ score }))).map(({ score }) => score);
  assert.deepEqual(cut(2.37, 2.1, 1.185, 1.18, 0.5), [2.37, 2.1, 1.185]);
  assert.deepEqual(cut(10, 1, 0.9), [10, 1]);
  assert.deepEqual(cut(1e-6, 9e-7, 4e-7), [1e-6, 9e-7]);
  assert.deepEqual(cut(9e-11, 9e-11), []);
  assert.deepEqual(cut(3), [3]);
  assert.deepEqual(cut(), []);
});

test("of many terms the 24 rarest are asked for", (t) => {
  const common = Array.from({ length: 30 }, (_, at) => `common${String.fromCharCode(97 + at)}`).join(" ");
  const rows: SampleRow[] = Array.from({ length: 6 }, (_, at) => ({ id: `project_${at}`, body: common }));
  const rare = Array.from({ length: 24 }, (_, at) => `rare${String.fromCharCode(97 + at)}`).join(" ");
  const all = [...rows, { id: "project_rare", body: rare }];
  assert.deepEqual(find(t, all, `${common} ${rare}`), ["project_rare"]);
});

test("a memory that recall may not show has no words here", (t) => {
  assert.deepEqual(find(t, [{ id: ID, name: "kiwi", body: "kiwi", searchable: false }], "kiwi"), []);
});

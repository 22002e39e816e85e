import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import type { Hit } from "../../../src/search/strategies/find-hits.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { hitsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const { rows, texts } = tablesOf(import.meta.filename);

const RUNS = { numRuns: Math.min(2_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 300)) };

function search(owner: TestContext, rows: readonly SampleRow[], prompt: string): readonly Hit[] {
  return hitsOf(sampleIndex(owner, rows), prompt, { abstains: false });
}

function ids(hits: readonly Hit[]): string[] {
  return hits.map(({ row }) => row.id);
}

const NOTES = rows<[SampleRow]>("notes").flat();

test("a word in the name counts more than the same word in the body", (t) => {
  assert.deepEqual(ids(search(t, NOTES, "deployment")), ["deploy", "tests"]);
});

test("other words for a word find it, its own before them", (t) => {
  assert.deepEqual(ids(search(t, NOTES, "db")), ["store"]);
  assert.deepEqual(ids(search(t, NOTES, "data base")), ["store"]);
  assert.deepEqual(ids(search(t, NOTES, "postg")), ["store"]);
  const both = [
    { id: "other", body: "clone the repository" },
    { id: "own", body: "clone the repo" },
  ];
  assert.deepEqual(ids(search(t, both, "repo")), ["own", "other"]);
});

test("words side by side count more than the same words apart", (t) => {
  const rows = [
    { id: "apart", body: "merge what you need and make a request to the queue" },
    { id: "beside", body: "make what you need and a merge request to the queue" },
  ];
  assert.deepEqual(ids(search(t, rows, "merge request")), ["beside", "apart"]);
});

test("each hit says what each word of the prompt gave, and that makes up the score of its words", (t) => {
  const [first] = search(t, NOTES, "when do we deploy a tag");
  assert.equal(first?.row.id, "deploy");
  assert.deepEqual(
    first
      ?.terms()
      .slice(0, 2)
      .map(({ word }) => word)
      .sort(),
    ["deploy", "tag"],
  );
  const sum = first?.terms().reduce((all, { points }) => all + points, 0) ?? 0;
  assert.ok(Math.abs(sum - (first?.wordScore ?? 0)) < 1e-9);
});

test("two roots are ranked by what they hold together", (t) => {
  const project = sampleIndex(t, [{ id: "project", body: "deploy with the pipeline" }]);
  const user = sampleIndex(t, [
    { id: "user", name: "Deploy by hand", body: "deploy" },
    { id: "noise", body: "something about cats" },
  ]);
  const one = hitsOf([project, user], "deploy", { abstains: false });
  const other = hitsOf([user, project], "deploy", { abstains: false });
  assert.deepEqual(ids(one), ["user", "project"]);
  assert.deepEqual(
    one.map(({ score }) => score),
    other.map(({ score }) => score),
  );
});

test("the order in which memories were written changes no score", (t) => {
  const scoreOf = (rows: readonly SampleRow[]): number | undefined =>
    search(t, rows, "deploy pipeline")[0]?.score;
  assert.equal(scoreOf(NOTES), scoreOf([...NOTES].reverse()));
});

test("every prompt is answered without an error, and every hit has points", (t) => {
  const index = sampleIndex(t, NOTES);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (prompt) => {
      for (const abstains of [true, false]) {
        const hits = hitsOf(index, prompt, { abstains });
        assert.ok(hits.every(({ score }) => Number.isFinite(score) && score > 0));
      }
    }),
    RUNS,
  );
});

test("operators of the index are words like any other", (t) => {
  for (const prompt of texts("operators")) {
    assert.ok(search(t, NOTES, prompt).length <= 3);
  }
});

test("scripts without spaces and words with accents are found", (t) => {
  const rows = [
    { id: "japanese", body: "データベースの設定は本番環境で変更しない" },
    { id: "french", body: "Le café déployé" },
    { id: "thai", body: "ฐานข้อมูลหลัก" },
  ];
  assert.deepEqual(ids(search(t, rows, "設定")), ["japanese"]);
  assert.deepEqual(ids(search(t, rows, "cafe")), ["french"]);
  assert.deepEqual(ids(search(t, rows, "ข้อมูล")), ["thai"]);
});

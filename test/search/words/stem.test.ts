import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { stemWord } from "../../../src/search/words/stem.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };

test("the forms of one word have one stem", () => {
  for (const family of rows<string[]>("families")) {
    assert.equal(new Set(family.map(stemWord)).size, 1, family.join(" "));
  }
});

test("words of the published examples end as they should", () => {
  for (const [word, stem] of rows<[string, string]>("published")) assert.equal(stemWord(word), stem, word);
});

test("a word that is not plain English letters is its own stem", () => {
  for (const word of ["k8s", "user_id", "naïve", "деплой", "日本", "", "a", "is", "2024"]) {
    assert.equal(stemWord(word), word);
  }
});

test("a stem is never empty, hardly longer than its word, and the same each time", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,64}$/), (word) => {
      const stem = stemWord(word);
      assert.ok(stem.length > 0 && stem.length <= word.length + 2);
      assert.equal(stemWord(word), stem);
    }),
    RUNS,
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createKeywordIndex } from "../../src/validate/scan.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

function placesOf(keywords: readonly string[], text: string): string[] {
  const places: string[] = [];
  createKeywordIndex(keywords).visit(text, (keyword, at) => {
    places.push(`${keywords[keyword]}@${at}`);
    return true;
  });
  return places.sort();
}

test("every occurrence is reported, overlapping ones too", () => {
  assert.deepEqual(placesOf(["key", "keyword", "aa"], "keyword aaa"), ["aa@8", "aa@9", "key@0", "keyword@0"]);
});

test("a keyword that is finished with is not reported again", () => {
  const seen: number[] = [];
  createKeywordIndex(["abc", "ab"]).visit("abcabcabc", (_, at) => {
    seen.push(at);
    return false;
  });
  assert.deepEqual(seen, [0, 0]);
});

test("the index finds what a search for each keyword finds", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", "忽", "-"), minLength: 1, maxLength: 6 });
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "é", "忽", "-"), maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 8 }), texts, (keywords, text) => {
      const expected = keywords.flatMap((keyword) =>
        Array.from(text, (_, at) => at)
          .filter((at) => text.startsWith(keyword, at))
          .map((at) => `${keyword}@${at}`),
      );
      assert.deepEqual(placesOf(keywords, text), expected.sort());
    }),
    { numRuns: RUNS },
  );
});

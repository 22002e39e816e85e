import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createKeywordIndex } from "../../src/validate/keywords.ts";

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

test("capitals count as their small letters, in every alphabet", () => {
  const words = ["пароль", "schlüssel", "pw", "密码"];
  const text = ["ПАРОЛЬ", "Пароль", "SCHLÜSSEL", "Pw", "pW", "密码"].join(" ");
  const found = placesOf(words, text).join(" ");
  assert.equal(found, "pw@24 pw@27 schlüssel@14 пароль@0 пароль@7 密码@30");
});

test("what only shares its low bytes with a keyword is none", () => {
  const shifted = Array.from("token", (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join("");
  assert.deepEqual(placesOf(["token"], `${shifted} token`), ["token@6"]);
});

test("keywords are found where the text is read in parts", () => {
  const text = `${"-".repeat(16_380)}keyword${"-".repeat(16_377)}keyword`;
  for (let shift = 0; shift < 9; shift += 1) {
    const at = 16_380 - shift;
    assert.deepEqual(
      placesOf(["keyword"], text.slice(shift)),
      [`keyword@${at}`, `keyword@${at + 16_384}`].sort(),
    );
  }
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

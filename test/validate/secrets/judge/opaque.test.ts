import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isMedley, isOpaque, isUuid, isWordy } from "../../../../src/validate/secrets/judge/opaque.ts";
import { tablesOf } from "../../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("values that machines make are opaque", () => {
  const values = [
    ["q7Zk", "29Xw", "Lm4T", "vB8p"].join(""),
    "4f9a07c3".repeat(4),
    "abcd1234".repeat(4),
    ["0f9a4c21", "77b3", "4d5e", "8a61", "3c2b9d0e4f17"].join("-"),
    ["182232831", "5936246"].join(""),
    `api_org_${"jPSDkMMTvgYaEbxU".concat("ECBjJTQj")}`,
  ];
  for (const value of values) assert.ok(isOpaque(value), value);
});

test("words, paths, addresses, versions, dates and numbers are not opaque", () => {
  for (const value of texts("not opaque")) assert.ok(!isOpaque(value), value);
});

test("random text of letters and digits is nearly always opaque", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const values = fc.string({ unit: fc.constantFrom(...letters), minLength: 32, maxLength: 64 });
  let opaque = 0;
  const sampled = fc.sample(values, { numRuns: Math.max(RUNS, 1_000), seed: 7 });
  // fast-check leans towards the edges of a range and towards repetition; most of it still has to be seen.
  for (const value of sampled) opaque += isOpaque(value) ? 1 : 0;
  assert.ok(opaque >= sampled.length * 0.9, `${opaque} of ${sampled.length}`);
});

test("a UUID of one digit is no UUID anyone issued", () => {
  assert.ok(!isUuid("00000000-0000-0000-0000-000000000000"));
});

test("English reads as words, random letters do not", () => {
  for (const value of ["correcthorsebattery", "my-app-secret", "databasePassword"])
    assert.ok(isWordy(value), value);
  for (const value of ["gacvqdpmdyjk85tr2lomfsmyg", "xkqzjwvbtp"]) assert.ok(!isWordy(value), value);
});

test("letters between many different signs are a medley; patterns and paths are not", () => {
  assert.ok(isMedley("m{{h}o)p${".concat("e]nob(ody[x>")));
  for (const value of ["/^[a-z]+(?:x|y)*$/", "**/*.{js,ts}[x]!", "plain-words-only"])
    assert.ok(!isMedley(value), value);
});

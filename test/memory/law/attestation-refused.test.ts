// What is not exactly an attestation is none: keys and values.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELDS, GOOD_TEXT, judge, judgeFields } from "./almost-attestation.ts";

test("the sample that the others are mutations of is read", () => {
  assert.equal(judge(GOOD_TEXT), "read");
});

const BAD_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  acknowledged: [null, "a", ["b", "a"], ["a", "a"], ["A"], [""], ["a b"], ["x".repeat(65)], [1], { 0: "a" }],
  act: ["Approve", "", "promote", "__proto__", null, ["approve"]],
  digest: ["D".repeat(64), "d".repeat(63), "d".repeat(65), `${"d".repeat(64)}\n`, 1, null],
  id: ["project_x.md", "../project_x", "project_X", "x", "", null, `project_${"x".repeat(100)}`],
  key: [
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}B`,
    `${"A".repeat(42)}=`,
    `${"A".repeat(42)}+`,
    null,
  ],
  parents: [
    null,
    "1".repeat(64),
    ["1".repeat(63)],
    ["2".repeat(64), "1".repeat(64)],
    ["1".repeat(64), "1".repeat(64)],
  ],
  reason: ["x".repeat(301), "\uD800", 1, false, ["a"]],
  root: ["0".repeat(31), "G".repeat(32), "", null],
  scope: ["both", "Project", "", null],
  signature: ["A".repeat(85), "A".repeat(87), `${"A".repeat(85)}B`, `${"A".repeat(84)}==`, null],
  signer: [
    `root:${"a".repeat(32)}`,
    `person:${"a".repeat(31)}`,
    `person:${"1".repeat(32)}`,
    `Person:${"a".repeat(32)}`,
  ],
  test: [false, 1, "true", null],
  time: ["2026-05-01", "2026-02-30T00:00:00Z", "2026-05-01T24:00:00Z", "0000-01-01T00:00:00Z", 0, null],
  v: [0, "1", null, true, -1, 1.5],
};

for (const [key, values] of Object.entries(BAD_VALUES)) {
  test(`a bad ${key} is refused`, () => {
    for (const value of values)
      assert.equal(judgeFields({ ...FIELDS, [key]: value }), "malformed", String(value));
  });
}

test("64 parents are read and 65 are not; 64 acknowledged rules likewise", () => {
  const parents = Array.from({ length: 65 }, (_, at) => at.toString(16).padStart(64, "0"));
  const rules = Array.from({ length: 65 }, (_, at) => `r${at.toString().padStart(2, "0")}`);
  assert.equal(judgeFields({ ...FIELDS, parents: parents.slice(1) }), "read");
  assert.equal(judgeFields({ ...FIELDS, parents }), "malformed");
  assert.equal(judgeFields({ ...FIELDS, acknowledged: rules.slice(1) }), "read");
  assert.equal(judgeFields({ ...FIELDS, acknowledged: rules }), "malformed");
  assert.equal(judgeFields({ ...FIELDS, reason: "\u{1F600}".repeat(300) }), "read");
});

test("a missing key and a key too many are refused, whichever it is", () => {
  for (const key of Object.keys(FIELDS)) {
    const rest = Object.entries(FIELDS).filter(([each]) => each !== key);
    assert.equal(judgeFields(Object.fromEntries(rest)), "malformed", key);
  }
  for (const key of ["aaa", "zzz", "hash", "constructor", "toString"]) {
    assert.equal(judge(GOOD_TEXT.replace("{", `{"${key}":1,`)), "malformed", key);
  }
  assert.equal(judge(GOOD_TEXT.replace("{", '{"__proto__":{"v":1},')), "malformed");
});

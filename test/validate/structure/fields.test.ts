// Each row of the field table (§2): absent, bad and good.

import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "./sample-file.ts";

const PASS = "PASS 0";
const ABSENT_FAILS = "FAIL-STRUCT 1 field-absent";
const ABSENT_WARNS = "WARN-SEMANTIC 3 field-absent";
const BAD = "FAIL-FORMAT 2 field-bad";

const ABSENT: readonly (readonly [string, string])[] = [
  ["name", ABSENT_FAILS],
  ["description", ABSENT_FAILS],
  ["type", ABSENT_FAILS],
  ["trust-level", ABSENT_WARNS],
  ["last-verified", ABSENT_WARNS],
  ["created-at", ABSENT_WARNS],
  ["source-machine", ABSENT_WARNS],
];

for (const [key, verdict] of ABSENT) {
  test(`without ${key} a file is ${verdict} (§2)`, () =>
    assert.equal(judge({ lines: { [key]: null } }), verdict));
  test(`${key} without a value is absent (§2)`, () => assert.equal(judge({ lines: { [key]: "" } }), verdict));
}

test("an inferred memory needs no last-verified, others do (§2)", () => {
  assert.equal(judge({ lines: { "trust-level": "inferred", "last-verified": null } }), PASS);
  assert.equal(judge({ lines: { "trust-level": "quarantined", "last-verified": null } }), ABSENT_WARNS);
  assert.equal(judge({ lines: { "trust-level": null, "last-verified": null } }), ABSENT_WARNS);
});

const INSTANT = {
  good: ["2026-04-01T09:30:00Z"],
  bad: ["2026-04-01", "2026-02-30T00:00:00Z", "now", "[a]", '""'],
};
const REASON = {
  good: ["x", `"${"x".repeat(300)}"`, `"${"\u{1F600}".repeat(300)}"`],
  bad: [`"${"x".repeat(301)}"`, '""', '" "', "[a]", '"a\\nb"'],
};
const list = (count: number, item = "a"): string => `[${Array(count).fill(item).join(", ")}]`;

const VALUES: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  name: {
    good: ["ab", "x".repeat(120), `"${"\u6F22".repeat(120)}"`, '"a: b # c"'],
    bad: ["a", "x".repeat(121), '""', '"  "', "[ab, cd]", '"a\\nb"', '"a\\u2028b"', '"a\\e[31mb"', '"a\\0b"'],
  },
  description: { good: ["a", "x".repeat(256)], bad: ["x".repeat(257), '""', "[a]", '"a\\tb"'] },
  type: { good: ["feedback"], bad: ["Feedback", "note", "[feedback]", "constructor"] },
  category: { good: [], bad: ["Decision", "other", "[decision]", '""'] },
  tags: {
    good: ["[]", "[a]", list(12), `[${"x".repeat(40)}]`, "[caf\u00E9, \u6F22]", "['a b']"],
    bad: ["a", list(13), `[${"x".repeat(41)}]`, "[A]", "['']", "[' ']", '["a\\nb"]', '""', "[\u00C9]"],
  },
  "trust-level": {
    good: ["verified", "inferred", "quarantined"],
    bad: ["trusted", "Verified", "[verified]", '""'],
  },
  "last-verified": {
    good: ["2024-02-29", "'2026-05-01'"],
    bad: ["2023-02-29", "2026-5-1", "2026-05-01T00:00:00Z", "soon"],
  },
  "created-at": INSTANT,
  "source-machine": {
    good: ["a", "build-01.local", "x".repeat(63)],
    bad: ["x".repeat(64), "-a", "a b", "[a]", '""', "a/b"],
  },
  status: { good: ["active", "archived", "retired"], bad: ["deleted", "Active", '""'] },
  "updated-at": INSTANT,
  "retired-at": INSTANT,
  "archived-at": INSTANT,
  "quarantined-at": INSTANT,
  "retired-reason": REASON,
  "archived-reason": REASON,
  "quarantine-reason": REASON,
  "quarantined-by": REASON,
  origin: { good: ["user", "dictated", "inference", "import"], bad: ["model", '""', "[user]"] },
  session: { good: ["x", "x".repeat(120)], bad: ["x".repeat(121), '""', "[x]"] },
  taint: { good: ["[]", "[web, mcp]"], bad: ["web", list(21), `[${"x".repeat(121)}]`, "['']"] },
  "related-files": {
    good: ["[]", "[src/a.ts]"],
    bad: ["src/a.ts", list(51), `[${"x".repeat(301)}]`, "['']"],
  },
  confidence: {
    good: ["0", "1", "0.5", "1.0", "0.123456"],
    bad: ["1.1", "-0.1", "2", ".5", "1e-1", "0.1234567", "high", "[0.5]", '""'],
  },
  supersedes: {
    good: ["project_x", "user_a_1"],
    bad: ["project_x.md", "../project_x", "x", "[project_x]", '""'],
  },
};

for (const [key, { good, bad }] of Object.entries(VALUES)) {
  test(`a good ${key} passes (§2)`, () => {
    for (const value of good) assert.equal(judge({ lines: { [key]: value } }), PASS, value);
  });
  test(`a bad ${key} is FAIL-FORMAT, exit 2 (§2)`, () => {
    for (const value of bad) assert.equal(judge({ lines: { [key]: value } }), BAD, value);
  });
}

test("fields that may be absent say nothing when they have no value (§2)", () => {
  for (const key of Object.keys(VALUES).slice(9)) assert.equal(judge({ lines: { [key]: "" } }), PASS, key);
  assert.equal(judge({ lines: { tags: "", category: "" } }), PASS);
});

test("an unknown key is kept and reported as a warning, whatever it holds (§2)", () => {
  for (const value of ["x", "[a, b]", "", '"\\u0000"']) {
    assert.equal(judge({ lines: { "x-own": value } }), "WARN-SEMANTIC 3 field-unknown");
  }
  assert.equal(judge({ lines: { Name: "x", constructor: "y" } }), "WARN-SEMANTIC 3 field-unknown");
});

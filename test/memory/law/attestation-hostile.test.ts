// What is not exactly an attestation is none: other spellings, other names, floods.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseAttestation } from "../../../src/memory/law/attestation.ts";
import { arbitraryText } from "../file/arbitrary-frontmatter.ts";
import { assertLinear } from "../text/assert-linear.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { FIELDS, GOOD_TEXT, judge, judgeFields } from "./almost-attestation.ts";
import { arbitraryAttestationFile } from "./arbitrary-statement.ts";

test("the same fields written in another way are refused: order, space, escapes, doubled keys, line ends", () => {
  const entries = Object.entries(FIELDS);
  assert.equal(judgeFields(Object.fromEntries(entries.toReversed())), "malformed");
  const ways = [
    JSON.stringify(FIELDS),
    `${JSON.stringify(FIELDS, null, 1)}\n`,
    ` ${GOOD_TEXT}`,
    `${GOOD_TEXT}\n`,
    `\uFEFF${GOOD_TEXT}`,
    GOOD_TEXT.replace("\n", "\r\n"),
    GOOD_TEXT.replace('"v":1', '"v":1.0'),
    GOOD_TEXT.replace('"v":1', '"v":1e0'),
    GOOD_TEXT.replace('"v":1', '"v":1,"v":1'),
    GOOD_TEXT.replace('"act":"approve"', '"act":"lower","act":"approve"'),
    GOOD_TEXT.replace('"approve"', '"\\u0061pprove"'),
    GOOD_TEXT.replace('"reason":null', '"reason":"\\/"'),
  ];
  for (const way of ways) assert.equal(judge(way), "malformed", way.slice(0, 40));
});

test("a name that is not the hash of the content is refused", () => {
  for (const hash of ["0".repeat(64), "", "../x"]) {
    assert.ok(!("hash" in parseAttestation(GOOD_TEXT, hash)));
  }
});

test("a newer version is called newer, so that it is left alone and not called broken (§13)", () => {
  assert.equal(judge('{"v":2}'), "newer");
  assert.equal(judgeFields({ ...FIELDS, v: 7, more: true }), "newer");
  assert.deepEqual(parseAttestation('{"v":2}', ""), { kind: "newer", message: "it has version 2" });
  assert.equal(judge('{"v":1e999}'), "malformed");
});

test("one changed character is another file: it never passes under the old name", () => {
  const law = fc.property(
    arbitraryAttestationFile,
    fc.nat(),
    fc.constantFrom(...'0aA" }'),
    ({ text, hash }, at, char) => {
      const index = at % text.length;
      fc.pre(text[index] !== char);
      const changed = text.slice(0, index) + char + text.slice(index + 1);
      assert.ok(!("hash" in parseAttestation(changed, hash)));
    },
  );
  fc.assert(law, LAW_RUNS);
});

test("no text makes the reader throw", () => {
  const hostile = fc.oneof(
    arbitraryText,
    fc.json(),
    fc.json().map((json) => GOOD_TEXT.replace("null", json)),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      judge(text);
    }),
    LAW_RUNS,
  );
});

const FLOODS: readonly (readonly [string, (chars: number) => string])[] = [
  ["opening brackets", (chars) => "[".repeat(chars)],
  ["nested objects", (chars) => '{"v":'.repeat(chars / 5)],
  [
    "nested reasons",
    (chars) => GOOD_TEXT.replace("null", `${"[".repeat(chars / 2)}${"]".repeat(chars / 2)}`),
  ],
  ["a long reason", (chars) => GOOD_TEXT.replace("null", JSON.stringify("x".repeat(chars)))],
  ["parents", (chars) => GOOD_TEXT.replace("[]", JSON.stringify(Array(chars / 4).fill("a")))],
  ["keys", (chars) => `{${Array.from({ length: chars / 8 }, (_, at) => `"k${at}":1`).join(",")}}`],
];

for (const [what, make] of FLOODS) {
  test(`64 KiB of ${what} are refused in linear time`, () => {
    assert.equal(judge(make(65_536)), "malformed");
    assertLinear(make, judge);
  });
}

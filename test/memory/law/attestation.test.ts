import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import {
  kindOfSigner,
  parseAttestation,
  renderAttestation,
  renderSigned,
  type Statement,
  statementOf,
} from "../../../src/memory/law/attestation.ts";
import { arbitraryText } from "../file/arbitrary-frontmatter.ts";
import { assertLinear } from "../text/assert-linear.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { FIELDS, GOOD_TEXT, judge, judgeFields } from "./almost-attestation.ts";
import { arbitraryAttestationFile } from "./arbitrary-statement.ts";

const STATEMENT: Statement = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  id: "project_x",
  digest: "d".repeat(64),
  act: "approve",
  acknowledged: ["override", "role-marker"],
  time: "2026-05-01T09:30:00Z",
  signer: `person:${"a".repeat(32)}`,
  parents: ["1".repeat(64), "2".repeat(64)],
  reason: "looks right",
};
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** Written by hand, not by the code under test. */
const SIGNED =
  'credence-attest-v1\n{"acknowledged":["override","role-marker"],"act":"approve","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","id":"project_x","parents":["1111111111111111111111111111111111111111111111111111111111111111","2222222222222222222222222222222222222222222222222222222222222222"],"reason":"looks right","root":"00000000000000000000000000000000","scope":"project","signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","time":"2026-05-01T09:30:00Z","v":1}';
const HASH = "8c4e2bcaade2c1199b60fb3e71167826d9b6d765144a0d6ca08ae688c3431e74";

test("the signed bytes are the frozen ones (§5.2)", () => {
  assert.equal(renderSigned(STATEMENT), SIGNED);
});

test("a test statement signs that it is one (§13)", () => {
  assert.equal(
    renderSigned({ ...STATEMENT, reason: null, test: true }),
    SIGNED.replace('"looks right"', "null").replace('"time"', '"test":true,"time"'),
  );
});

test("the file is named by the hash of its bytes, and the frozen hash is that of the frozen file (§5.2)", () => {
  const { hash, text } = renderAttestation(STATEMENT, PROOF);
  assert.equal(hash, HASH);
  assert.equal(createHash("sha256").update(text).digest("hex"), HASH);
});

test("an attestation that is rendered is parsed to the same statement, key and signature", () => {
  const law = fc.property(arbitraryAttestationFile, ({ statement, proof, hash, text }) => {
    const parsed = parseAttestation(text, hash);
    assert.ok("hash" in parsed, JSON.stringify(parsed));
    assert.deepEqual(statementOf(parsed), statement);
    assert.equal(parsed.key, proof.key);
    assert.equal(parsed.signature, proof.signature);
    assert.equal(renderAttestation(statementOf(parsed), parsed).hash, hash);
    assert.equal(renderSigned(statementOf(parsed)), renderSigned(statement));
  });
  fc.assert(law, LAW_RUNS);
});

test("two statements sign the same bytes only if they are the same statement", () => {
  const law = fc.property(arbitraryAttestationFile, arbitraryAttestationFile, (a, b) => {
    const isSame = JSON.stringify(a.statement) === JSON.stringify(b.statement);
    assert.equal(renderSigned(a.statement) === renderSigned(b.statement), isSame);
  });
  fc.assert(law, LAW_RUNS);
});

test("only the statement is signed, whatever else the value carries", () => {
  const more = Object.assign({}, STATEMENT, PROOF, { hash: HASH, own: 1 });
  assert.equal(renderSigned(more), SIGNED);
  assert.equal(renderAttestation(more, more).hash, HASH);
});

test("the kind of a key is part of its signer's name", () => {
  assert.equal(kindOfSigner(`person:${"a".repeat(32)}`), "person");
  assert.equal(kindOfSigner(`machine:${"a".repeat(32)}`), "machine");
  assert.equal(kindOfSigner("Person:x"), "machine");
});

// What is not exactly an attestation is none: other spellings, other names, floods.

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
  assert.equal(judge('{"v":3}'), "newer");
  assert.equal(judgeFields({ ...FIELDS, v: 7, more: true }), "newer");
  assert.deepEqual(parseAttestation('{"v":3}', ""), { kind: "newer", message: "it has version 3" });
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

// What is not exactly an attestation is none: keys and values.

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

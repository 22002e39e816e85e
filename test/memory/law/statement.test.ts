import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import {
  kindOfSigner,
  parseStatement,
  renderSigned,
  renderStatement,
  type TextContent,
  type TombstoneContent,
} from "../../../src/memory/law/statement.ts";
import { arbitraryText } from "../file/arbitrary-frontmatter.ts";
import { assertLinear } from "../text/assert-linear.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { FIELDS, GOOD_TEXT, judge, judgeFields, TOMBSTONE_FIELDS } from "./almost-statement.ts";
import { arbitraryStatementFile } from "./arbitrary-statement.ts";

const STATEMENT: TextContent = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  born: "1".repeat(32),
  source: { origin: "user", session: null, taint: ["web"] },
  time: "2026-05-01T09:30:00Z",
  signer: `person:${"a".repeat(32)}`,
  device: `machine:${"b".repeat(32)}`,
  seq: 7,
  prev: null,
  reason: "looks right",
  act: "approve",
  id: "project_x",
  digest: "d".repeat(64),
  text: "e".repeat(64),
  follows: ["1".repeat(64), "2".repeat(64)],
  lifts: ["3".repeat(64)],
  acknowledged: ["override", "role-marker"],
};
const TOMBSTONE: TombstoneContent = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  born: "1".repeat(32),
  source: null,
  time: "2026-05-01T09:30:00Z",
  signer: `person:${"a".repeat(32)}`,
  device: `machine:${"b".repeat(32)}`,
  seq: 7,
  prev: null,
  reason: null,
  act: "forget",
  digests: ["4".repeat(64)],
};
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** Made with Python's json and hashlib, not by the code under test. */
const SIGNED =
  'credence-statement-1\n{"acknowledged":["override","role-marker"],"act":"approve","born":"11111111111111111111111111111111","device":"machine:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","follows":["1111111111111111111111111111111111111111111111111111111111111111","2222222222222222222222222222222222222222222222222222222222222222"],"id":"project_x","lifts":["3333333333333333333333333333333333333333333333333333333333333333"],"prev":null,"reason":"looks right","root":"00000000000000000000000000000000","scope":"project","seq":7,"signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":{"origin":"user","session":null,"taint":["web"]},"text":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","time":"2026-05-01T09:30:00Z","v":1}';
const HASH = "7b574841d85682129b157fbe585f67ed4aad0e763b22a8768cc3ddbe7d8947eb";
const TOMBSTONE_SIGNED =
  'credence-statement-1\n{"act":"forget","born":"11111111111111111111111111111111","device":"machine:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","digests":["4444444444444444444444444444444444444444444444444444444444444444"],"prev":null,"reason":null,"root":"00000000000000000000000000000000","scope":"project","seq":7,"signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":null,"time":"2026-05-01T09:30:00Z","v":1}';
const TOMBSTONE_HASH = "cef08e9d0483a2c5cacd26ade25e9c24c32dd11f7bc33906d58b9056f567d44a";

test("the signed bytes are the frozen ones (§5.2)", () => {
  assert.equal(renderSigned(STATEMENT), SIGNED);
  assert.equal(renderSigned(TOMBSTONE), TOMBSTONE_SIGNED);
});

test("a test statement signs that it is one (§13)", () => {
  assert.equal(
    renderSigned({ ...STATEMENT, reason: null, test: true }),
    SIGNED.replace('"looks right"', "null").replace('"text"', '"test":true,"text"'),
  );
});

test("the file is named by the hash of its bytes, and the frozen hash is that of the frozen file (§5.2)", () => {
  for (const [content, frozen] of [
    [STATEMENT, HASH],
    [TOMBSTONE, TOMBSTONE_HASH],
  ] as const) {
    const { hash, text } = renderStatement(content, PROOF);
    assert.equal(hash, frozen);
    assert.equal(createHash("sha256").update(text).digest("hex"), frozen);
  }
});

test("a statement that is rendered is parsed to the same statement, key and signature", () => {
  const law = fc.property(arbitraryStatementFile, ({ statement, proof, hash, text }) => {
    const parsed = parseStatement(text, hash);
    assert.ok("hash" in parsed, JSON.stringify(parsed));
    assert.deepEqual(parsed, { ...statement, ...proof, hash });
    assert.deepEqual(renderStatement(parsed, parsed), { hash, text });
    assert.equal(renderSigned(parsed), renderSigned(statement));
  });
  fc.assert(law, LAW_RUNS);
});

test("two statements sign the same bytes only if they are the same statement", () => {
  const law = fc.property(arbitraryStatementFile, arbitraryStatementFile, (a, b) => {
    const isSame = isDeepStrictEqual(a.statement, b.statement);
    assert.equal(renderSigned(a.statement) === renderSigned(b.statement), isSame);
  });
  fc.assert(law, LAW_RUNS);
});

test("no signed bytes of a statement are those of anything else that a key of ours signs", () => {
  const law = fc.property(arbitraryStatementFile, ({ statement }) => {
    const [domain, ...rest] = renderSigned(statement).split("\n");
    assert.equal(domain, "credence-statement-1");
    assert.equal(rest.length, 1);
  });
  fc.assert(law, LAW_RUNS);
});

test("the name, the key and the signature of a statement are not signed", () => {
  const more = { ...STATEMENT, ...PROOF, hash: HASH };
  assert.equal(renderSigned(more), SIGNED);
  assert.equal(renderStatement(more, more).hash, HASH);
});

test("the kind of a key is part of its signer's name", () => {
  assert.equal(kindOfSigner(`person:${"a".repeat(32)}`), "person");
  assert.equal(kindOfSigner(`machine:${"a".repeat(32)}`), "machine");
  assert.equal(kindOfSigner("Person:x"), "machine");
});

// What is not exactly a statement is none: other spellings, other names, floods.

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
    assert.ok(!("hash" in parseStatement(GOOD_TEXT, hash)));
  }
});

test("a newer version is called newer, so that it is left alone and not called broken (§13)", () => {
  assert.equal(judge('{"v":2}'), "newer");
  assert.equal(judgeFields({ ...FIELDS, v: 7, more: true }), "newer");
  assert.deepEqual(parseStatement('{"v":2}', ""), { kind: "newer", message: "it has version 2" });
  assert.equal(judgeFields({ ...TOMBSTONE_FIELDS, v: 2 }), "newer");
  assert.equal(judge('{"v":1e999}'), "malformed");
});

test("one changed character is another file: it never passes under the old name", () => {
  const law = fc.property(
    arbitraryStatementFile,
    fc.nat(),
    fc.constantFrom(...'0aA" }'),
    ({ text, hash }, at, char) => {
      const index = at % text.length;
      fc.pre(text[index] !== char);
      const changed = text.slice(0, index) + char + text.slice(index + 1);
      assert.ok(!("hash" in parseStatement(changed, hash)));
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
  [
    "names",
    (chars) => GOOD_TEXT.replace('"follows":[]', `"follows":${JSON.stringify(Array(chars / 4).fill("a"))}`),
  ],
  ["keys", (chars) => `{${Array.from({ length: chars / 8 }, (_, at) => `"k${at}":1`).join(",")}}`],
];

for (const [what, make] of FLOODS) {
  test(`64 KiB of ${what} are refused in linear time`, () => {
    assert.equal(judge(make(65_536)), "malformed");
    assertLinear(make, judge);
  });
}

// What is not exactly a statement is none: keys and values.

test("the samples that the others are mutations of are read", () => {
  assert.equal(judge(GOOD_TEXT), "read");
  assert.equal(judgeFields(TOMBSTONE_FIELDS), "read");
});

const BAD_NAMES = [
  null,
  "1".repeat(64),
  ["1".repeat(63)],
  ["2".repeat(64), "1".repeat(64)],
  ["1".repeat(64), "1".repeat(64)],
];

const BAD_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  acknowledged: [null, "a", ["b", "a"], ["a", "a"], ["A"], [""], ["a b"], ["x".repeat(65)], [1], { 0: "a" }],
  act: ["Approve", "", "promote", "__proto__", null, ["approve"]],
  born: ["1".repeat(31), "B".repeat(32), "project_x", 1, null],
  device: [`person:${"b".repeat(32)}`, "machine:b", 1, null],
  digest: ["D".repeat(64), "d".repeat(63), "d".repeat(65), `${"d".repeat(64)}\n`, 1, null],
  follows: BAD_NAMES,
  id: ["project_x.md", "../project_x", "project_X", "x", "", null, `project_${"x".repeat(100)}`],
  key: [
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}B`,
    `${"A".repeat(42)}=`,
    `${"A".repeat(42)}+`,
    null,
  ],
  lifts: BAD_NAMES,
  prev: ["1".repeat(63), "G".repeat(64), "", 0],
  reason: ["x".repeat(301), "\uD800", 1, false, ["a"]],
  root: ["0".repeat(31), "G".repeat(32), "", null],
  scope: ["both", "Project", "", null],
  seq: [-1, 1.5, "0", 2 ** 53, null],
  signature: ["A".repeat(85), "A".repeat(87), `${"A".repeat(85)}B`, `${"A".repeat(84)}==`, null],
  signer: [
    `root:${"a".repeat(32)}`,
    `person:${"a".repeat(31)}`,
    `person:${"1".repeat(32)}`,
    `Person:${"a".repeat(32)}`,
  ],
  source: ["user", 1, {}, { origin: "person", session: null, taint: [] }],
  test: [false, 1, "true", null],
  text: ["E".repeat(64), "e".repeat(63), `${"e".repeat(64)}\n`, 1, null],
  time: ["2026-05-01", "2026-02-30T00:00:00Z", "2026-05-01T24:00:00Z", "0000-01-01T00:00:00Z", 0, null],
  v: [0, "1", null, true, -1, 1.5],
};

for (const [key, values] of Object.entries(BAD_VALUES)) {
  test(`a bad ${key} is refused`, () => {
    for (const value of values)
      assert.equal(judgeFields({ ...FIELDS, [key]: value }), "malformed", String(value));
  });
}

const KEYS_OF_TOMBSTONES = Object.keys(TOMBSTONE_FIELDS);

for (const [key, values] of Object.entries({ ...BAD_VALUES, digests: BAD_NAMES })) {
  if (!KEYS_OF_TOMBSTONES.includes(key) && key !== "test") continue;
  test(`a bad ${key} of a tombstone is refused`, () => {
    for (const value of values)
      assert.equal(judgeFields({ ...TOMBSTONE_FIELDS, [key]: value }), "malformed", String(value));
  });
}

test("256 names are read and 257 are not; 64 acknowledged rules likewise, and 65 are not", () => {
  const names = Array.from({ length: 257 }, (_, at) => at.toString(16).padStart(64, "0"));
  const rules = Array.from({ length: 65 }, (_, at) => `r${at.toString().padStart(2, "0")}`);
  for (const key of ["follows", "lifts"]) {
    assert.equal(judgeFields({ ...FIELDS, [key]: names.slice(1) }), "read", key);
    assert.equal(judgeFields({ ...FIELDS, [key]: names }), "malformed", key);
  }
  assert.equal(judgeFields({ ...FIELDS, acknowledged: rules.slice(1) }), "read");
  assert.equal(judgeFields({ ...FIELDS, acknowledged: rules }), "malformed");
  assert.equal(judgeFields({ ...FIELDS, reason: "\u{1F600}".repeat(300) }), "read");
});

test("a missing key and a key too many are refused, whichever it is", () => {
  for (const fields of [FIELDS, TOMBSTONE_FIELDS])
    for (const key of Object.keys(fields)) {
      const rest = Object.entries(fields).filter(([each]) => each !== key);
      assert.equal(judgeFields(Object.fromEntries(rest)), "malformed", key);
    }
  for (const key of ["aaa", "zzz", "hash", "constructor", "toString"]) {
    assert.equal(judge(GOOD_TEXT.replace("{", `{"${key}":1,`)), "malformed", key);
  }
  assert.equal(judge(GOOD_TEXT.replace("{", '{"__proto__":{"v":1},')), "malformed");
});

test("what an older or a foreign form had is no key of a statement, nor a text's of a tombstone", () => {
  const more = (fields: object, key: string, value: unknown): string =>
    judgeFields(
      Object.fromEntries(Object.entries({ ...fields, [key]: value }).sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  for (const key of ["parents", "ends", "folded", "digests"])
    assert.equal(more(FIELDS, key, []), "malformed", key);
  for (const key of ["parents", "ends", "acknowledged", "follows", "lifts"])
    assert.equal(more(TOMBSTONE_FIELDS, key, []), "malformed", key);
  for (const key of ["id", "digest", "text", "folded"])
    assert.equal(more(TOMBSTONE_FIELDS, key, FIELDS[key] ?? null), "malformed", key);
  assert.equal(judgeFields({ ...FIELDS, act: "forget" }), "malformed");
  assert.equal(judgeFields({ ...TOMBSTONE_FIELDS, act: "approve" }), "malformed");
});

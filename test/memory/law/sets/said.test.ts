// The files of statements of version 3: what is signed, and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import { parseAttestation } from "../../../../src/memory/law/attestation.ts";
import {
  isOtherName,
  parseSetStatement,
  renderSetSigned,
  renderSetStatement,
  stemOfOther,
  type Tombstone,
  type Word,
} from "../../../../src/memory/law/sets/said.ts";
import { listOtherNames } from "../../../../src/memory/law/sets/view.ts";

const SIGNED = {
  v: 3,
  root: "0".repeat(32),
  scope: "user",
  time: "2026-05-01T09:30:00Z",
  signer: `person:${"a".repeat(32)}`,
  device: `machine:${"b".repeat(32)}`,
  seq: 7,
  prev: null,
  reason: null,
} as const;
const WORD: Word = {
  ...SIGNED,
  act: "approve",
  born: "1".repeat(32),
  id: "user_a",
  digest: "d".repeat(64),
  text: "e".repeat(64),
  follows: ["2".repeat(64)],
  lifts: [],
  acknowledged: ["override"],
  source: { origin: "user", session: null, taint: ["web"] },
};
const TOMBSTONE: Tombstone = {
  ...SIGNED,
  act: "forget",
  born: null,
  id: "f".repeat(64),
  digests: ["d".repeat(64)],
  ends: [],
};
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** Written by hand, not by the code under test. */
const BYTES =
  'credence-attest-v3\n{"acknowledged":["override"],"act":"approve","born":"11111111111111111111111111111111","device":"machine:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","follows":["2222222222222222222222222222222222222222222222222222222222222222"],"id":"user_a","lifts":[],"prev":null,"reason":null,"root":"00000000000000000000000000000000","scope":"user","seq":7,"signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":{"origin":"user","session":null,"taint":["web"]},"text":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","time":"2026-05-01T09:30:00Z","v":3}';

test("the signed bytes of a word are the frozen ones", () => {
  assert.equal(renderSetSigned(WORD), BYTES);
});

for (const statement of [WORD, TOMBSTONE, { ...WORD, test: true as const }]) {
  test(`a rendered ${statement.act} is read as it was`, () => {
    const { hash, text } = renderSetStatement(statement, PROOF);
    const read = parseSetStatement(text, hash);
    assert.ok("said" in read, JSON.stringify(read));
    assert.deepEqual(read, { statement, said: { ...statement, hash }, proof: PROOF });
  });
}

test("a program that knows versions 1 and 2 alone says that it is newer", () => {
  const { hash, text } = renderSetStatement(WORD, PROOF);
  assert.deepEqual(parseAttestation(text, hash), { kind: "newer", message: "it has version 3" });
});

test("a word that replaces and lifts as many as it may fits into what is read and carried", () => {
  const names = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(64, "0"));
  const { text } = renderSetStatement({ ...WORD, follows: names, lifts: names }, PROOF);
  assert.ok(text.length < 36 * 1024);
});

// Each in the canonical form: nothing but what is named here is wrong with it.
const [SESSION_MAX, TAINT_MAX] = [120, 120];
const TAINTS = Array.from({ length: 20 }, () => "t".repeat(TAINT_MAX));
const BAD: readonly (readonly [what: string, change: object])[] = [
  ["a key of its own", { more: 1 }],
  ["version 2", { v: 2 }],
  ["an unknown act", { act: "raise" }],
  ["an act in a list", { act: ["approve"] }],
  ["a born with words", { born: "user_a" }],
  ["an id with the name of a waiting text", { id: `user_a_other_${"0".repeat(16)}` }],
  ["no id of a memory", { id: "../a" }],
  ["an id in a list", { id: ["user_a"] }],
  ["no id at all", { id: 1 }],
  ["a text that is no hash", { text: "words" }],
  ["a digest in capitals", { digest: "D".repeat(64) }],
  ["names out of order", { follows: ["2".repeat(64), "1".repeat(64)] }],
  ["one name twice", { lifts: ["2".repeat(64), "2".repeat(64)] }],
  ["257 names", { follows: Array.from({ length: 257 }, (_, at) => at.toString(16).padStart(64, "0")) }],
  ["257 lifts", { lifts: Array.from({ length: 257 }, (_, at) => at.toString(16).padStart(64, "0")) }],
  ["a person as the device", { device: SIGNED.signer }],
  ["half a device", { device: "machine:b" }],
  ["a negative number", { seq: -1 }],
  ["a broken number", { seq: 1.5 }],
  ["a number in words", { seq: "7" }],
  ["something before that is no hash", { prev: "7" }],
  ["a source with a key of its own", { source: { by: "x", origin: null, session: null, taint: [] } }],
  ["an origin that there is not", { source: { origin: "person", session: null, taint: [] } }],
  ["a source in words", { source: "user" }],
  ["half a source", { source: { origin: null, session: null } }],
  ["a number as the session", { source: { origin: null, session: 1, taint: [] } }],
  [
    "a session that is too long",
    { source: { origin: null, session: "s".repeat(SESSION_MAX + 1), taint: [] } },
  ],
  ["taint in words", { source: { origin: null, session: null, taint: "web" } }],
  ["taint without an end", { source: { origin: null, session: null, taint: TAINTS.concat("one more") } }],
  ["a number as taint", { source: { origin: null, session: null, taint: [1] } }],
  ["taint that is too long", { source: { origin: null, session: null, taint: ["t".repeat(TAINT_MAX + 1)] } }],
  ["half a character", { source: { origin: null, session: "\ud800", taint: [] } }],
];

test("whatever a word or a tombstone may hold, up to its limits, is read", () => {
  const longest = { origin: null, session: "\u{1F600}".repeat(SESSION_MAX), taint: TAINTS };
  for (const statement of [
    { ...WORD, seq: 0, prev: "3".repeat(64), source: null },
    { ...WORD, source: longest },
    { ...TOMBSTONE, born: "1".repeat(32), ends: ["2".repeat(64)] },
  ])
    assert.ok("said" in parseSetStatement(...read(statement)));
});

const read = (statement: object): [text: string, hash: string] => {
  const text = `${JSON.stringify(sortKeys({ ...statement, ...PROOF }))}\n`;
  return [text, sha256Hex(text)];
};

for (const [what, change] of BAD) {
  test(`refused: a word with ${what}`, () => {
    const text = `${JSON.stringify(sortKeys({ ...WORD, ...PROOF, ...change }))}\n`;
    const read = parseSetStatement(text, sha256Hex(text));
    assert.ok("kind" in read && read.kind === "malformed", JSON.stringify(read));
  });
}

test("refused: a word with version 4, which is told to be newer", () => {
  const text = `${JSON.stringify(sortKeys({ ...WORD, ...PROOF, v: 4 }))}\n`;
  assert.deepEqual(parseSetStatement(text, sha256Hex(text)), { kind: "newer", message: "it has version 4" });
});

for (const [field, value] of [
  ["id", "user_a"],
  ["born", "user_a"],
  ["digests", ["words"]],
  ["ends", ["words"]],
] as const)
  test(`refused: a tombstone with words as its ${field}`, () => {
    assert.deepEqual(parseSetStatement(...read({ ...TOMBSTONE, [field]: value })), {
      kind: "malformed",
      message: `its ${field} is not well formed`,
    });
  });

test("refused: a tombstone that takes something on", () => {
  assert.deepEqual(parseSetStatement(...read({ ...TOMBSTONE, acknowledged: [] })), {
    kind: "malformed",
    message: "it has a key of its own",
  });
});

test("refused: another form of the same statement, and another name", () => {
  const { hash, text } = renderSetStatement(WORD, PROOF);
  const spaced = text.replace('{"', '{ "');
  assert.ok("kind" in parseSetStatement(spaced, sha256Hex(spaced)));
  assert.ok("kind" in parseSetStatement(text, hash.replace(/^./, hash.startsWith("0") ? "1" : "0")));
});

test("names of waiting texts are nobody's ids; version 1's second ids are", () => {
  assert.equal(isOtherName(`user_a_other_${"0".repeat(16)}`), true);
  assert.equal(isOtherName(`user_a_other_${"0".repeat(64)}`), true);
  assert.equal(isOtherName("user_a_other_01234567"), false);
  assert.equal(stemOfOther(`user_a_other_${"0".repeat(16)}`), "user_a");
});

test("a text that waits has five names, each with more digits of its own", () => {
  const digits = "10083190eb0b5ff6df0a01e5340dc5277a87b284fef8c836f804ba69b0d40b0a";
  assert.deepEqual(
    listOtherNames({ id: "user_a", born: "1".repeat(32), digest: "d".repeat(64) }),
    [16, 24, 32, 48, 64].map((count) => `user_a_other_${digits.slice(0, count)}`),
  );
});

function sortKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

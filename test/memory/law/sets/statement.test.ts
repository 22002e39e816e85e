// The files of statements: what is signed, and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import { listOtherNames } from "../../../../src/memory/law/sets/view.ts";
import {
  ENFORCE_LEVELS,
  isOtherName,
  parseStatement,
  renderSigned,
  renderStatement,
  stemOfOther,
  type TextContent,
  type TombstoneContent,
} from "../../../../src/memory/law/statement.ts";

const SIGNED = {
  v: 1,
  root: "0".repeat(32),
  scope: "user",
  time: "2026-05-01T09:30:00Z",
  signer: `person:${"a".repeat(32)}`,
  device: `machine:${"b".repeat(32)}`,
  seq: 7,
  prev: null,
  reason: null,
} as const;
const WORD: TextContent = {
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
const TOMBSTONE: TombstoneContent = {
  ...SIGNED,
  act: "forget",
  born: "1".repeat(32),
  digests: ["d".repeat(64)],
  source: null,
};
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** Written by hand, not by the code under test. */
const BYTES =
  'credence-statement-1\n{"acknowledged":["override"],"act":"approve","born":"11111111111111111111111111111111","device":"machine:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","follows":["2222222222222222222222222222222222222222222222222222222222222222"],"id":"user_a","lifts":[],"prev":null,"reason":null,"root":"00000000000000000000000000000000","scope":"user","seq":7,"signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":{"origin":"user","session":null,"taint":["web"]},"text":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","time":"2026-05-01T09:30:00Z","v":1}';
const TOMBSTONE_BYTES =
  'credence-statement-1\n{"act":"forget","born":"11111111111111111111111111111111","device":"machine:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","digests":["dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"],"prev":null,"reason":null,"root":"00000000000000000000000000000000","scope":"user","seq":7,"signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":null,"time":"2026-05-01T09:30:00Z","v":1}';

test("the signed bytes of a word are the frozen ones", () => {
  assert.equal(renderSigned(WORD), BYTES);
});

test("a level is in the statement that enforces, and in no other", () => {
  const read = (content: TextContent): object => {
    const { hash, text } = renderStatement(content, PROOF);
    return parseStatement(text, hash);
  };
  const enforce = { ...WORD, act: "enforce" } as const;
  for (const level of ENFORCE_LEVELS)
    assert.deepEqual(read({ ...enforce, level }), {
      ...{ ...enforce, level, ...PROOF },
      hash: renderStatement({ ...enforce, level }, PROOF).hash,
    });
  assert.match(renderSigned({ ...enforce, level: "ask" }), /"id":"user_a","level":"ask","lifts":\[\]/);
  const malformed = (message: string) => ({ kind: "malformed", message });
  assert.deepEqual(read(enforce), malformed("it lacks level"));
  assert.deepEqual(read({ ...WORD, level: "ask" }), malformed("it has a key of its own"));
  assert.deepEqual(
    read(Object.assign({}, enforce, { level: "shout" }) as TextContent),
    malformed("its level is not well formed"),
  );
});

test("the signed bytes of a tombstone are the frozen ones, and tell neither the id of the memory nor its words", () => {
  assert.equal(renderSigned(TOMBSTONE), TOMBSTONE_BYTES);
});

test("of a statement that was read the same bytes are signed, without its hash and its proof", () => {
  const { hash } = renderStatement(WORD, PROOF);
  const read = { ...WORD, ...PROOF, hash };
  assert.equal(renderSigned(read), BYTES);
  assert.equal(renderStatement(read, PROOF).hash, hash);
});

for (const statement of [WORD, TOMBSTONE, { ...WORD, test: true as const }]) {
  test(`a rendered ${statement.act} is read as it was`, () => {
    const { hash, text } = renderStatement(statement, PROOF);
    const read = parseStatement(text, hash);
    assert.deepEqual(read, { ...statement, ...PROOF, hash });
  });
}

test("a word that replaces and lifts as many as it may fits into what is read and carried", () => {
  const names = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(64, "0"));
  const { text } = renderStatement({ ...WORD, follows: names, lifts: names }, PROOF);
  assert.ok(text.length < 36 * 1024);
});

// Each in the canonical form: nothing but what is named here is wrong with it.
const [SESSION_MAX, TAINT_MAX] = [120, 120];
const TAINTS = Array.from({ length: 20 }, () => "t".repeat(TAINT_MAX));
const BAD: readonly (readonly [what: string, change: object])[] = [
  ["a key of its own", { more: 1 }],
  ["version 0", { v: 0 }],
  ["a version in words", { v: "1" }],
  ["half a version", { v: 1.5 }],
  ["an unknown act", { act: "raise" }],
  ["an act in a list", { act: ["approve"] }],
  ["a born with words", { born: "user_a" }],
  ["no born", { born: null }],
  ["digests like a tombstone", { digests: [] }],
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
    { ...TOMBSTONE, digests: [], source: longest },
    { ...TOMBSTONE, test: true },
  ])
    assert.ok("born" in parseStatement(...read(statement)));
});

const read = (statement: object): [text: string, hash: string] => {
  const text = `${JSON.stringify(sortKeys({ ...statement, ...PROOF }))}\n`;
  return [text, sha256Hex(text)];
};

for (const [what, change] of BAD) {
  test(`refused: a word with ${what}`, () => {
    const text = `${JSON.stringify(sortKeys({ ...WORD, ...PROOF, ...change }))}\n`;
    const read = parseStatement(text, sha256Hex(text));
    assert.ok("kind" in read && read.kind === "malformed", JSON.stringify(read));
  });
}

for (const statement of [WORD, TOMBSTONE])
  test(`refused: a ${statement.act} with version 2, which is told to be newer`, () => {
    const newer = { kind: "newer", message: "it has version 2" };
    assert.deepEqual(parseStatement(...read({ ...statement, v: 2 })), newer);
    assert.deepEqual(parseStatement(...read({ ...statement, v: 2, more: 1 })), newer);
  });

for (const [field, value] of [
  ["born", "user_a"],
  ["digests", ["words"]],
  ["source", "user"],
] as const)
  test(`refused: a tombstone with words as its ${field}`, () => {
    assert.deepEqual(parseStatement(...read({ ...TOMBSTONE, [field]: value })), {
      kind: "malformed",
      message: `its ${field} is not well formed`,
    });
  });

for (const [what, change] of [
  ["takes something on", { acknowledged: [] }],
  ["tells the id", { id: "user_a" }],
  ["is about a text", { digest: "d".repeat(64), text: "e".repeat(64) }],
  ["replaces something", { follows: [] }],
  ["lifts something", { lifts: [] }],
  ["ends statements by name", { ends: [] }],
] as const)
  test(`refused: a tombstone that ${what}`, () => {
    assert.deepEqual(parseStatement(...read({ ...TOMBSTONE, ...change })), {
      kind: "malformed",
      message: "it has a key of its own",
    });
  });

test("refused: a tombstone without its memory", () => {
  assert.deepEqual(parseStatement(...read({ ...TOMBSTONE, born: null })), {
    kind: "malformed",
    message: "its born is not well formed",
  });
});

test("refused: another form of the same statement, and another name", () => {
  const { hash, text } = renderStatement(WORD, PROOF);
  const spaced = text.replace('{"', '{ "');
  assert.ok("kind" in parseStatement(spaced, sha256Hex(spaced)));
  assert.ok("kind" in parseStatement(text, hash.replace(/^./, hash.startsWith("0") ? "1" : "0")));
});

test("names of waiting texts are no ids, and names with fewer digits are", () => {
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

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  isTombstone,
  parseStatement,
  type SignedStatement,
  type TextContent,
  type TombstoneContent,
} from "../../src/memory/law/statement.ts";
import { createKeyFile, unlockKey } from "../../src/trust/key-file.ts";
import { isSignedBy, signStatement } from "../../src/trust/sign.ts";
import { LAW_RUNS } from "../memory/text/hostile-text.ts";
import { MACHINE_SIGNER, PERSON_SIGNER, PUBLIC_KEY, sampleKey } from "./sample-key.ts";

const STATEMENT: Omit<TextContent, "signer"> = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  born: "a".repeat(32),
  source: null,
  time: "2026-05-01T12:00:00Z",
  device: MACHINE_SIGNER,
  seq: 0,
  prev: null,
  reason: null,
  act: "wrote",
  id: "project_x",
  digest: "1".repeat(64),
  text: "4".repeat(64),
  follows: ["2".repeat(64)],
  lifts: [],
  acknowledged: [],
};
const TOMBSTONE: Omit<TombstoneContent, "signer"> = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  born: "a".repeat(32),
  source: null,
  time: "2026-05-01T12:00:00Z",
  device: MACHINE_SIGNER,
  seq: 1,
  prev: "3".repeat(64),
  reason: null,
  act: "forget",
  digests: ["1".repeat(64), "5".repeat(64)],
};

/** Made with Python's json, hashlib and an Ed25519 of its own, not by the code under test. */
const SIGNED = `{"acknowledged":[],"act":"wrote","born":"${"a".repeat(32)}","device":"${MACHINE_SIGNER}","digest":"${"1".repeat(64)}","follows":["${"2".repeat(64)}"],"id":"project_x","key":"${PUBLIC_KEY}","lifts":[],"prev":null,"reason":null,"root":"${"0".repeat(32)}","scope":"project","seq":0,"signature":"Q7phFgzRG5rkEt7EG-AAsonaDTACm1mAN1xIwSlD-H2qhvO4cWaTX0WpIVt7A3QrE80US8EMiakuFaluheqnAA","signer":"${MACHINE_SIGNER}","source":null,"text":"${"4".repeat(64)}","time":"2026-05-01T12:00:00Z","v":1}
`;
const TOMBSTONE_SIGNED = `{"act":"forget","born":"${"a".repeat(32)}","device":"${MACHINE_SIGNER}","digests":["${"1".repeat(64)}","${"5".repeat(64)}"],"key":"${PUBLIC_KEY}","prev":"${"3".repeat(64)}","reason":null,"root":"${"0".repeat(32)}","scope":"project","seq":1,"signature":"9r_FYahDvyPplENuiWtxcdRgkYyTV7S9vS4tdJXVxSIxw0ilKrY3jJGU8Qk5asC4Ib0D5jGh7iJbFOueRnyCCw","signer":"${PERSON_SIGNER}","source":null,"time":"2026-05-01T12:00:00Z","v":1}
`;

type Unsigned = Omit<TextContent, "signer"> | Omit<TombstoneContent, "signer">;

function signed(content: Unsigned = STATEMENT): SignedStatement {
  const { hash, text } = signStatement(content, sampleKey());
  const statement = parseStatement(text, hash);
  assert.ok("hash" in statement);
  return statement;
}

test("a statement signed with a key is this file, every time", () => {
  const file = { hash: "4d0a150d9cdd8c70bc12000e414c3f2bee35ca50ac2f073d4a7d9f2160422f80", text: SIGNED };
  assert.deepEqual(signStatement(STATEMENT, sampleKey()), file);
  assert.deepEqual(signStatement(STATEMENT, sampleKey()), file);
});

test("a tombstone signed with a key is this file, every time", () => {
  const file = {
    hash: "4d1879f28a70359b6cfca87bfc1a467d68989ea581332baafd903ce26c67657a",
    text: TOMBSTONE_SIGNED,
  };
  assert.deepEqual(signStatement(TOMBSTONE, sampleKey("person")), file);
  assert.deepEqual(signStatement(TOMBSTONE, sampleKey("person")), file);
});

test("what makes a tombstone one is signed, and nothing else is one", () => {
  const read = signed(TOMBSTONE);
  assert.ok(isTombstone(read) && isSignedBy(read, PUBLIC_KEY));
  assert.equal(isSignedBy({ ...read, digests: [] }, PUBLIC_KEY), false);
  for (const change of [
    { act: "approve" },
    { id: "project_x" },
    { folded: null },
    { digests: "1" },
    { born: null },
  ]) {
    const changed = signStatement(Object.assign({}, TOMBSTONE, change), sampleKey());
    const odd = parseStatement(changed.text, changed.hash);
    assert.ok(!("hash" in odd), JSON.stringify(change));
  }
});

test("the signature holds under the key that made it and under no other", () => {
  assert.equal(isSignedBy(signed(), PUBLIC_KEY), true);
  const other = unlockKey(
    createKeyFile("machine", "2026-05-01T12:00:00Z", { seal: null, purpose: "test" }),
    null,
  );
  assert.equal(isSignedBy(signed(), other?.key ?? ""), false);
});

/** Every field of a statement, changed as little as a well-formed one can be. */
const CHANGES: Readonly<Record<keyof TextContent, object>> = {
  v: { v: 2 },
  root: { root: `${"0".repeat(31)}1` },
  scope: { scope: "user" },
  born: { born: `${"a".repeat(31)}b` },
  source: { source: { origin: null, session: null, taint: [] } },
  time: { time: "2026-05-01T12:00:01Z" },
  signer: { signer: "person:efzfnfbilkjtdp5y3zc5aesv2lignfla" },
  device: { device: `machine:${"a".repeat(32)}` },
  seq: { seq: 2 },
  prev: { prev: "4".repeat(64) },
  reason: { reason: "" },
  test: { test: true },
  level: { level: "ask" },
  act: { act: "keep" },
  id: { id: "project_y" },
  digest: { digest: `${"1".repeat(63)}2` },
  text: { text: `${"4".repeat(63)}5` },
  follows: { follows: [] },
  lifts: { lifts: ["2".repeat(64)] },
  acknowledged: { acknowledged: ["a-rule"] },
};
const {
  id: _,
  digest: __,
  text: ___,
  follows: ____,
  lifts: _____,
  acknowledged: ______,
  ...COMMON
} = CHANGES;
const CHANGES_OF_TOMBSTONES: Readonly<Record<keyof TombstoneContent, object>> = {
  ...COMMON,
  digests: { digests: ["1".repeat(64)] },
};

for (const [what, content, changes] of [
  ["statement", STATEMENT, CHANGES],
  ["tombstone", TOMBSTONE, CHANGES_OF_TOMBSTONES],
] as const)
  for (const [field, change] of Object.entries(changes))
    test(`a ${what} whose ${field} was changed is not signed any more`, () => {
      const read = signed(content);
      assert.equal(isSignedBy(read, PUBLIC_KEY), true);
      assert.equal(isSignedBy(Object.assign({}, read, change), PUBLIC_KEY), false);
    });

test("a signature with any bit turned does not hold, nor does one that is cut or empty", () => {
  const bytes = Buffer.from(signed().signature, "base64url");
  assert.equal(bytes.length, 64);
  for (let bit = 0; bit < 512; bit += 1) {
    const turned = Buffer.from(bytes);
    turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(isSignedBy({ ...signed(), signature: turned.toString("base64url") }, PUBLIC_KEY), false);
  }
  for (const signature of ["", signed().signature.slice(0, 40)]) {
    assert.equal(isSignedBy({ ...signed(), signature }, PUBLIC_KEY), false);
  }
});

test("any statement that is signed is read back from its file and holds", () => {
  const key = sampleKey("person");
  const law = fc.property(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("approve" as const, "keep" as const, "forget" as const, "disown" as const),
    (reason, act) => {
      const content: Unsigned = act === "forget" ? TOMBSTONE : { ...STATEMENT, act };
      const { hash, text } = signStatement({ ...content, reason, test: true }, key);
      const statement = parseStatement(text, hash);
      assert.ok("hash" in statement && isSignedBy(statement, PUBLIC_KEY));
      assert.equal(statement.signer, PERSON_SIGNER);
    },
  );
  fc.assert(law, LAW_RUNS);
});

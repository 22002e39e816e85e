import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Attestation, parseAttestation, type Statement } from "../../src/memory/law/attestation.ts";
import { createKeyFile, unlockKey } from "../../src/trust/key-file.ts";
import { deriveOpaqueId } from "../../src/trust/opaque-id.ts";
import { isSignedBy, signStatement } from "../../src/trust/sign.ts";
import { LAW_RUNS } from "../memory/text/hostile-text.ts";
import { PUBLIC_KEY, sampleKey } from "./sample-key.ts";

const STATEMENT: Omit<Statement, "signer"> = {
  v: 1,
  root: "0".repeat(32),
  scope: "project",
  id: "project_x",
  digest: "1".repeat(64),
  act: "wrote",
  acknowledged: [],
  time: "2026-05-01T12:00:00Z",
  parents: ["2".repeat(64)],
  reason: null,
};

const SIGNED = `{"acknowledged":[],"act":"wrote","digest":"${"1".repeat(64)}","id":"project_x","key":"${PUBLIC_KEY}","parents":["${"2".repeat(64)}"],"reason":null,"root":"${"0".repeat(32)}","scope":"project","signature":"6qp5M4sBtpeUnjS7vlmWho4I9MXtVkP5dGGHBLNGlFPNaOB-JjqXRPC0hQsulSB8wl9Cubb_lrEBl-nfZK2XAg","signer":"machine:efzfnfbilkjtdp5y3zc5aesv2lignfla","time":"2026-05-01T12:00:00Z","v":1}
`;

function signed(): Attestation {
  const { hash, text } = signStatement(STATEMENT, sampleKey());
  const attestation = parseAttestation(text, hash);
  assert.ok("hash" in attestation);
  return attestation;
}

test("a statement signed with a key is this file, every time", () => {
  assert.deepEqual(signStatement(STATEMENT, sampleKey()), {
    hash: "591b9420eaa55b55b8086258893c4e3af3db74f974e3d2320261bfc57c705c8e",
    text: SIGNED,
  });
  assert.deepEqual(signStatement(STATEMENT, sampleKey()), signStatement(STATEMENT, sampleKey()));
});

// Frozen: every machine has to make the same of the same.
const OPAQUE = "f261845fb76afbbc90634072aff815ad1e09bd402b65f8727be2c1d2dfab3365";

test("the opaque id of an id is the same on every machine, and another one in a test state or another root", () => {
  const [root, other] = ["0".repeat(32), `${"0".repeat(31)}1`];
  assert.equal(deriveOpaqueId(root, "project_x", "real"), OPAQUE);
  assert.notEqual(deriveOpaqueId(other, "project_x", "real"), OPAQUE);
  assert.equal(
    deriveOpaqueId(root, "project_x", "test"),
    "631d00f64d14a8ca96fb760cdd328a988fd63307565e72eec91319f663ab6329",
  );
});

test("a tombstone is a statement of version 2, this file every time", () => {
  const tombstone = { ...STATEMENT, v: 2, id: OPAQUE, act: "forget", folded: "3".repeat(64) } as const;
  const { hash, text } = signStatement(tombstone, sampleKey());
  assert.equal(hash, "9a8eb747150ad58e3b8bfbbe1993133fd15183ea3d13ecad98c49475adfc3450");
  const read = parseAttestation(text, hash);
  assert.ok("hash" in read && isSignedBy(read, PUBLIC_KEY));
  assert.deepEqual(
    [read.v, read.id, read.folded, read.parents],
    [2, OPAQUE, "3".repeat(64), ["2".repeat(64)]],
  );
  // What makes it one is signed, and nothing else is one.
  assert.equal(isSignedBy({ ...read, folded: null }, PUBLIC_KEY), false);
  for (const change of [{ v: 1 }, { act: "approve" }, { id: "project_x" }, { folded: "x" }]) {
    const changed = signStatement(Object.assign({}, tombstone, change), sampleKey());
    const odd = parseAttestation(changed.text, changed.hash);
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
const CHANGES: Readonly<Record<keyof Statement, Partial<Attestation>>> = {
  v: Object.assign({}, STATEMENT, { v: 2 }),
  root: { root: `${"0".repeat(31)}1` },
  scope: { scope: "user" },
  id: { id: "project_y" },
  digest: { digest: `${"1".repeat(63)}2` },
  // Of a tombstone alone, and part of what is signed there.
  folded: Object.assign({}, STATEMENT, { v: 2, folded: null }),
  act: { act: "keep" },
  acknowledged: { acknowledged: ["a-rule"] },
  time: { time: "2026-05-01T12:00:01Z" },
  signer: { signer: "person:efzfnfbilkjtdp5y3zc5aesv2lignfla" },
  parents: { parents: [] },
  reason: { reason: "" },
  test: { test: true },
};

for (const [field, change] of Object.entries(CHANGES)) {
  test(`a statement whose ${field} was changed is not signed any more`, () => {
    assert.equal(isSignedBy({ ...signed(), ...change }, PUBLIC_KEY), false);
  });
}

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
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.constantFrom("approve", "keep", "forget", "revoke"),
      (reason, act) => {
        const { hash, text } = signStatement({ ...STATEMENT, act, reason, test: true }, key);
        const attestation = parseAttestation(text, hash);
        assert.ok("hash" in attestation && isSignedBy(attestation, PUBLIC_KEY));
        assert.equal(attestation.signer, "person:dlwh2oqkig5623sydgqguibaknpie5nr");
      },
    ),
    LAW_RUNS,
  );
});

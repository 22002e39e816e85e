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
import { LAW_RUNS } from "../text/hostile-text.ts";
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

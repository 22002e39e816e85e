// Statements of every version in the terms of version 1, and tombstones as those read them who found whose they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAttestation, renderAttestation } from "../../../../src/memory/law/attestation.ts";
import { parseStatement } from "../../../../src/memory/law/sets/read-statement.ts";
import { readStatements } from "../../../../src/memory/law/sets/read-statements.ts";
import { renderSetStatement, type SetStatement } from "../../../../src/memory/law/sets/said.ts";
import { bornOfVersion1 } from "../../../../src/memory/law/sets/sets.ts";
import { attest, OWN_MACHINE, OWN_PERSON, TEXT } from "../signers.ts";
import { ANA, BORN, signed } from "./signed-words.ts";

const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };
const [A, B, C] = ["a", "b", "c"].map((digit) => digit.repeat(64)) as [string, string, string];
const { root, scope, time, signer } = signed(ANA);
const PLACE = { root, scope, time, signer, reason: null };

const WORD: SetStatement = {
  ...{ ...signed(ANA), act: "approve", born: BORN, id: "user_a", digest: A, text: B },
  ...{ follows: [B, C], lifts: [A, C], acknowledged: ["override"], source: null },
};
const TOMBSTONE: SetStatement = {
  ...{ ...signed(ANA), act: "forget", born: BORN, id: C, digests: [A, B], ends: [B] },
};

function read(statement: SetStatement): unknown {
  const { hash, text } = renderSetStatement(statement, PROOF);
  const parsed: object | string = parseStatement(text, hash);
  const { hash: named, set, ...rest } = { hash: null, set: null, ...Object(parsed) };
  assert.deepEqual([named, set], [hash, statement]);
  return rest;
}

test("a word of version 3 has what it follows and lifts as its parents, and a tombstone what it ends", () => {
  const word = {
    ...{ ...PLACE, ...PROOF, v: 3, id: "user_a", act: "approve", digest: A },
    ...{ acknowledged: ["override"], parents: [A, B, C] },
  };
  assert.deepEqual(read(WORD), word);
  assert.deepEqual(read({ ...WORD, test: true }), { ...word, test: true });
  const tombstone = { ...PLACE, ...PROOF, v: 3, id: C, act: "forget", acknowledged: [], parents: [B] };
  assert.deepEqual(read(TOMBSTONE), { ...tombstone, digest: A });
  assert.deepEqual(read({ ...TOMBSTONE, digests: [] }), { ...tombstone, digest: "0".repeat(64) });
});

test("a statement of version 1 is read as it is, and what is none says why", () => {
  const first = {
    ...PLACE,
    v: 1,
    id: "user_a",
    digest: A,
    act: "approve",
    acknowledged: [],
    parents: [],
  } as const;
  for (const more of [{}, { root: "somewhere" }]) {
    const { hash, text } = renderAttestation({ ...first, ...more }, PROOF);
    assert.deepEqual(parseStatement(text, hash), parseAttestation(text, hash));
  }
  const { text } = renderSetStatement(WORD, PROOF);
  assert.deepEqual(parseStatement(text, A), {
    kind: "malformed",
    message: "its name is not the hash of its content",
  });
});

test("a tombstone that was found to be an id's is told by it", () => {
  const { hash, text } = renderSetStatement(TOMBSTONE, PROOF);
  const found = parseStatement(text, hash);
  assert.ok("hash" in found);
  const said = readStatements([{ ...found, id: "user_a" }], { trust: new Map(), textOf: () => null });
  assert.deepEqual(said, [{ ...TOMBSTONE, hash, id: "user_a" }]);
});

test("of the parents of version 1 those are lifted that took out of use", () => {
  const parents = [
    attest("wrote", OWN_MACHINE),
    ...(["lower", "retire", "revoke", "forget"] as const).map((act) => attest(act, OWN_PERSON)),
  ];
  const yes = attest("approve", OWN_PERSON, { parents: parents.map(({ hash }) => hash) });
  const said = readStatements([...parents, yes], { trust: new Map(), textOf: () => null });
  const read = said.find(({ hash }) => hash === yes.hash);
  assert.ok(read !== undefined && "lifts" in read);
  const [, ...negative] = parents.map(({ hash }) => hash);
  assert.deepEqual(read.lifts, negative.sort());
});

test("statements of version 1 have all that version 3 has, and are of a test state where they say so", () => {
  for (const more of [{}, { test: true as const }]) {
    const wrote = attest("wrote", OWN_MACHINE, more);
    const forgot = { ...attest("forget", OWN_PERSON, more), ends: true as const };
    const said = readStatements([wrote, forgot], { trust: new Map(), textOf: () => B });
    const { hash, time, signer, ...place } = { ...wrote };
    const about = { root: place.root, scope: place.scope, id: place.id };
    assert.deepEqual(
      said.map((each) => ({ ...each })),
      [
        {
          ...{ v: 3, ...about, digest: TEXT, time, signer, reason: null, hash, act: "wrote" },
          ...{ acknowledged: [], born: bornOfVersion1(about), text: B, follows: [], lifts: [] },
          ...{ source: null, device: signer, seq: 0, prev: null, ...more },
        },
        {
          ...{ v: 3, act: "forget", born: null, ...about, digests: [TEXT], ends: [], time },
          ...{ signer: OWN_PERSON, reason: null, hash: forgot.hash },
          ...{ device: OWN_PERSON, seq: 0, prev: null, ...more },
        },
      ],
    );
  }
});

test("of version 1 a machine's lowering that names an approval is a validator's, and nothing else is", () => {
  const [yes, wrote] = [attest("approve", OWN_PERSON), attest("wrote", OWN_MACHINE)];
  for (const [act, signer, parents, acknowledged] of [
    ["lower", OWN_MACHINE, [yes, wrote], ["validator"]],
    ["lower", OWN_MACHINE, [wrote], []],
    ["lower", OWN_PERSON, [yes], []],
    ["wrote", OWN_MACHINE, [yes], []],
  ] as const) {
    const by = attest(act, signer, { digest: "d".repeat(64), parents: parents.map(({ hash }) => hash) });
    const said = readStatements([yes, wrote, by], { trust: new Map(), textOf: () => null });
    const read = said.find(({ hash }) => hash === by.hash);
    assert.deepEqual(read !== undefined && "acknowledged" in read && read.acknowledged, acknowledged);
  }
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readFormerKeys } from "../../src/trust/former-keys.ts";
import { readPeopleRecord } from "../../src/trust/people-record.ts";
import {
  NO_TRUST,
  readTrustFile,
  renderTrustFile,
  type SignerEntry,
  type TrustFile,
} from "../../src/trust/signers-file.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { freshDir } from "../temp-dir.ts";
import { MACHINE_SIGNER, PERSON_SIGNER, PUBLIC_KEY } from "./sample-key.ts";

const ROOT = "0".repeat(32);
const ANA: SignerEntry = { signer: PERSON_SIGNER, key: PUBLIC_KEY, root: ROOT, petname: "ana" };

function read(t: TestContext, text: string): SignerEntry[] {
  const path = join(freshDir(t), "signers.json");
  writeFileSync(path, text);
  return [...readTrustFile(path).signers];
}

test("what a person typed and decided is read back as it was written", (t) => {
  const trust: TrustFile = {
    signers: [
      { ...ANA, mine: true, root: null, petname: "you on desk" },
      { ...ANA, root: "projects", ended: true },
      { ...ANA, signer: MACHINE_SIGNER, petname: "ci", proposes: true },
    ],
    confirmed: [PUBLIC_KEY],
    revoked: [{ name: `person:${PUBLIC_KEY}`, choice: "honour", honours: ["0".repeat(64)] }],
  };
  const path = join(freshDir(t), "signers.json");
  writeFileSync(path, renderTrustFile(trust));
  assert.deepEqual(readTrustFile(path), trust);
});

test("a choice that is no choice is none", (t) => {
  const revoked = [
    { name: `person:${PUBLIC_KEY}`, choice: "keep" },
    { name: "person:short", choice: "drop" },
    null,
  ];
  const path = join(freshDir(t), "signers.json");
  writeFileSync(path, JSON.stringify({ v: 1, signers: [], revoked }));
  assert.deepEqual(readTrustFile(path).revoked, []);
});

test("a list that is not there trusts nobody", (t) => {
  assert.deepEqual(readTrustFile(join(freshDir(t), "signers.json")), NO_TRUST);
});

for (const [what, text] of [
  ["empty", ""],
  ["cut", renderTrustFile({ ...NO_TRUST, signers: [ANA] }).slice(0, 60)],
  ["an array", "[]"],
  ["null", "null"],
  ["without a list", '{"v":1,"signers":{}}'],
  ["of strings", '{"v":1,"signers":["ana"]}'],
] as const) {
  test(`a list that is ${what} trusts nobody`, (t) => {
    assert.deepEqual(read(t, text), []);
  });
}

test("an entry that is not whole is left out, and one that claims to be this machine's own is not", (t) => {
  const bad: Record<string, unknown>[] = [
    { root: null },
    { root: "*" },
    { root: undefined },
    { signer: "admin:dlwh2oqkig5623sydgqguibaknpie5nr" },
    { signer: "person:short" },
    { key: "short" },
    { key: 7 },
    { petname: null },
    { root: null, mine: "yes" },
    { ended: false },
    { proposes: "no" },
  ];
  const rows = [...bad.map((change) => ({ ...ANA, ...change })), { ...ANA, petname: "whole", own: true }];
  assert.deepEqual(read(t, JSON.stringify({ v: 1, signers: [null, ...rows] })), [
    { ...ANA, petname: "whole" },
  ]);
});

test("a list that is there and cannot be read is not an empty one: of signers, of former keys, of people", (t) => {
  const directory = freshDir(t);
  const path = join(directory, "list.json");
  writeFileSync(path, renderTrustFile({ ...NO_TRUST, signers: [ANA] }));
  t.after(() => void disarmFaults());
  for (const readList of [readTrustFile, readFormerKeys, readPeopleRecord]) {
    const trouble = { kind: "fail", code: "EIO", lasting: false } as const;
    armFaults({ under: directory, watches: "reads", at: 1, trouble });
    assert.throws(() => readList(path), { code: "EIO" });
  }
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readFormerKeys } from "../../src/trust/former-keys.ts";
import { type KnownSigner, readSignersFile, renderSignersFile } from "../../src/trust/signers-file.ts";
import { readTeamFile } from "../../src/trust/team-file.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { freshDir } from "../temp-dir.ts";
import { MACHINE_SIGNER, PERSON_SIGNER, PUBLIC_KEY } from "./sample-key.ts";

const ROOT = "0".repeat(32);
const ANA: KnownSigner = { signer: PERSON_SIGNER, key: PUBLIC_KEY, root: ROOT, petname: "ana", own: false };

function read(t: TestContext, text: string): KnownSigner[] {
  const path = join(freshDir(t), "signers.json");
  writeFileSync(path, text);
  return readSignersFile(path);
}

test("a list of signers is read back as it was written", (t) => {
  const laptop = { ...ANA, signer: MACHINE_SIGNER, petname: "ana's laptop" };
  assert.deepEqual(read(t, renderSignersFile([ANA, laptop])), [ANA, laptop]);
});

test("what is known of a signer besides its key is read back too", (t) => {
  const all: KnownSigner[] = [
    { ...ANA, via: "introduced by bo", introduces: true, card: "a".repeat(32) },
    { ...ANA, root: "projects", petname: "ana everywhere" },
    { ...ANA, petname: "ana, before", former: true },
  ];
  assert.deepEqual(read(t, renderSignersFile(all)), all);
});

test("0.1.0 reads no former key, none of all projects and none of a card as trusted in a root", () => {
  const rows: Record<string, unknown>[] = JSON.parse(
    renderSignersFile([
      { ...ANA, former: true },
      { ...ANA, root: "projects" },
      { ...ANA, card: "a".repeat(32) },
    ]),
  ).signers;
  assert.deepEqual(
    rows.map(({ root, roots }) => [root, roots]),
    [
      [undefined, ROOT],
      [undefined, "projects"],
      [undefined, ROOT],
    ],
  );
});

test("the written list is this", () => {
  assert.equal(
    renderSignersFile([ANA]),
    `{
  "v": 2,
  "signers": [
    {
      "signer": "${PERSON_SIGNER}",
      "key": "${PUBLIC_KEY}",
      "root": "${ROOT}",
      "petname": "ana"
    }
  ]
}
`,
  );
});

test("a list that is not there trusts nobody", (t) => {
  assert.deepEqual(readSignersFile(join(freshDir(t), "signers.json")), []);
});

for (const [what, text] of [
  ["empty", ""],
  ["cut", renderSignersFile([ANA]).slice(0, 60)],
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
    { root: "projects" },
    { roots: ROOT },
    { root: undefined, roots: ROOT },
    { roots: "projects" },
    { root: undefined, roots: "everything" },
    { root: undefined, roots: null },
    { former: true },
    { card: "a".repeat(32) },
    { root: undefined, roots: ROOT, card: "ana" },
    { root: undefined, roots: ROOT, former: "no" },
  ];
  const rows = [...bad.map((change) => ({ ...ANA, ...change })), { ...ANA, petname: "whole", own: true }];
  assert.deepEqual(read(t, JSON.stringify({ v: 1, signers: [null, ...rows] })), [
    { ...ANA, petname: "whole", own: false },
  ]);
});

test("a list that is there and cannot be read is not an empty one: of signers, of former keys, of cards", (t) => {
  const directory = freshDir(t);
  const path = join(directory, "list.json");
  writeFileSync(path, renderSignersFile([ANA]));
  t.after(() => void disarmFaults());
  for (const readList of [readSignersFile, readFormerKeys, readTeamFile]) {
    const trouble = { kind: "fail", code: "EIO", lasting: false } as const;
    armFaults({ under: directory, watches: "reads", at: 1, trouble });
    assert.throws(() => readList(path), { code: "EIO" });
  }
});

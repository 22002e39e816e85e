import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readFormerKeys, renderFormerKeys, toFormerSigner } from "../../src/trust/former-keys.ts";
import { freshDir } from "../temp-dir.ts";

const FORMER = { signer: `person:${"a".repeat(32)}`, key: "A".repeat(43), replaced: "2026-05-01T12:00:00Z" };

test("former keys are read back as they were written, and none where there is no file", (t) => {
  const path = join(freshDir(t), "former.json");
  assert.deepEqual(readFormerKeys(path), []);
  writeFileSync(path, renderFormerKeys([FORMER]));
  assert.deepEqual(readFormerKeys(path), [FORMER]);
  assert.deepEqual(toFormerSigner(FORMER), {
    signer: FORMER.signer,
    key: FORMER.key,
    root: null,
    petname: "you, by a former key",
    own: true,
    owner: "",
    former: true,
  });
});

test("a key that none replaced is a lost one, where it is not in use", (t) => {
  const path = join(freshDir(t), "former.json");
  const lost = { ...FORMER, replaced: null };
  writeFileSync(path, renderFormerKeys([lost]));
  assert.deepEqual(readFormerKeys(path), [lost]);
  assert.deepEqual(toFormerSigner(lost), {
    signer: FORMER.signer,
    key: FORMER.key,
    root: null,
    petname: "you, by a lost key",
    own: true,
    owner: "",
    former: true,
    lost: true,
  });
});

test("entries that are not whole are left out", (t) => {
  const path = join(freshDir(t), "former.json");
  const machine = { ...FORMER, signer: `machine:${"a".repeat(32)}` };
  for (const text of [
    "no json",
    "null",
    "[]",
    '{"keys":1}',
    JSON.stringify({
      keys: [null, 1, "x", machine, { ...FORMER, key: "short" }, { ...FORMER, replaced: 1 }],
    }),
  ]) {
    writeFileSync(path, text);
    assert.deepEqual(readFormerKeys(path), [], text);
  }
});

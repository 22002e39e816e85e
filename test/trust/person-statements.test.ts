// Statements about keys are read to the last byte, and hold under the keys that they name alone.

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderCanonical } from "../../src/memory/file/digest.ts";
import { sha256Hex } from "../../src/memory/file/sha256.ts";
import type { OwnsContent } from "../../src/memory/people/person-statement.ts";
import { createKeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import { readPeopleFiles } from "../../src/trust/people-files.ts";
import { readPeopleRecord, renderPeopleRecord } from "../../src/trust/people-record.ts";
import { readPersonStatement, signConsent, signPersonStatement } from "../../src/trust/person-statements.ts";
import { freshDir } from "../temp-dir.ts";
import { sampleKey } from "./sample-key.ts";

const PERSON = sampleKey("person");
const MACHINE = newMachineKey();

function newMachineKey(): SigningKey {
  const file = createKeyFile("machine", "2026-05-01T12:00:00Z", { seal: null, purpose: "test" });
  const key = unlockKey(file, null);
  assert.ok(key);
  return key;
}

const TIME = "2026-05-01T12:00:00Z";
const SELF: OwnsContent = {
  ...{ v: 1, says: "owns", kind: "person", subject: PERSON.key, time: TIME },
  ...{ name: "Ana", label: "desk", consent: null },
};
const OWNS: OwnsContent = {
  ...SELF,
  kind: "machine",
  subject: MACHINE.key,
  name: null,
  consent: signConsent(MACHINE, PERSON.key),
};
const ENDS = {
  ...({ v: 1, says: "ends", kind: "person", subject: PERSON.key, time: TIME } as const),
  honours: ["0".repeat(64)],
};

test("each of the statements reads back as it was signed, under the hash of its bytes", () => {
  for (const content of [
    SELF,
    OWNS,
    { ...OWNS, consent: null },
    ENDS,
    { ...ENDS, honours: null },
    { ...ENDS, test: true as const },
  ]) {
    const { statement, text } = signPersonStatement(content, PERSON);
    assert.deepEqual(readPersonStatement(text, sha256Hex(text))?.statement, statement);
    assert.equal(readPersonStatement(text, "0".repeat(64)), null);
  }
});

const signed = (content: object): string => signPersonStatement(content as OwnsContent, PERSON).text;

test("bytes of any other form are no statement", () => {
  const { text } = signPersonStatement(OWNS, PERSON);
  const change = (more: object): string => `${renderCanonical({ ...JSON.parse(text), ...more })}\n`;
  const forms = {
    "another version": change({ v: 2 }),
    "a field of its own": change({ more: 1 }),
    "no time": change({ time: "yesterday" }),
    "a sentence as a label": change({ label: "run this" }),
    "a name of another key": change({ name: "Bo" }),
    "a consent of nobody": change({ consent: "A".repeat(86) }),
    "another subject": change({ subject: PERSON.key }),
    "another signer": change({ key: MACHINE.key }),
    "another kind": change({ kind: "person", consent: null }),
    spaces: text.replace(":", ": "),
    "two lines": `${text}\n`,
    "an array": "[]\n",
    nothing: "",
    "hashes out of order": signed(ENDS).replace('"honours":["', `"honours":["${"1".repeat(64)}","`),
  };
  for (const [what, bytes] of Object.entries(forms))
    assert.equal(readPersonStatement(bytes, sha256Hex(bytes)), null, what);
});

test("a consent to one person key is none to another", () => {
  const other = signConsent(MACHINE, MACHINE.key);
  const { text } = signPersonStatement({ ...OWNS, consent: other }, PERSON);
  assert.equal(readPersonStatement(text, sha256Hex(text)), null);
});

test("of a directory whatever is no statement is named and counts for nothing", (t) => {
  const root = freshDir(t);
  const people = join(root, "attest", "people");
  mkdirSync(join(people, `${"a".repeat(64)}.json`), { recursive: true });
  const { statement, text } = signPersonStatement(SELF, PERSON);
  writeFileSync(join(people, `${statement.hash}.json`), text);
  writeFileSync(join(people, `${"b".repeat(64)}.json`), text);
  writeFileSync(join(people, `${"c".repeat(64)}.json`), "x".repeat(400_000));
  symlinkSync("/etc/passwd", join(people, `${"d".repeat(64)}.json`));
  writeFileSync(join(people, "README.md"), "hello");
  const { statements, odd } = readPeopleFiles(root);
  assert.deepEqual(statements, [{ statement, text }]);
  assert.equal(odd.length, 5);
});

test("the record of machine state reads back, and one that is damaged is not taken for an empty one", (t) => {
  const path = join(freshDir(t), "people.json");
  assert.equal(readPeopleRecord(path)?.statements.size, 0);
  const file = signPersonStatement(SELF, PERSON);
  const record = {
    statements: new Map([[file.statement.hash, file]]),
    fingerprints: new Map([[`machine:${MACHINE.key}`, "a".repeat(32)]]),
    told: new Set([MACHINE.key]),
  };
  writeFileSync(path, renderPeopleRecord(record));
  assert.deepEqual(readPeopleRecord(path), record);
  for (const text of ["", "[]", "{}", renderPeopleRecord(record).replace("owns", "owned")]) {
    writeFileSync(path, text);
    assert.equal(readPeopleRecord(path), null, text.slice(0, 20));
  }
});

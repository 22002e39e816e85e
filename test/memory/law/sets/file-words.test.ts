// What is asked of the statements about one file besides how it stands: whose text it is, and what forgot its id.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gather } from "../../../../src/memory/law/sets/gather.ts";
import { isStrangersText, placeFile } from "../../../../src/memory/law/sets/standing-of-file.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import {
  attest,
  holding,
  lying,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGE_MACHINE,
  STRANGER,
  situation,
  TEXT,
} from "../signers.ts";

const wrote = attest("wrote", OWN_MACHINE);
const strange = attest("approve", STRANGER);
const forgotten = attest("forget", OWN_PERSON);

test("a text is a stranger's where strangers said it, and nobody who is trusted anything of its memory", () => {
  const isStrangers = (said: readonly Statement[], digest = TEXT): boolean => {
    const input = situation(said, { ...holding(digest), sets: lying({ isShared: true }) });
    return isStrangersText(input);
  };
  assert.equal(isStrangers([strange]), true);
  assert.equal(isStrangers([strange, attest("wrote", STRANGE_MACHINE)]), true);
  assert.equal(isStrangers([strange], OTHER_TEXT), false);
  assert.equal(isStrangers([wrote]), false);
  assert.equal(isStrangers([wrote, strange]), false);
  assert.equal(isStrangers([]), false);
});

test("what forgot a memory are the tombstones about it, and no word", () => {
  const endings = (said: readonly Statement[]): string[] =>
    gather(situation(said)).tombstones.map(({ hash }) => hash);
  assert.deepEqual(endings([wrote, forgotten, strange]), [forgotten.hash]);
  assert.deepEqual(endings([wrote, strange]), []);
});

test("a file of which nobody said a word is of no memory", () => {
  const placed = (said: readonly Statement[]): string | null | undefined => {
    const input = situation(said);
    const file = placeFile(input);
    return file === null ? null : file.group?.digest;
  };
  assert.equal(placed([]), null);
  assert.equal(placed([forgotten]), null);
  assert.equal(placed([wrote]), TEXT);
});

test("a text that no statement names is of the memory that was made anew under its id, wherever the tombstone of the old one is listed", () => {
  const born = "9".repeat(32);
  const anew: Statement = { ...attest("approve", OWN_PERSON), born };
  const placed = (said: readonly Statement[]): string | undefined => {
    const sets = lying({ isShared: true, name: `project_x_other_${"0".repeat(16)}`, others: [TEXT] });
    const input = situation(said, { ...holding(OTHER_TEXT), sets });
    return placeFile(input)?.memory.born;
  };
  assert.equal(placed([wrote, anew, forgotten]), born);
  assert.equal(placed([forgotten, wrote, anew]), born);
});

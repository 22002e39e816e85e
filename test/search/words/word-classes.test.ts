import assert from "node:assert/strict";
import { test } from "node:test";
import { stemWord } from "../../../src/search/words/stem.ts";
import { findShortForms, findSynonyms } from "../../../src/search/words/word-kinds.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

test("short forms and long ones find each other", () => {
  for (const [short, long] of rows<readonly [string, string]>("classes")) {
    assert.ok(findShortForms(stemWord(short)).includes(stemWord(long)), short);
    assert.ok(findShortForms(stemWord(long)).includes(stemWord(short)), long);
  }
});

test("words of like meaning find each other", () => {
  assert.ok(findSynonyms(stemWord("deleting")).includes(stemWord("removed")));
  assert.ok(findSynonyms(stemWord("folders")).includes(stemWord("directory")));
});

test("a word is no other word for itself, and most words have none", () => {
  assert.ok(!findShortForms("config").includes("config"));
  assert.deepEqual(findShortForms("pnpm"), []);
  assert.deepEqual(findSynonyms("constructor"), []);
});

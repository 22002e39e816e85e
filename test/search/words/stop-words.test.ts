import assert from "node:assert/strict";
import { test } from "node:test";
import { isCommonWord, isFunctionWord } from "../../../src/search/words/word-kinds.ts";

test("grammar is told from subject", () => {
  for (const form of ["the", "and", "not", "we", "does", "a", "x"]) assert.ok(isFunctionWord(form), form);
  for (const form of ["near-by", "pnpm", "id", "go", "日", "1"]) assert.ok(!isFunctionWord(form), form);
});

test("what is said about any work is told from what names something", () => {
  for (const [form, stem] of [
    ["tests", "test"],
    ["failing", "fail"],
    ["please", "pleas"],
    ["40", "40"],
  ] as const) {
    assert.ok(isCommonWord(form, stem), form);
  }
  for (const word of ["pnpm", "staging", "postgres", "vitest"]) assert.ok(!isCommonWord(word, word), word);
});

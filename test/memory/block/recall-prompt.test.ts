import assert from "node:assert/strict";
import { test } from "node:test";
import { isPromptForRecall } from "../../../src/memory/block/recall-prompt.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

type Case = readonly [says: string, prompt: string, isWorth: boolean];
const CASES: readonly Case[] = [
  ...rows<Case>("prompts"),
  ["ten code points in twenty units", "🚢".repeat(10), true],
  ["nine of them", "🚢".repeat(9), false],
  ["words after as much white space as is looked at", `${" ".repeat(2_000)}what is deployed`, false],
  ["as many characters as count, at the end of what is looked at", `${" ".repeat(1_990)}deploy now`, true],
  ["one of them behind it", `${" ".repeat(1_991)}deploy now`, false],
  ["the last space of a command at the end of what is looked at", `/${"a".repeat(1_999)} b`, false],
];

test("a prompt is worth a recall where it is long enough and no command", () => {
  for (const [says, prompt, isWorth] of CASES) assert.equal(isPromptForRecall(prompt), isWorth, says);
});

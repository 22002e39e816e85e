import assert from "node:assert/strict";
import { test } from "node:test";
import { isPromptForRecall } from "../../../src/memory/block/recall-prompt.ts";

const CASES: readonly (readonly [says: string, prompt: string, isWorth: boolean])[] = [
  ["ten characters", "deploy now", true],
  ["nine", "deploy it", false],
  ["nine, with white space around them", "  deploy it\n", false],
  ["ten code points in twenty units", "🚢".repeat(10), true],
  ["nine of them", "🚢".repeat(9), false],
  ["nothing", "", false],
  ["two signs of a script without spaces", "部署", true],
  ["one", "部", false],
  ["one, and letters of another script", "部 abc", false],
  ["two, with a letter between them", "部a署", true],
  ["two syllables of Thai", "วน", true],
  ["a command", "/clear everything", false],
  ["a command of a plugin", "/plugin:command with words", false],
  ["a command alone", "/permissions", false],
  ["a command after white space", "\n/clear everything", false],
  ["a path", "/etc/hosts is wrong", true],
  ["a slash later", "what does /clear do", true],
  ["words after as much white space as is looked at", `${" ".repeat(2_000)}what is deployed`, false],
  ["as many characters as count, at the end of what is looked at", `${" ".repeat(1_990)}deploy now`, true],
  ["one of them behind it", `${" ".repeat(1_991)}deploy now`, false],
  ["the last space of a command at the end of what is looked at", `/${"a".repeat(1_999)} b`, false],
];

test("a prompt is worth a recall where it is long enough and no command", () => {
  for (const [says, prompt, isWorth] of CASES) assert.equal(isPromptForRecall(prompt), isWorth, says);
});

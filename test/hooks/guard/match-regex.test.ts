import assert from "node:assert/strict";
import { test } from "node:test";
import { matchRegex, translateEmacs } from "../../../src/hooks/guard/programs/match-regex.ts";

const PATH = "./.claude/memory/memories/project_deploy_rule.md";

test("plain expressions of find are known to match or not", () => {
  const find = (source: string): boolean | null => matchRegex(translateEmacs(source), PATH, "");
  assert.equal(find(String.raw`.*\.md`), true);
  assert.equal(find(String.raw`.*\.\(ts\|js\)`), false);
  assert.equal(find(".*/memories/.*"), true);
  assert.equal(find("memories"), false);
});

test("an expression that could take forever is not tried, and what it matches is not known", () => {
  for (const source of [
    "(.+)+x",
    "(.|.)".repeat(30),
    ".?".repeat(60),
    ".*.*.*x",
    "(a|b)(a|b)x",
    String.raw`(.)\1`,
    "(?=.*x)",
    "[[:alpha:]]",
    "x".repeat(300),
    "(",
  ]) {
    assert.equal(matchRegex(source, PATH, ""), null, source);
  }
});

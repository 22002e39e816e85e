import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesName, matchesPath } from "../../../src/observer/capture/match-glob.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

const HOME = "/home/alice";

const MATCHING = rows<readonly [string, string]>("matching");
const OTHER = rows<readonly [string, string]>("other");

test("a pattern names a directory and what is below it", () => {
  for (const [pattern, path] of MATCHING) assert.ok(matchesPath(pattern, path, HOME), `${pattern} ${path}`);
  for (const [pattern, path] of OTHER) assert.ok(!matchesPath(pattern, path, HOME), `${pattern} ${path}`);
});

test("a star in a name stands for any part of it", () => {
  for (const name of ["mcp__x", "mcp__", "mcp__a__b"]) assert.ok(matchesName("mcp__*", name), name);
  for (const name of ["mcp_", "xmcp__", ""]) assert.ok(!matchesName("mcp__*", name), name);
});

test("a pattern of many stars takes no time on a path that it misses", () => {
  const start = performance.now();
  assert.ok(!matchesName("*a".repeat(150), "a".repeat(149)));
  assert.ok(!matchesPath(`${"/**/a".repeat(60)}/**/c/b`, "/a".repeat(500), HOME));
  assert.ok(performance.now() - start < 500);
});

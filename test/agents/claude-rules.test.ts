import assert from "node:assert/strict";
import { test } from "node:test";
import { listDenyRules } from "../../src/agents/claude-code.ts";

const LAUNCH = {
  node: "/opt/node",
  script: "/opt/credence.cjs",
  state: "/people/ana/state",
  cache: "/people/ana/cache",
};

test("writing is denied in every root, in state and cache; reading where texts are withheld", () => {
  assert.deepEqual(listDenyRules({ launch: LAUNCH, userRoot: "/people/ana/.claude/claude-memory" }), [
    "Edit(//**/.claude/memory/**)",
    "Edit(//people/ana/.claude/claude-memory/**)",
    "Edit(//people/ana/state/**)",
    "Edit(//people/ana/cache/**)",
    "Read(//**/.claude/memory/quarantine/**)",
    "Read(//**/.claude/memory/archive/**)",
    "Read(//people/ana/.claude/claude-memory/quarantine/**)",
    "Read(//people/ana/.claude/claude-memory/archive/**)",
    "Read(//people/ana/.claude/claude-memory/projects/*/quarantine/**)",
    "Read(//people/ana/.claude/claude-memory/projects/*/archive/**)",
    "Read(//people/ana/state/**)",
  ]);
});

test("a path that would mean something else in a pattern gets no rule", () => {
  for (const state of ["/people/a*a/state", "/people/a[b]/state", "/people/(x)/state", "/people/!/state"]) {
    const rules = listDenyRules({
      launch: { ...LAUNCH, state },
      userRoot: "/people/ana/.claude/claude-memory",
    });
    assert.equal(rules.length, 9, state);
    assert.ok(!rules.some((rule) => rule.includes(state)), state);
  }
});

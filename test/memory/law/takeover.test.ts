// When a person may take over what was written for them: each bar, told in its order, and the days of observation.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Circumstances } from "../../../src/memory/law/subject.ts";
import { applyTransition } from "../../../src/memory/law/transitions.ts";
import { NOW, PERSON, SUBJECT } from "./trust-samples.ts";

const UNSEEN: Circumstances = { ...PERSON, opens: NOW + 1 };
const OBSERVED: Circumstances = { ...UNSEEN, bars: [] };

function takeOver(circumstances: Circumstances): unknown {
  const outcome = applyTransition("mine", SUBJECT, circumstances);
  return outcome.kind === "refused" ? [outcome.code, outcome.message] : outcome;
}

test("what is under observation is taken over as the words of the person, approved today", () => {
  assert.deepEqual(takeOver(OBSERVED), {
    kind: "applied",
    tier: "verified",
    directory: "memories",
    changes: { "trust-level": "verified", "last-verified": "2026-05-01", origin: "user" },
  });
});

test("what can be promoted, or has no date to start from, is not taken over", () => {
  const refused = ["WRONG_STANDING", "feedback_merge_policy is not under observation"];
  for (const opens of [NOW, NOW - 1, null]) assert.deepEqual(takeOver({ ...OBSERVED, opens }), refused);
});

test("a bar is told, the first where there are more, and where nobody looked there are all", () => {
  const elsewhere = [
    "WRONG_STANDING",
    "feedback_merge_policy was not written on a machine of yours, so it is not yours to take over",
  ];
  const tainted = ["WRONG_STANDING", "feedback_merge_policy was written after reading what others can write"];
  const strong = ["FLAGGED", "feedback_merge_policy has a strong finding"];
  assert.deepEqual(takeOver(UNSEEN), elsewhere);
  for (const [bars, refused] of [
    [["strong", "tainted", "elsewhere"], elsewhere],
    [["elsewhere"], elsewhere],
    [["strong", "tainted"], tainted],
    [["tainted"], tainted],
    [["strong"], strong],
  ] as const)
    assert.deepEqual(takeOver({ ...OBSERVED, bars }), refused);
});

test("what a validator fails, or flags to nobody's knowledge, is not taken over", () => {
  assert.deepEqual(takeOver({ ...OBSERVED, hardFails: true }), [
    ...["HARD_FAIL", "a validator fails feedback_merge_policy"],
  ]);
  assert.deepEqual(takeOver({ ...OBSERVED, flagged: true }), [
    ...["FLAGGED", "feedback_merge_policy is flagged by the injection check"],
  ]);
});

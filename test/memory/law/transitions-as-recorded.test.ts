// Actions that leave the tier as it is recorded, and what holds for every file that is written.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FrontmatterChanges } from "../../../src/memory/file/write-frontmatter.ts";
import { applyTransition, repairPlacement } from "../../../src/memory/law/transitions.ts";
import { arbitraryText } from "../file/arbitrary-frontmatter.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";
import {
  applyTo,
  FILE,
  FOREIGN,
  MACHINE,
  PERSON,
  QUARANTINED,
  SUBJECT,
  VALIDATOR,
  VERIFIED,
} from "./trust-samples.ts";

const UNCHANGED_TIER: readonly (readonly [string, ReturnType<typeof applyTransition>, FrontmatterChanges])[] =
  [
    [
      "a person keeps a foreign memory",
      applyTransition("keep", { ...FOREIGN, tier: "inferred" }, PERSON),
      {},
    ],
    ["a kept memory that says verified goes on saying so", applyTransition("keep", FOREIGN, PERSON), {}],
    [
      "a kept memory without a tier",
      applyTransition("keep", { ...FOREIGN, tier: null }, PERSON),
      { "trust-level": "inferred" },
    ],
    ["a person edits an inferred memory", applyTransition("edit", SUBJECT, PERSON), {}],
    [
      "a person edits a verified memory",
      applyTransition("edit", VERIFIED, PERSON),
      { "last-verified": "2026-05-01" },
    ],
    ["a machine edits an inferred memory", applyTransition("edit", SUBJECT, MACHINE), {}],
    [
      "a machine edits one without a tier",
      applyTransition("edit", { ...SUBJECT, tier: null }, MACHINE),
      { "trust-level": "inferred" },
    ],
  ];

for (const [what, outcome, changes] of UNCHANGED_TIER) {
  test(`${what}: the tier stays as recorded`, () => {
    assert.ok(outcome.kind === "applied", JSON.stringify(outcome));
    assert.deepEqual(outcome.changes, changes);
    assert.equal(outcome.directory, "memories");
  });
}

test("demoting a quarantined memory is a no-op, whoever does it (§5.1)", () => {
  for (const actor of [PERSON, MACHINE, VALIDATOR]) {
    assert.equal(applyTransition("demote", QUARANTINED, actor).kind, "unchanged");
    assert.equal(applyTransition("fail", QUARANTINED, actor).kind, "unchanged");
  }
});

test("whatever reason is given, the demoted file is still a valid memory file (§2)", () => {
  const law = fc.property(
    fc.oneof(hostileText, arbitraryText),
    fc.oneof(hostileText, arbitraryText),
    (reason, actorName) => {
      const outcome = applyTransition("demote", SUBJECT, { ...PERSON, reason, actorName });
      assert.ok(outcome.kind === "applied");
      assert.equal(applyTo(FILE, outcome.changes).memory.tier, "quarantined");
    },
  );
  fc.assert(law, LAW_RUNS);
});

test("a tier and a directory that disagree are repaired toward the lower trust (§5.1)", () => {
  assert.equal(repairPlacement("quarantined", "memories"), "quarantine");
  assert.equal(repairPlacement("verified", "quarantine"), "quarantine");
  assert.equal(repairPlacement("inferred", "quarantine"), "quarantine");
  assert.equal(repairPlacement(null, "quarantine"), "quarantine");
  assert.equal(repairPlacement("verified", "memories"), "memories");
  assert.equal(repairPlacement(null, "memories"), "memories");
});

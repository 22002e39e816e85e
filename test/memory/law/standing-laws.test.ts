// The laws of §5.3, over arbitrary histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { computeStanding } from "../../../src/memory/law/standing.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFile, arbitraryHistory, inputOf, RANK } from "./arbitrary-attestations.ts";
import { counts, NEGATIVE, rankOf } from "./counted-statements.ts";

test("without a trusted person's approve of the present text on disk nothing is verified (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const approvals = history.filter(
      (each) => counts(each) && each.where !== "memory" && each.vouching.act === "approve",
    );
    if (approvals.some(({ vouching }) => vouching.digest === file.digest)) return;
    assert.notEqual(computeStanding(inputOf(history, file)).standing, "verified");
  });
  fc.assert(law, LAW_RUNS);
});

test("an untrusted or a negative statement never raises, wherever in the history it slips in (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, fc.nat(), (history, file, pick) => {
    const suspects = history.filter((each) => !counts(each) || NEGATIVE.includes(each.vouching.act));
    const suspect = suspects[pick % Math.max(suspects.length, 1)];
    const without = history.filter((each) => each !== suspect);
    assert.ok(rankOf(history, file) <= rankOf(without, file));
  });
  fc.assert(law, LAW_RUNS);
});

test("an untrusted statement changes nothing but the words for a foreign memory (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const everybody = computeStanding(inputOf(history, file));
    const trusted = computeStanding(inputOf(history.filter(counts), file));
    assert.equal(everybody.standing, trusted.standing);
    if (everybody.cause !== "unknown-signer") assert.deepEqual(everybody, trusted);
  });
  fc.assert(law, LAW_RUNS);
});

test("the union of two sets in any order, with doubles, gives the same standing and reason (§5.2)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, fc.array(fc.nat()), (history, file, picks) => {
    const input = inputOf(history, file);
    const shuffled = <T>(items: readonly T[]): T[] => {
      const order = items.map((item, at) => ({ item, key: picks[at % Math.max(picks.length, 1)] ?? -at }));
      return order
        .sort((a, b) => a.key - b.key)
        .flatMap(({ item, key }) => (key % 3 === 0 ? [item, item] : [item]));
    };
    const merged = {
      ...input,
      attestations: shuffled(input.attestations),
      remembered: shuffled(input.remembered),
    };
    assert.deepEqual(computeStanding(merged), computeStanding(input));
    const turned = { ...input, attestations: input.attestations.toReversed() };
    assert.deepEqual(computeStanding(turned), computeStanding(input));
  });
  fc.assert(law, LAW_RUNS);
});

test("a standing is never above what the file records (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const rank = rankOf(history, file);
    if (file.tier !== "verified") assert.ok(rank <= RANK.inferred);
    if (file.status === "retired") assert.ok(rank <= RANK.retired);
    if (file.tier === "quarantined" || file.directory === "quarantine" || file.digest === null) {
      assert.equal(rank, RANK.quarantined);
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("a lower record in the file never raises (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const rank = rankOf(history, file);
    const lowered = [
      { ...file, tier: file.tier === "verified" ? ("inferred" as const) : ("quarantined" as const) },
      { ...file, status: "retired" as const },
      { ...file, directory: "quarantine" as const },
      { ...file, digest: null },
    ];
    for (const each of lowered) assert.ok(rankOf(history, each) <= rank);
  });
  fc.assert(law, LAW_RUNS);
});

test("where the root waits for a person, no memory reaches a model (§5.2)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const input = inputOf(history, file);
    const waiting = computeStanding({ ...input, rootWaits: true }).standing;
    assert.equal(RANK[waiting], Math.min(RANK[computeStanding(input).standing], RANK.foreign));
  });
  fc.assert(law, LAW_RUNS);
});

test("the histories reach every standing, so the laws are about something", () => {
  const seen = new Map<string, number>();
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const { standing } = computeStanding(inputOf(history, file));
    seen.set(standing, (seen.get(standing) ?? 0) + 1);
  });
  fc.assert(law, LAW_RUNS);
  for (const standing of Object.keys(RANK)) {
    const share = (seen.get(standing) ?? 0) / LAW_RUNS.numRuns;
    assert.ok(share > 0.02, `${standing} in ${(share * 100).toFixed(1)} % only`);
  }
});

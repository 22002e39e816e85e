// What each act can and cannot do to a standing (§5.2, §5.3), over arbitrary histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ACTS } from "../../../src/memory/law/attestation.ts";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFile, arbitraryHistory, inputOf, type Placed, RANK } from "./arbitrary-attestations.ts";
import { ANAS_MACHINE, attest, OWN_MACHINE, OWN_PERSON, TRUSTED_HERE, TRUSTED_PERSONS } from "./signers.ts";

const rankOf = (input: StandingInput): number => RANK[computeStanding(input).standing];
const machine = fc.constantFrom(OWN_MACHINE, ANAS_MACHINE);

/** The history and one more statement, which names any of the earlier ones. */
function withOneMore(history: readonly Placed[], vouching: Placed["vouching"]): Placed[] {
  return [...history, { vouching, where: "both" }];
}

test("a machine key never makes a memory verified and lifts nothing, whatever act it signs (§5.2)", () => {
  const said = fc.record({ act: fc.constantFrom(...ACTS), signer: machine });
  const law = fc.property(arbitraryHistory, arbitraryFile, said, (history, file, { act, signer }) => {
    const before = inputOf(history, file);
    const parents = history.map(({ vouching }) => vouching.hash);
    const after = inputOf(withOneMore(history, attest(act, signer, { parents })), file);
    if (rankOf(before) < RANK.foreign) assert.ok(rankOf(after) <= rankOf(before));
    if (rankOf(after) === RANK.verified) assert.equal(rankOf(before), RANK.verified);
  });
  fc.assert(law, LAW_RUNS);
});

test("with machine keys alone nothing stands above inferred (§5.2)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, machine, (history, file, signer) => {
    const signed = history.map(({ vouching, where }) => ({ vouching: { ...vouching, signer }, where }));
    assert.ok(rankOf(inputOf(signed, file)) <= RANK.inferred);
  });
  fc.assert(law, LAW_RUNS);
});

test("`wrote` lifts nothing, whoever signs it (§5.3)", () => {
  const law = fc.property(
    arbitraryHistory,
    arbitraryFile,
    fc.constantFrom(...TRUSTED_HERE),
    (history, file, signer) => {
      const before = inputOf(history, file);
      const parents = history.map(({ vouching }) => vouching.hash);
      const after = inputOf(withOneMore(history, attest("wrote", signer, { parents })), file);
      if (rankOf(before) < RANK.foreign) assert.equal(rankOf(after), rankOf(before));
      assert.ok(rankOf(after) <= Math.max(rankOf(before), RANK.inferred));
    },
  );
  fc.assert(law, LAW_RUNS);
});

test("`keep` takes nothing out of quarantine: quarantined → inferred does not exist (S4 §3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const before = inputOf(history, file);
    const parents = history.map(({ vouching }) => vouching.hash);
    const after = inputOf(withOneMore(history, attest("keep", OWN_PERSON, { parents })), file);
    if (rankOf(before) < RANK.foreign) assert.equal(rankOf(after), rankOf(before));
    assert.ok(rankOf(after) <= Math.max(rankOf(before), RANK.inferred));
  });
  fc.assert(law, LAW_RUNS);
});

test("a statement that disappears from disk never raises a standing: it is remembered (§5.2)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, fc.array(fc.boolean()), (history, file, goes) => {
    const forgetful = history.map(({ vouching, where }, at) => ({
      vouching,
      where: goes[at] ? "memory" : where,
    }));
    const seen = history.map(({ vouching, where }) => ({
      vouching,
      where: where === "disk" ? "both" : where,
    }));
    assert.ok(rankOf(inputOf(forgetful, file)) <= rankOf(inputOf(seen, file)));
  });
  fc.assert(law, LAW_RUNS);
});

test("a text that was lowered stays so until a person approves that very text and names the lowering", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const isLowered = history.some(({ vouching }) => {
      const counts = vouching.act === "lower" && vouching.digest === file.digest && vouching.test !== true;
      const isHere =
        vouching.root === "0".repeat(32) && vouching.scope === "project" && vouching.id === "project_x";
      const isLifted = history.some(
        ({ vouching: later, where }) =>
          where !== "memory" &&
          later.act === "approve" &&
          later.digest === file.digest &&
          TRUSTED_PERSONS.includes(later.signer) &&
          later.parents.includes(vouching.hash),
      );
      return counts && isHere && TRUSTED_HERE.includes(vouching.signer) && !isLifted;
    });
    if (isLowered) assert.equal(rankOf(inputOf(history, file)), RANK.quarantined);
  });
  fc.assert(law, LAW_RUNS);
});

test("no history depends on the times that its statements claim (§5.2)", () => {
  const law = fc.property(
    arbitraryHistory,
    arbitraryFile,
    fc.array(fc.nat({ max: 27 })),
    (history, file, days) => {
      // The hash stays: this asks what the function looks at, not what a forger can do.
      const retold = history.map(({ vouching, where }, at) => {
        const time = `1999-01-${String((days[at] ?? 0) + 1).padStart(2, "0")}T00:00:00Z`;
        return { vouching: { ...vouching, time }, where };
      });
      const { standing } = computeStanding(inputOf(history, file));
      assert.equal(computeStanding(inputOf(retold, file)).standing, standing);
    },
  );
  fc.assert(law, LAW_RUNS);
});

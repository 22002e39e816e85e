// A text that a person replaced does not come back, over arbitrary histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFile, arbitraryHistory, type Placed, RANK } from "./arbitrary-attestations.ts";
import { counts, NEGATIVE, rankOf } from "./counted-statements.ts";
import { attest, OTHER_TEXT, OWN_PERSON, situation, TEXT, TRUSTED_PERSONS } from "./signers.ts";

/** What the approvals of other texts name, and what that names in turn. */
function namedByApprovals(counted: readonly Placed[], digest: string | null): Set<string> {
  const named = new Set<string>();
  const walk = (hashes: readonly string[]): void => {
    for (const hash of hashes.filter((each) => !named.has(each))) {
      named.add(hash);
      walk(counted.find(({ vouching }) => vouching.hash === hash)?.vouching.parents ?? []);
    }
  };
  for (const { vouching } of counted) {
    if (vouching.act === "approve" && vouching.digest !== digest) walk(vouching.parents);
  }
  return named;
}

test("a text that a person replaced reaches no model until a person keeps or approves it anew (§5.3)", () => {
  let replacements = 0;
  const law = fc.property(arbitraryHistory, arbitraryFile, fc.array(fc.boolean()), (before, file, picks) => {
    const parents = before.filter((_, at) => picks[at] !== false).map(({ vouching }) => vouching.hash);
    const approval = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, parents });
    const history = [...before, { vouching: approval, where: "both" }];
    const counted = history.filter(counts);
    const replaced = namedByApprovals(counted, file.digest);
    const vouched = counted.filter(
      ({ vouching }) =>
        vouching.digest === file.digest && ["wrote", "keep", "approve"].includes(vouching.act),
    );
    if (!vouched.some(({ vouching }) => replaced.has(vouching.hash))) return;
    const isAnew = ({ vouching, where }: Placed): boolean =>
      vouching.act !== "wrote" && where !== "memory" && !replaced.has(vouching.hash);
    if (vouched.some(isAnew)) return;
    replacements += 1;
    assert.ok(rankOf(history, file) <= RANK.foreign);
  });
  fc.assert(law, LAW_RUNS);
  assert.ok(replacements > LAW_RUNS.numRuns / 10, `${replacements} only`);
});

test("what a trusted machine wrote is advice as long as no person said anything (§5.3)", () => {
  const law = fc.property(arbitraryHistory, (history) => {
    const byMachines = history.filter(
      ({ vouching }) => !TRUSTED_PERSONS.includes(vouching.signer) && !NEGATIVE.includes(vouching.act),
    );
    const isWritten = byMachines.some(
      (each) => counts(each) && each.where !== "memory" && each.vouching.digest === TEXT,
    );
    const file = situation([]).file;
    assert.equal(rankOf(byMachines, file), isWritten ? RANK.inferred : RANK.foreign);
  });
  fc.assert(law, LAW_RUNS);
});

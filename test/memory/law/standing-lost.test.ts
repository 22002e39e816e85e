import assert from "node:assert/strict";
import { test } from "node:test";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import { ANA, attest, OWN_PERSON, SIGNERS, situation } from "./signers.ts";

const LOST = SIGNERS.map((each) => (each.signer === OWN_PERSON ? { ...each, lost: true as const } : each));

function standingOf(input: StandingInput): string {
  const { standing, cause } = computeStanding({ ...input, signers: LOST });
  return `${standing} ${cause}`;
}

test("what a lost key approved, kept or wrote counts for nothing", () => {
  for (const act of ["approve", "keep", "wrote"] as const) {
    assert.equal(standingOf(situation([attest(act, OWN_PERSON)])), "foreign unknown-signer", act);
  }
});

test("what a lost key took out of use stays out, also where it had lifted that itself", () => {
  for (const [act, expected] of [
    ["lower", "quarantined lowered"],
    ["forget", "quarantined forgotten"],
    ["revoke", "quarantined revoked"],
    ["retire", "retired retired"],
  ] as const) {
    const negative = attest(act, OWN_PERSON);
    const lift = attest("approve", OWN_PERSON, { parents: [negative.hash] });
    assert.equal(standingOf(situation([negative])), expected);
    assert.equal(standingOf(situation([], { remembered: [negative] })), expected);
    assert.equal(standingOf(situation([negative, lift])), expected);
  }
});

test("a person in use lifts what a lost key took out of use", () => {
  const lowered = attest("lower", OWN_PERSON);
  const lift = attest("approve", ANA, { parents: [lowered.hash] });
  assert.equal(standingOf(situation([lowered, lift])), "verified approved");
});

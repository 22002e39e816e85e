// Attacks by somebody who can change files, branches, remotes and attestation directories, but holds no trusted key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import {
  ANA,
  attest,
  BEN,
  holding,
  OTHER_ROOT,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGE_MACHINE,
  STRANGER,
  situation,
  TEXT,
  THIRD_TEXT,
} from "./signers.ts";

const standingOf = (input: StandingInput): string => {
  const { standing, cause } = computeStanding(input);
  return `${standing} ${cause}`;
};
const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", OWN_PERSON, { parents: [wrote.hash] });
const lowered = attest("lower", OWN_PERSON, { parents: [approved.hash] });

test("a clone that says verified and brings its own signatures is foreign", () => {
  const brought = [attest("wrote", STRANGE_MACHINE), attest("approve", STRANGER), attest("keep", STRANGER)];
  assert.equal(standingOf(situation(brought)), "foreign unknown-signer");
});

test("an approval copied to another root, scope or id says nothing there", () => {
  const { place } = situation([]);
  for (const elsewhere of [{ root: OTHER_ROOT }, { scope: "user" as const }, { id: "project_y" }]) {
    const moved = situation([approved], { place: { ...place, ...elsewhere } });
    assert.equal(computeStanding(moved).standing, "foreign");
  }
});

test("a person trusted for another root says nothing here", () => {
  assert.equal(standingOf(situation([attest("approve", BEN)])), "foreign unknown-signer");
});

test("an approval by a machine key counts for nothing", () => {
  assert.equal(standingOf(situation([attest("approve", OWN_MACHINE)])), "foreign unknown-signer");
});

test("a test state's approval counts there only, and a real one does not count there (§13)", () => {
  const fake = attest("approve", OWN_PERSON, { test: true });
  assert.equal(standingOf(situation([fake])), "foreign unknown-signer");
  assert.equal(standingOf(situation([fake], { testState: true })), "verified approved");
  assert.equal(standingOf(situation([approved], { testState: true })), "foreign unknown-signer");
});

test("a stranger's statement that bridges parents lifts no lowering", () => {
  const bridge = attest("keep", STRANGER, { parents: [lowered.hash] });
  const late = attest("approve", ANA, { parents: [bridge.hash] });
  assert.equal(standingOf(situation([approved, lowered, bridge, late])), "quarantined lowered");
});

test("a trusted statement that arrives late and completes a chain lifts no lowering either", () => {
  const link = attest("wrote", OWN_MACHINE, { parents: [lowered.hash] });
  const late = attest("approve", ANA, { parents: [link.hash] });
  assert.equal(standingOf(situation([approved, lowered, late])), "quarantined lowered");
  assert.equal(standingOf(situation([approved, lowered, link, late])), "quarantined lowered");
});

test("of two concurrent acts the lower wins, and two concurrent approvals both stand", () => {
  const there = attest("approve", ANA, { parents: [wrote.hash], digest: OTHER_TEXT });
  assert.equal(
    standingOf(situation([wrote, approved, attest("lower", ANA, { parents: [wrote.hash] })])),
    "quarantined lowered",
  );
  assert.equal(standingOf(situation([wrote, approved, there], holding(TEXT))), "verified approved");
  assert.equal(standingOf(situation([wrote, approved, there], holding(OTHER_TEXT))), "verified approved");
});

test("a text that nobody saw is foreign whatever was approved before it", () => {
  assert.equal(
    standingOf(situation([wrote, approved], holding(THIRD_TEXT))),
    "foreign changed-since-approval",
  );
});

test("unretire lifts a retirement and no lowering; approve lifts both", () => {
  const retired = attest("retire", OWN_PERSON, { parents: [approved.hash] });
  const parents = [retired.hash, lowered.hash];
  const back = attest("unretire", OWN_PERSON, { parents });
  assert.equal(standingOf(situation([approved, retired])), "retired retired");
  assert.equal(standingOf(situation([approved, retired, back])), "verified approved");
  assert.equal(standingOf(situation([approved, lowered, retired, back])), "quarantined lowered");
  const again = attest("approve", OWN_PERSON, { parents });
  assert.equal(standingOf(situation([approved, lowered, retired, again])), "verified approved");
});

// Each standing says why, in words a person can act on; one example a cause.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Cause, computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  holding,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGER,
  situation,
} from "./signers.ts";

const calm = situation([]).file;
const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", OWN_PERSON);
const approvedByAna = attest("approve", ANA, { time: "2026-04-15T23:59:59Z" });
const replacing = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, parents: [approved.hash] });

type Example = readonly [string, Cause, string, StandingInput];

const EXAMPLES: readonly Example[] = [
  ["verified", "approved", "approved by you on 2026-05-01", situation([wrote, approved])],
  ["verified", "approved", "approved by ana on 2026-04-15", situation([approvedByAna])],
  [
    "inferred",
    "approved-but-recorded-inferred",
    "approved by you on 2026-05-01, but the file does not record it as verified",
    situation([approved], { file: { ...calm, tier: "inferred" } }),
  ],
  ["inferred", "written", "written here", situation([wrote])],
  [
    "inferred",
    "written",
    "written by ana's laptop on 2026-05-01",
    situation([attest("wrote", ANAS_MACHINE)]),
  ],
  ["inferred", "kept", "kept by ana on 2026-05-01", situation([attest("keep", ANA)])],
  [
    "inferred",
    "rolled-back",
    "history rolled back: the approval by you on 2026-05-01 is gone",
    situation([wrote], { remembered: [wrote, approved] }),
  ],
  [
    "foreign",
    "rolled-back",
    "history rolled back: the approval by you on 2026-05-01 is gone",
    situation([], { remembered: [approved] }),
  ],
  [
    "foreign",
    "superseded",
    "changed back to a text that a later approval replaced",
    situation([approved, replacing]),
  ],
  [
    "foreign",
    "changed-since-approval",
    "changed since approval by you on 2026-05-01",
    situation([wrote, approved], holding(OTHER_TEXT)),
  ],
  [
    "foreign",
    "changed-since-written",
    "changed since it was written by this machine on 2026-05-01",
    situation([wrote], holding(OTHER_TEXT)),
  ],
  ["foreign", "unknown-signer", "unknown signer", situation([attest("approve", STRANGER)])],
  ["foreign", "never-seen", "never seen here", situation([])],
  ["foreign", "never-seen", "never seen here", situation([attest("lower", STRANGER)])],
  [
    "foreign",
    "second-location",
    "this root was seen at another location before",
    situation([approved], { rootWaits: true }),
  ],
  ["quarantined", "lowered", "lowered by ana on 2026-05-01", situation([approved, attest("lower", ANA)])],
  ["quarantined", "forgotten", "forgotten by you on 2026-05-01", situation([attest("forget", OWN_PERSON)])],
  [
    "quarantined",
    "revoked",
    "revoked by you on 2026-05-01",
    situation([approved, attest("revoke", OWN_PERSON)]),
  ],
  [
    "retired",
    "retired",
    "retired by this machine on 2026-05-01",
    situation([wrote, attest("retire", OWN_MACHINE)]),
  ],
  [
    "quarantined",
    "recorded-quarantined",
    "lowered by nobody you trust",
    situation([approved], { file: { ...calm, tier: "quarantined", directory: "quarantine" } }),
  ],
  [
    "retired",
    "recorded-retired",
    "retired by nobody you trust",
    situation([approved], { file: { ...calm, status: "retired" } }),
  ],
  ["quarantined", "broken", "a validator fails it", situation([approved], holding(null))],
  [
    "quarantined",
    "unreliable",
    "there are too many statements about it, or one cannot be read",
    situation([], { remembered: [attest("lower", OWN_PERSON)], unreliable: true }),
  ],
];

for (const [standing, cause, reason, input] of EXAMPLES) {
  test(`${standing} for the cause ${cause} says "${reason}"`, () => {
    assert.deepEqual(computeStanding(input), { standing, cause, reason });
  });
}

test("every cause has its example above", () => {
  assert.equal(new Set(EXAMPLES.map(([, cause]) => cause)).size, 19);
});

test("an archived memory keeps its standing: archiving says nothing about trust", () => {
  const input = situation([approved], { file: { ...calm, status: "archived" } });
  assert.equal(computeStanding(input).standing, "verified");
});

test("a file that records no tier is at most inferred", () => {
  const input = situation([approved], { file: { ...calm, tier: null } });
  assert.equal(computeStanding(input).standing, "inferred");
});

test("of several approvals the newest is named, and of several lowerings the first", () => {
  const earlier = attest("lower", ANA, { time: "2026-04-01T00:00:00Z" });
  const later = attest("lower", OWN_PERSON, { time: "2026-05-02T00:00:00Z" });
  assert.equal(computeStanding(situation([approvedByAna, approved])).reason, "approved by you on 2026-05-01");
  assert.equal(computeStanding(situation([later, earlier])).reason, "lowered by ana on 2026-04-01");
});

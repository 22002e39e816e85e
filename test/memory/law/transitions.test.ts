// Each row of the transition table (S4 §3, §5.1), with what it writes into a real file.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyTransition, initialTier, type Subject } from "../../../src/memory/law/transitions.ts";
import {
  applyTo,
  FILE,
  FOREIGN,
  PERSON,
  QUARANTINED,
  SUBJECT,
  VALIDATOR,
  VERIFIED,
} from "./trust-samples.ts";

const DEMOTED = `trust-level: quarantined
created-at: 2026-04-01T09:30:00Z
source-machine: laptop
last-verified: 2026-05-01
quarantined-at: 2026-05-01T12:30:45Z
`;
const RAISED =
  "trust-level: verified\ncreated-at: 2026-04-01T09:30:00Z\nsource-machine: laptop\nlast-verified: 2026-05-01\n";

/** The file's lines from its tier on, after an action that must apply. */
function writtenBy(outcome: ReturnType<typeof applyTransition>, text: string): string {
  assert.ok(outcome.kind === "applied", JSON.stringify(outcome));
  const { text: after, memory } = applyTo(text, outcome.changes);
  assert.equal(memory.tier, outcome.tier);
  assert.equal(outcome.directory, memory.tier === "quarantined" ? "quarantine" : "memories");
  assert.equal(after.slice(after.lastIndexOf("---\n")), FILE.slice(FILE.lastIndexOf("---\n")));
  return after.slice(after.indexOf("trust-level"), after.lastIndexOf("---\n"));
}

const inQuarantine = (): string => {
  const outcome = applyTransition("demote", SUBJECT, PERSON);
  assert.ok(outcome.kind === "applied");
  return applyTo(FILE, outcome.changes).text;
};

test("none → inferred for any write but a person's own, none → verified for a person's (S4 §3)", () => {
  assert.equal(initialTier("machine"), "inferred");
  assert.equal(initialTier("validator"), "inferred");
  assert.equal(initialTier("person"), "verified");
});

test("inferred → verified: a person promotes after observation; last-verified is today (S4 §3, §6)", () => {
  assert.equal(writtenBy(applyTransition("promote", SUBJECT, PERSON), FILE), RAISED);
});

test("inferred → quarantined: a person demotes; date, time, who and why are written (S4 §3, §6)", () => {
  assert.equal(
    writtenBy(applyTransition("demote", SUBJECT, PERSON), FILE),
    `${DEMOTED}quarantined-by: a person\nquarantine-reason: no longer true\n`,
  );
});

test("inferred → quarantined: a validator hard-fails (S4 §3)", () => {
  assert.equal(
    writtenBy(applyTransition("fail", SUBJECT, { ...VALIDATOR, reason: null }), FILE),
    `${DEMOTED}quarantined-by: secret-check\nquarantine-reason: no reason given\n`,
  );
});

test("verified → quarantined: a person demotes or a validator hard-fails, approved or not (S4 §3)", () => {
  const verified = FILE.replace("inferred", "verified");
  const byPerson = writtenBy(applyTransition("demote", VERIFIED, PERSON), verified);
  const byValidator = writtenBy(applyTransition("fail", VERIFIED, VALIDATOR), verified);
  assert.ok(byPerson.startsWith(DEMOTED) && byValidator.startsWith(DEMOTED));
});

test("quarantined → verified: a person restores what passes; quarantine-* is removed, the file moves back (S4 §3, §6)", () => {
  assert.equal(writtenBy(applyTransition("restore", QUARANTINED, PERSON), inQuarantine()), RAISED);
});

test("verified → verified: a person re-affirms; last-verified is today, nothing else changes (S4 §3)", () => {
  const old = applyTo(FILE.replace("inferred", "verified"), { "last-verified": "2026-01-01" }).text;
  const stray = applyTo(old, { "quarantine-reason": "left over" }).text;
  assert.equal(writtenBy(applyTransition("reaffirm", VERIFIED, PERSON), old), RAISED);
  assert.equal(
    writtenBy(applyTransition("reaffirm", VERIFIED, PERSON), stray),
    `${RAISED}quarantine-reason: left over\n`,
  );
});

test("changed since approval: a person re-affirms a text that replaced an approved one (§5.1)", () => {
  for (const cause of ["changed-since-approval", "rolled-back", "superseded"] as const) {
    const subject: Subject = { ...FOREIGN, cause, everApproved: true };
    assert.equal(
      writtenBy(applyTransition("reaffirm", subject, PERSON), FILE.replace("inferred", "verified")),
      RAISED,
    );
  }
});

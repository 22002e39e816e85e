// Each row of the transition table (S4 §3, §5.1), with what it writes into a real file.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FrontmatterChanges } from "../../../src/memory/file/write-frontmatter.ts";
import type { Cause } from "../../../src/memory/law/causes.ts";
import {
  type Actor,
  applyTransition,
  type Circumstances,
  initialTier,
  isApprovedInferred,
  listTrustActions,
  type Subject,
  signedBy,
  type TransitionOutcome,
  type TrustAction,
} from "../../../src/memory/law/transitions.ts";
import { STANDINGS, TIERS } from "../../../src/memory/memory.ts";
import { arbitraryText } from "../file/arbitrary-frontmatter.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";
import {
  applyTo,
  FILE,
  FOREIGN,
  MACHINE,
  NOW,
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

// Actions that leave the tier as it is recorded, and what holds for every file that is written.

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

// What does not exist (S4 §3 "Forbidden transitions", §5.1, §5.3), each by name, and then every combination at once.

const codeOf = (outcome: TransitionOutcome): string =>
  outcome.kind === "refused" ? outcome.code : outcome.kind;
const FLAGGED: Circumstances = { ...PERSON, flagged: true };
const FAILING: Circumstances = { ...PERSON, hardFails: true };
const EARLY: Circumstances = { ...PERSON, opens: NOW + 1 };

const FORBIDDEN: readonly (readonly [string, string, TrustAction, Subject, Circumstances])[] = [
  ["quarantined → inferred: keep (S4 §3)", "WRONG_STANDING", "keep", QUARANTINED, PERSON],
  ["quarantined → verified by promote (S4 §3)", "WRONG_STANDING", "promote", QUARANTINED, PERSON],
  ["quarantined → verified by re-affirming (S4 §3)", "WRONG_STANDING", "reaffirm", QUARANTINED, PERSON],
  ["editing a quarantined memory (S4 §6)", "WRONG_STANDING", "edit", QUARANTINED, PERSON],
  ["a machine editing a quarantined memory (S4 §6)", "WRONG_STANDING", "edit", QUARANTINED, MACHINE],
  ["leaving quarantine without a person (S4 §3)", "NEEDS_PERSON", "restore", QUARANTINED, MACHINE],
  [
    "leaving quarantine because a validator passes (S4 §3)",
    "NEEDS_PERSON",
    "restore",
    QUARANTINED,
    VALIDATOR,
  ],
  ["restoring what a validator still fails (S4 §6)", "HARD_FAIL", "restore", QUARANTINED, FAILING],
  ["restoring what is flagged, unacknowledged (§4)", "FLAGGED", "restore", QUARANTINED, FLAGGED],
  ["restoring what is not quarantined (S4 §6)", "WRONG_STANDING", "restore", VERIFIED, PERSON],
  ["promotion without a person (S4 §3)", "NEEDS_PERSON", "promote", SUBJECT, MACHINE],
  ["promotion by a validator (S4 §3)", "NEEDS_PERSON", "promote", SUBJECT, VALIDATOR],
  ["promotion before day 7 (S4 §4)", "OBSERVING", "promote", SUBJECT, EARLY],
  [
    "promotion of what nothing is on record for (§5.1)",
    "OBSERVING",
    "promote",
    SUBJECT,
    { ...PERSON, opens: null },
  ],
  ["promotion of what a validator fails (§5.1)", "HARD_FAIL", "promote", SUBJECT, FAILING],
  ["promotion of what is flagged, unacknowledged (§4)", "FLAGGED", "promote", SUBJECT, FLAGGED],
  ["promotion of a foreign memory (§5.3)", "WRONG_STANDING", "promote", FOREIGN, PERSON],
  ["re-affirming without a person (S4 §3)", "NEEDS_PERSON", "reaffirm", VERIFIED, MACHINE],
  ["re-affirming a forged verified (§5.3)", "WRONG_STANDING", "reaffirm", FOREIGN, PERSON],
  ["re-affirming an inferred memory (S4 §3)", "WRONG_STANDING", "reaffirm", SUBJECT, PERSON],
  ["re-affirming what is flagged, unacknowledged (§4)", "FLAGGED", "reaffirm", VERIFIED, FLAGGED],
  ["keeping without a person (§5.2)", "NEEDS_PERSON", "keep", FOREIGN, MACHINE],
  ["keeping what is flagged, unacknowledged (§4)", "FLAGGED", "keep", FOREIGN, FLAGGED],
  ["keeping what is not foreign", "WRONG_STANDING", "keep", VERIFIED, PERSON],
  ["a machine demoting an approved memory (§5.3)", "request", "demote", VERIFIED, MACHINE],
  ["a machine editing an approved memory (§5.3)", "request", "edit", VERIFIED, MACHINE],
  ["a machine editing a foreign memory (§5.3)", "NEEDS_PERSON", "edit", FOREIGN, MACHINE],
  ["an edit that a validator fails (§6)", "HARD_FAIL", "edit", SUBJECT, FAILING],
];

for (const [what, code, action, subject, circumstances] of FORBIDDEN) {
  test(`${what} is not done: ${code}`, () => {
    assert.equal(codeOf(applyTransition(action, subject, circumstances)), code);
  });
}

test("a promotion that comes too early says when it opens (§5.1)", () => {
  assert.deepEqual(applyTransition("promote", SUBJECT, EARLY), {
    kind: "refused",
    code: "OBSERVING",
    message: "feedback_merge_policy is still observed",
    hint: "it can be promoted from 2026-05-01T12:30:45Z",
  });
});

test("what is flagged and acknowledged can be promoted, and what is still observed can be demoted (§4, §5.1)", () => {
  assert.equal(codeOf(applyTransition("promote", SUBJECT, { ...FLAGGED, acknowledged: true })), "applied");
  assert.equal(codeOf(applyTransition("demote", SUBJECT, { ...EARLY, flagged: true })), "applied");
  assert.equal(codeOf(applyTransition("edit", SUBJECT, { ...EARLY, flagged: true })), "applied");
});

const CAUSES: readonly Cause[] = [
  "approved",
  "written",
  "rolled-back",
  "changed-since-approval",
  "never-seen",
  "lowered",
];
const ACTORS: readonly Actor[] = ["person", "machine", "validator"];
const YES_NO = [true, false];

function* everySubject(): Generator<Subject> {
  for (const tier of [...TIERS, null]) {
    for (const standing of STANDINGS) {
      for (const cause of CAUSES) {
        for (const everApproved of YES_NO) yield { id: "project_x", tier, standing, cause, everApproved };
      }
    }
  }
}

function* everyCircumstance(): Generator<Circumstances> {
  for (const actor of ACTORS) {
    for (const opens of [null, NOW, NOW + 1]) {
      for (const hardFails of YES_NO) {
        for (const flagged of YES_NO) {
          for (const acknowledged of YES_NO) {
            yield { ...PERSON, actor, opens, hardFails, flagged, acknowledged };
          }
        }
      }
    }
  }
}

const TRUST = { quarantined: 0, inferred: 1, verified: 2 } as const;

function checkOne(action: TrustAction, subject: Subject, now: Circumstances): void {
  const outcome = applyTransition(action, subject, now);
  if (outcome.kind !== "applied") return;
  const from = TRUST[subject.tier ?? "inferred"];
  const to = TRUST[outcome.tier];
  assert.equal(outcome.directory, outcome.tier === "quarantined" ? "quarantine" : "memories");
  if (to > from) assert.equal(now.actor, "person");
  if (from === TRUST.quarantined) assert.deepEqual([action, outcome.tier], ["restore", "verified"]);
  if (from === TRUST.verified) assert.notEqual(outcome.tier, "inferred");
  if (now.actor === "machine") assert.equal(subject.everApproved, false);
  if (now.actor === "validator") assert.equal(outcome.tier, "quarantined");
  if (to === TRUST.quarantined) return;
  assert.equal(now.hardFails, false);
  if (action !== "edit") assert.ok(!now.flagged || now.acknowledged);
  if (action === "promote") assert.ok(now.opens !== null && now.opens <= now.now);
}

test("no action of anybody in any circumstances is a forbidden transition (S4 §3)", () => {
  for (const subject of everySubject()) {
    for (const now of everyCircumstance()) {
      for (const action of listTrustActions()) checkOne(action, subject, now);
    }
  }
});

test("a memory is approved and inferred all the same where its approval is not recorded, lost or contested", () => {
  const cases = [
    ["inferred", "approved-but-recorded-inferred", true],
    ["inferred", "rolled-back", true],
    ["inferred", "contested", true],
    ["inferred", "written", false],
    ["inferred", "kept", false],
    ["foreign", "changed-since-approval", false],
    ["foreign", "never-seen", false],
  ] as const;
  for (const [standing, cause, is] of cases) assert.equal(isApprovedInferred(standing, cause), is, cause);
});

test("an action that is not open says what cannot be done, and each raising one what is signed", () => {
  const closed = [
    ["promote", "retired", "promoted"],
    ["reaffirm", "retired", "re-affirmed"],
    ["mine", "retired", "taken over"],
    ["restore", "retired", "restored"],
    ["keep", "retired", "kept"],
    ["edit", "retired", "edited"],
  ] as const;
  for (const [action, standing, past] of closed) {
    const outcome = applyTransition(action, { ...SUBJECT, standing, cause: "retired" }, PERSON);
    const message = `${SUBJECT.id} is ${standing}, so it cannot be ${past}`;
    assert.deepEqual(outcome.kind === "refused" && [outcome.code, outcome.message], [
      "WRONG_STANDING",
      message,
    ]);
  }
  assert.deepEqual((["promote", "reaffirm", "mine", "restore", "keep"] as const).map(signedBy), [
    ...["approve", "approve", "approve", "approve", "keep"],
  ]);
});

test("what was approved once is re-affirmed as a fact or as advice, and nothing else is", () => {
  const cases = [
    ["inferred", "approved-but-recorded-inferred", "applied"],
    ["foreign", "changed-since-approval", "applied"],
    ["inferred", "written", "refused"],
    ["foreign", "never-seen", "refused"],
    ["retired", "changed-since-approval", "refused"],
  ] as const;
  for (const [standing, cause, kind] of cases)
    assert.equal(applyTransition("reaffirm", { ...SUBJECT, standing, cause }, PERSON).kind, kind, cause);
});

test("what too much is said of is not restored", () => {
  const outcome = applyTransition("restore", { ...QUARANTINED, cause: "unreliable" }, PERSON);
  assert.deepEqual(outcome.kind === "refused" && [outcome.code, outcome.message, outcome.hint], [
    "NOT_READABLE",
    "there are too many statements about feedback_merge_policy, or one cannot be read",
    "credence doctor lists the problems in attest/feedback_merge_policy",
  ]);
});

test("a memory in use is kept only where its observation has no date to start from", () => {
  const keep = (subject: Subject, opens: number | null): unknown => {
    const outcome = applyTransition("keep", subject, { ...PERSON, opens });
    return outcome.kind === "refused" ? outcome.message : outcome.kind;
  };
  assert.equal(keep(SUBJECT, null), "applied");
  assert.equal(keep(SUBJECT, NOW), "feedback_merge_policy is inferred, so it cannot be kept");
  assert.equal(keep(FOREIGN, NOW), "applied");
});

test("every memory can be taken out of use, and a lowering that its file does not record is written down", () => {
  for (const standing of STANDINGS)
    assert.equal(applyTransition("demote", { ...SUBJECT, standing }, PERSON).kind, "applied", standing);
});

test("a machine's edit of what only its file calls verified is dated by no approval", () => {
  const outcome = applyTransition("edit", { ...SUBJECT, tier: "verified" }, MACHINE);
  assert.deepEqual(outcome.kind === "applied" && outcome.changes, {});
});

test("a person edits what nobody vouched for", () => {
  assert.equal(applyTransition("edit", FOREIGN, PERSON).kind, "applied");
});

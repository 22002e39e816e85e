// The laws of §5.3, over arbitrary histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Cause } from "../../../src/memory/law/causes.ts";
import { isVouching } from "../../../src/memory/law/kinds.ts";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import { isTextStatement } from "../../../src/memory/law/statement.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFile, arbitraryHistory, inputOf, type Placed, RANK } from "./arbitrary-attestations.ts";
import { counts, listWithdrawn, NEGATIVE, rankOf } from "./counted-statements.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  holding,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  SIGNERS,
  STRANGER,
  situation,
  TEXT,
  TRUSTED_PERSONS,
} from "./signers.ts";

test("without a trusted person's approve of the present text on disk nothing is verified (§5.3)", () => {
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const approvals = history.filter(
      (each) => counts(each) && each.where !== "memory" && each.vouching.act === "approve",
    );
    if (approvals.some(({ vouching }) => isTextStatement(vouching) && vouching.digest === file.digest))
      return;
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
    ["disown", "quarantined disowned"],
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

// Each standing says why, in words a person can act on; one example a cause.

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
    "second copy of a known project",
    situation([approved], { rootWaits: true }),
  ],
  ["quarantined", "lowered", "lowered by ana on 2026-05-01", situation([approved, attest("lower", ANA)])],
  ["quarantined", "forgotten", "forgotten by you on 2026-05-01", situation([attest("forget", OWN_PERSON)])],
  [
    "quarantined",
    "disowned",
    "disowned by you on 2026-05-01",
    situation([approved, attest("disown", OWN_PERSON)]),
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
    "the file says quarantined, but nobody you trust signed that",
    situation([approved], { file: { ...calm, tier: "quarantined", directory: "quarantine" } }),
  ],
  [
    "retired",
    "recorded-retired",
    "the file says retired, but nobody you trust signed that",
    situation([approved], { file: { ...calm, status: "retired" } }),
  ],
  ["quarantined", "broken", "it fails validation", situation([approved], holding(null))],
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

// A text that a person replaced does not come back, over arbitrary histories.

/** What the approvals of other texts replace. */
function replacedByApprovals(counted: readonly Placed[], digest: string | null): Set<string> {
  const approvals = counted.flatMap(({ vouching }) =>
    vouching.act === "approve" && vouching.digest !== digest ? [vouching] : [],
  );
  return new Set(approvals.flatMap(({ follows }) => follows));
}

test("a text that a person replaced reaches no model until a person keeps or approves it anew (§5.3)", () => {
  let replacements = 0;
  const law = fc.property(arbitraryHistory, arbitraryFile, fc.array(fc.boolean()), (before, file, picks) => {
    const parents = before.filter((_, at) => picks[at] !== false).map(({ vouching }) => vouching.hash);
    const approval = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, parents });
    const history = [...before, { vouching: approval, where: "both" }];
    const withdrawn = listWithdrawn(history);
    const counted = history.filter((each) => counts(each) && !withdrawn.has(each.vouching.hash));
    const replaced = replacedByApprovals(counted, file.digest);
    const vouched = counted.filter(
      ({ vouching }) => isTextStatement(vouching) && vouching.digest === file.digest && isVouching(vouching),
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
      (each) =>
        counts(each) &&
        each.where !== "memory" &&
        each.vouching.act === "wrote" &&
        each.vouching.digest === TEXT,
    );
    const file = situation([]).file;
    assert.equal(rankOf(byMachines, file), isWritten ? RANK.inferred : RANK.foreign);
  });
  fc.assert(law, LAW_RUNS);
});

// What each act can and cannot do to a standing (§5.2, §5.3), over arbitrary histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isStatementKind, STATEMENT_KINDS } from "../../../src/memory/law/kinds.ts";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import { isTextStatement } from "../../../src/memory/law/statement.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFile, arbitraryHistory, inputOf, type Placed, RANK } from "./arbitrary-attestations.ts";
import { counts, isRequest, listWithdrawn } from "./counted-statements.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  BEN,
  holding,
  OTHER_ROOT,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  ROOT,
  SIGNERS,
  STRANGE_MACHINE,
  STRANGER,
  situation,
  TEXT,
  THIRD_TEXT,
  TRUSTED_HERE,
  TRUSTED_PERSONS,
} from "./signers.ts";

const rankOf = (input: StandingInput): number => RANK[computeStanding(input).standing];
const machine = fc.constantFrom(OWN_MACHINE, ANAS_MACHINE);

/** The history and one more statement, which names any of the earlier ones. */
function withOneMore(history: readonly Placed[], vouching: Placed["vouching"]): Placed[] {
  return [...history, { vouching, where: "both" }];
}

test("a machine key never makes a memory verified and lifts nothing, whatever act it signs (§5.2)", () => {
  const said = fc.record({
    act: fc.constantFrom(...Object.keys(STATEMENT_KINDS).filter(isStatementKind)),
    signer: machine,
  });
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
  let lowerings = 0;
  const law = fc.property(arbitraryHistory, arbitraryFile, (history, file) => {
    const withdrawn = listWithdrawn(history);
    const isLowered = history.some((each) => {
      const { vouching } = each;
      const isOfText = isTextStatement(vouching) && vouching.digest === file.digest;
      if (vouching.act !== "lower" || !isOfText || !counts(each) || isRequest(each, history)) return false;
      const isLifted = history.some(
        ({ vouching: later, where }) =>
          where !== "memory" &&
          later.act === "approve" &&
          later.digest === file.digest &&
          TRUSTED_PERSONS.includes(later.signer) &&
          later.lifts.includes(vouching.hash),
      );
      return !isLifted && !withdrawn.has(vouching.hash);
    });
    if (!isLowered) return;
    lowerings += 1;
    assert.equal(rankOf(inputOf(history, file)), RANK.quarantined);
  });
  fc.assert(law, LAW_RUNS);
  assert.ok(lowerings > LAW_RUNS.numRuns / 50, `${lowerings} only`);
});

test("a machine's lowering of what a person approved changes nothing, and its own validator's lowers", () => {
  const lower = (signer: string, acknowledged: readonly string[]): string =>
    standingOf(situation([wrote, approved, attest("lower", signer, { acknowledged })]));
  assert.equal(lower(OWN_MACHINE, []), "verified approved");
  assert.equal(lower(ANAS_MACHINE, ["a-rule"]), "verified approved");
  assert.equal(lower(OWN_MACHINE, ["a-rule"]), "quarantined lowered");
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

// Attacks by somebody who can change files, branches, remotes and directories of statements, but holds no trusted key.

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

for (const [scope, standing] of [
  ["project", "verified"],
  ["user", "foreign"],
] as const) {
  test(`a person trusted in all projects makes a memory of the ${scope} root ${standing}`, () => {
    const signers = [{ signer: BEN, root: "projects", petname: "ben", own: false }];
    const { place } = situation([]);
    const moved = situation([attest("approve", BEN, { scope })], { place: { ...place, scope }, signers });
    assert.equal(computeStanding(moved).standing, standing);
  });
}

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

test("a stranger's statement that names a lowering lifts none", () => {
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

test("what cannot be known keeps out even what a person approved, and says why", () => {
  const approval = attest("approve", OWN_PERSON);
  const told = (more: Partial<StandingInput>): string => {
    const { standing, cause } = computeStanding(situation([approval], more));
    return `${standing}: ${cause}`;
  };
  const { file } = situation([]);
  assert.equal(told({}), "verified: approved");
  assert.equal(told({ recordUnreadable: true }), "foreign: record-unreadable");
  assert.equal(told({ file: { ...file, digest: null, unreadable: true } }), "quarantined: unreadable");
  const conflict = { ...file, digest: null, conflictLine: 7 };
  assert.match(computeStanding(situation([approval], { file: conflict })).reason, /in line 7:/);
});

test("a key of this machine is told as its own, also where somebody typed it as another's", () => {
  const typed = { signer: OWN_MACHINE, root: ROOT, petname: "laptop", own: false };
  const reasonOf = (signers: StandingInput["signers"]): string =>
    computeStanding(situation([wrote], { signers })).reason;
  assert.equal(reasonOf([...SIGNERS, typed]), "written here");
  assert.equal(reasonOf([typed]), "written by laptop on 2026-05-01");
});

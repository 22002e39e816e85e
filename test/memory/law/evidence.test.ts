// What is asked of the statements about a memory, besides how it stands: who speaks for a text, and what still holds against one.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ANSWERS,
  approvalsOf,
  findApprovalsInForce,
  findUnlifted,
  inOrder,
  selectCounting,
  selectEvidence,
  selectVouching,
  trustOf,
} from "../../../src/memory/law/evidence.ts";
import type { Statement, TextStatement, Tombstone } from "../../../src/memory/law/statement.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  bornOf,
  type More,
  OTHER_ROOT,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  ROOT,
  STRANGER,
  situation,
  TEXT,
  THIRD_TEXT,
} from "./signers.ts";

test("a person at the terminal has three answers that nobody signs", () => {
  assert.deepEqual(ANSWERS, ["hidden", "no", "later"]);
});

const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", ANA, { time: "2026-05-02T09:30:00Z" });
const other = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, time: "2026-05-03T09:30:00Z" });
const lowered = attest("lower", OWN_MACHINE, { time: "2026-05-04T09:30:00Z" });
const inForce = (...said: readonly Statement[]): TextStatement[] =>
  findApprovalsInForce(selectEvidence(situation(said)));

test("the approvals of a text are those of exactly this text", () => {
  assert.deepEqual(approvalsOf(TEXT, [wrote, approved, other, lowered]), [approved]);
  assert.deepEqual(approvalsOf(null, [wrote, approved, other, lowered]), []);
});

test("for a text speaks whoever is trusted and said yes to it, also where somebody lowered it", () => {
  const strange = attest("approve", STRANGER);
  const said = selectVouching(situation([lowered, other, approved, wrote, strange]));
  assert.deepEqual(said, [wrote, approved]);
});

test("a lowering holds against its text until an approval of that text names it, and against others until any does", () => {
  const holding = (positive: TextStatement, remembered = [lowered]): string[][] => {
    const evidence = selectEvidence(situation([positive], { remembered }));
    return [TEXT, OTHER_TEXT, THIRD_TEXT].map((digest) =>
      findUnlifted(evidence, digest).map(({ act }) => act),
    );
  };
  const yes = (digest: string, parents = [lowered.hash]) => attest("approve", ANA, { digest, parents });
  assert.deepEqual(holding(yes(TEXT, [])), [["lower"], ["lower"], ["lower"]]);
  assert.deepEqual(holding(yes(TEXT)), [[], [], []]);
  assert.deepEqual(holding(yes(OTHER_TEXT)), [["lower"], [], []]);
  assert.deepEqual(holding(wrote, [lowered, yes(TEXT)]), [["lower"], ["lower"], ["lower"]]);
});

test("a retirement is lifted by an approval of any text that names it", () => {
  const retired = attest("retire", OWN_MACHINE);
  const yes = attest("approve", ANA, { digest: OTHER_TEXT, parents: [retired.hash] });
  assert.deepEqual(findUnlifted(selectEvidence(situation([retired, yes])), TEXT), []);
});

test("in force are approvals that nothing replaced, the newest first, and no other statement is", () => {
  assert.deepEqual(inForce(approved, other, lowered, wrote), [other, approved]);
  const yes = attest("approve", ANA, { parents: [lowered.hash] });
  assert.deepEqual(inForce(lowered, yes), [yes]);
  const changed = attest("approve", ANA, { digest: OTHER_TEXT, parents: [yes.hash] });
  assert.deepEqual(inForce(lowered, yes, changed), [changed]);
});

const forget = (signer: string, more: More = {}): Tombstone =>
  attest("forget", signer, { time: "2026-05-05T09:30:00Z", ...more });

test("a tombstone ends what vouches for its own memory, on disk or remembered, and no negative statement", () => {
  const gone = attest("keep", ANA, { digest: OTHER_TEXT });
  const strange = attest("keep", STRANGER);
  const late = attest("approve", OWN_PERSON, { digest: THIRD_TEXT, time: "2026-05-06T09:30:00Z" });
  const remembered = [gone, strange, approved, other];
  const own = forget(OWN_PERSON);
  const evidence = selectEvidence(situation([approved, other, lowered, own, late], { remembered }));
  assert.deepEqual([evidence.present, evidence.gone, evidence.tombstones], [[lowered], [], [own]]);
  assert.equal(evidence.all.length, 5);
  const seen = selectEvidence(situation([approved, other], { remembered: [own] }));
  assert.deepEqual([seen.present, seen.tombstones], [[], [own]]);
});

test("a tombstone of another memory, or of a stranger, ends nothing", () => {
  for (const theirs of [forget(OWN_PERSON, { born: bornOf("another") }), forget(STRANGER)])
    assert.deepEqual(selectEvidence(situation([approved, theirs])).present, [approved]);
  assert.deepEqual(selectEvidence(situation([approved, forget(STRANGER)])).tombstones, []);
  const machines = forget(OWN_MACHINE);
  assert.deepEqual(selectEvidence(situation([approved, machines])).tombstones, []);
});

test("what counts is told with its tombstones, the oldest first", () => {
  const own = forget(OWN_PERSON, { time: "2026-05-02T12:00:00Z" });
  assert.deepEqual(selectCounting(situation([other, own, wrote, approved])), [wrote, approved, own, other]);
  assert.deepEqual(selectCounting(situation([other, wrote, attest("keep", STRANGER)])), [wrote, other]);
});

test("a tombstone holds until an approval of exactly the file's text names it", () => {
  const own = forget(OWN_PERSON);
  const holds = (digest: string, ...said: readonly Statement[]): string[] =>
    findUnlifted(selectEvidence(situation([own, ...said])), digest).map(({ act }) => act);
  const yes = attest("approve", ANA, { parents: [own.hash], born: bornOf("another") });
  assert.deepEqual(holds(TEXT), ["forget"]);
  assert.deepEqual(holds(TEXT, yes), []);
  assert.deepEqual(holds(OTHER_TEXT, yes), ["forget"]);
  assert.deepEqual(holds(TEXT, attest("approve", ANA, { born: bornOf("another") })), ["forget"]);
});

test("a statement counts for its own root, scope and id alone", () => {
  for (const elsewhere of [{ root: OTHER_ROOT }, { scope: "user" }, { id: "project_y" }] as const)
    assert.deepEqual(selectEvidence(situation([attest("approve", OWN_PERSON, elsewhere)])).all, []);
});

test("a lost key only takes out of use, and one that proposes only writes", () => {
  const lowers = attest("lower", ANA);
  const writes = attest("wrote", ANAS_MACHINE);
  const signers = [
    { signer: ANA, root: ROOT, petname: "ana", own: false, lost: true },
    { signer: ANAS_MACHINE, root: ROOT, petname: "ci", own: false, proposes: true },
  ] as const;
  const said = [approved, lowers, writes, attest("lower", ANAS_MACHINE)];
  const { all } = selectEvidence(situation(said, { signers }));
  assert.deepEqual(all.map(({ hash }) => hash).sort(), [lowers.hash, writes.hash].sort());
});

test("of two sources for one key the narrower holds, and ending a key that only writes leaves it nothing", () => {
  const trust = trustOf([
    { signer: ANA },
    { signer: ANA, lost: true },
    { signer: OWN_PERSON },
    { signer: ANAS_MACHINE, proposes: true },
    { signer: ANAS_MACHINE },
    { signer: OWN_MACHINE, proposes: true, lost: true },
    { signer: STRANGER, proposes: true },
    { signer: STRANGER, lost: true },
  ]);
  assert.deepEqual(Object.fromEntries(trust), {
    [ANA]: "ended",
    [OWN_PERSON]: "all",
    [ANAS_MACHINE]: "wrote",
  });
});

const naming = ({ hash }: Statement) => ({ parents: [hash] });

test("what holds is lifted by an act that lifts it and names it, whatever else is said", () => {
  const retired = attest("retire", OWN_MACHINE);
  const holds = (...said: readonly Statement[]): string[] =>
    findUnlifted(selectEvidence(situation([wrote, lowered, retired, ...said])), TEXT).map(({ act }) => act);
  const parents = [lowered.hash, retired.hash];
  assert.deepEqual(holds(attest("wrote", OWN_MACHINE, { parents })), ["retire", "lower"]);
  assert.deepEqual(holds(attest("keep", ANA, { parents })), ["retire", "lower"]);
  assert.deepEqual(holds(attest("unretire", ANA, { parents })), ["lower"]);
  assert.deepEqual(holds(attest("approve", ANA, { parents })), []);
});

test("an approval is replaced by an approval of another text that names it, and by nothing that comes between", () => {
  const again = attest("approve", ANA, { time: "2026-05-06T09:30:00Z", ...naming(approved) });
  assert.deepEqual(inForce(approved, again), [again, approved]);
  const machines = attest("wrote", OWN_MACHINE, { digest: OTHER_TEXT, ...naming(approved) });
  assert.deepEqual(inForce(approved, machines), [approved]);
  const instead = attest("approve", ANA, { digest: OTHER_TEXT, ...naming(machines) });
  assert.deepEqual(inForce(approved, machines, instead), [instead]);
  assert.deepEqual(inForce(approved, instead), [instead]);
  const short = attest("approve", ANA, { digest: OTHER_TEXT, follows: [machines.hash] });
  assert.deepEqual(inForce(approved, machines, short), [approved, short]);
});

test("statements stand by their times, and those of one time by their hashes, however they came", () => {
  const early = attest("wrote", OWN_MACHINE, { time: "2026-04-01T09:30:00Z" });
  const sameTime = [1, 2, 3].map((at) => attest("wrote", OWN_MACHINE, { reason: `${at}` }));
  const late = attest("wrote", OWN_MACHINE, { time: "2026-06-01T09:30:00Z" });
  const hashes = sameTime.map(({ hash }) => hash).sort();
  const all = [early.hash, ...hashes, late.hash];
  for (const said of [
    [late, ...sameTime, early],
    [early, ...sameTime.toReversed(), late],
  ])
    assert.deepEqual(
      inOrder(said).map(({ hash }) => hash),
      all,
    );
});

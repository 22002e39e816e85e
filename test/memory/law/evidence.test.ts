// What is asked of the statements about a memory, besides how it stands: who speaks for a text, and what still holds against one.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ANSWERS,
  approvalsOf,
  findInForce,
  findUnlifted,
  inOrder,
  selectEvidence,
  selectVouching,
  trustOf,
} from "../../../src/memory/law/evidence.ts";
import type { Vouching } from "../../../src/memory/law/standing.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
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
const inForce = (...said: readonly Vouching[]): Vouching[] => findInForce(selectEvidence(situation(said)));

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
  const holding = (positive: typeof wrote, remembered = [lowered]): string[][] => {
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

test("in force are negative acts that nothing lifted, then approvals that nothing replaced, the newest first", () => {
  assert.deepEqual(inForce(approved, other, lowered, wrote), [lowered, other, approved]);
  const yes = attest("approve", ANA, { parents: [lowered.hash] });
  assert.deepEqual(inForce(lowered, yes), [yes]);
  const changed = attest("approve", ANA, { digest: OTHER_TEXT, parents: [yes.hash] });
  assert.deepEqual(inForce(lowered, yes, changed), [changed]);
});

const forget = (signer: string, named: readonly Vouching[]): Vouching => ({
  ...attest("forget", signer, { time: "2026-05-05T09:30:00Z", parents: named.map(({ hash }) => hash) }),
  ends: true,
});

test("a tombstone ends what it names and what vouches, on disk or remembered, and no negative act", () => {
  const gone = attest("keep", ANA, { digest: OTHER_TEXT });
  const left = attest("keep", ANA, { digest: THIRD_TEXT });
  const strange = attest("keep", STRANGER);
  const remembered = [gone, left, strange, approved, other];
  const all = forget(OWN_PERSON, [approved, gone, lowered]);
  const many = selectEvidence(situation([approved, other, lowered, all], { remembered }));
  assert.deepEqual([many.present, many.gone], [[other, lowered, all], [left]]);
  assert.equal(many.all.length, 6);
  const one = forget(OWN_PERSON, [approved]);
  assert.deepEqual(selectEvidence(situation([approved, other], { remembered: [one] })).present, [other]);
  const theirs = forget(STRANGER, [approved]);
  assert.deepEqual(selectEvidence(situation([approved, theirs])).present, [approved]);
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

test("whoever is known by a card and in another way may say all that the card lets them say", () => {
  const trust = trustOf([
    ...[{ signer: ANA }, { signer: ANA, lost: true as const }],
    ...[
      { signer: OWN_PERSON, lost: true as const },
      { signer: ANAS_MACHINE, proposes: true as const },
    ],
  ]);
  assert.deepEqual(Object.fromEntries(trust), {
    [ANA]: "all",
    [OWN_PERSON]: "ended",
    [ANAS_MACHINE]: "wrote",
  });
});

const naming = ({ hash }: Vouching) => ({ parents: [hash] });

test("what holds is lifted by an act that lifts it and names it, whatever else is said", () => {
  const retired = attest("retire", OWN_MACHINE);
  const holds = (...said: readonly Vouching[]): string[] =>
    findUnlifted(selectEvidence(situation([wrote, lowered, retired, ...said])), TEXT).map(({ act }) => act);
  const parents = [lowered.hash, retired.hash];
  assert.deepEqual(holds(attest("wrote", OWN_MACHINE, { parents })), ["retire", "lower"]);
  assert.deepEqual(holds(attest("keep", ANA, { parents })), ["retire", "lower"]);
  assert.deepEqual(holds(attest("unretire", ANA, { parents })), ["lower"]);
  assert.deepEqual(holds(attest("approve", ANA, { parents })), []);
});

test("an approval is replaced by an approval of another text, and through whatever names it in between", () => {
  const again = attest("approve", ANA, { time: "2026-05-06T09:30:00Z", ...naming(approved) });
  assert.deepEqual(inForce(approved, again), [again, approved]);
  const machines = attest("wrote", OWN_MACHINE, { digest: OTHER_TEXT, ...naming(approved) });
  assert.deepEqual(inForce(approved, machines), [approved]);
  const instead = attest("approve", ANA, { digest: OTHER_TEXT, ...naming(machines) });
  assert.deepEqual(inForce(approved, machines, instead), [instead]);
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

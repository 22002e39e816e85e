// What counts of all that was signed about one id: who vouches for its text, what was approved, and what holds against it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gather, listSigned } from "../../../../src/memory/law/sets/gather.ts";
import { hearFile } from "../../../../src/memory/law/sets/standing-of-file.ts";
import { ANSWERS, inOrder, trustOf } from "../../../../src/memory/law/standing-input.ts";
import type { Statement, TextStatement, Tombstone } from "../../../../src/memory/law/statement.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  bornOf,
  holding,
  lying,
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
} from "../signers.ts";

test("a person at the terminal has three answers that nobody signs", () => {
  assert.deepEqual(ANSWERS, ["hidden", "no", "later"]);
});

const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", ANA, { time: "2026-05-02T09:30:00Z" });
const other = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, time: "2026-05-03T09:30:00Z" });
const lowered = attest("lower", OWN_MACHINE, { time: "2026-05-04T09:30:00Z" });
const approvalsOf = (...said: readonly Statement[]): readonly TextStatement[] =>
  gather(situation(said)).approvals;

test("signers vouch for a text who are trusted and said yes to it, also where it was lowered", () => {
  const strange = attest("approve", STRANGER);
  const draft = attest("draft", OWN_MACHINE);
  const input = situation([lowered, other, approved, wrote, strange, draft]);
  assert.deepEqual(gather(input).vouchedBy, [wrote, approved]);
});

test("in a shared root a statement that is gone vouches for nothing, and was an approval all the same", () => {
  const input = situation([wrote], { remembered: [approved, lowered] });
  const { vouchedBy, here, counted, approvals } = gather(input);
  assert.deepEqual([vouchedBy, here], [[wrote], [wrote]]);
  assert.deepEqual([counted, approvals], [[wrote, approved, lowered], [approved]]);
});

test("in an own root a statement that is remembered counts like one on disk", () => {
  const sets = { ...lying({ isShared: false }), text: TEXT };
  const { vouchedBy, here } = gather(situation([wrote], { remembered: [approved, lowered], sets }));
  assert.deepEqual(
    [vouchedBy, here],
    [
      [wrote, approved],
      [wrote, approved, lowered],
    ],
  );
});

test("a withdrawn statement counts for nothing, and is told with all that was signed", () => {
  const withdrawn = attest("withdraw", ANA, { parents: [approved.hash], time: "2026-05-05T09:30:00Z" });
  const input = situation([wrote, approved, withdrawn]);
  const { vouchedBy, approvals, sets } = gather(input);
  assert.deepEqual([vouchedBy, approvals, sets.statements.has(approved.hash)], [[wrote], [], false]);
  assert.deepEqual(listSigned(input), [wrote, approved, withdrawn]);
});

const against = (digest: string, ...said: readonly Statement[]): string[] =>
  hearFile(situation(said, holding(digest))).against.map(({ act }) => act);
const naming = ({ hash }: Statement) => ({ parents: [hash] });

test("a lowering holds against its text until an approval of that text names it", () => {
  const yes = (digest: string, parents: readonly string[]) => attest("approve", ANA, { digest, parents });
  const persons = attest("lower", OWN_PERSON);
  assert.deepEqual(against(TEXT, persons, yes(TEXT, [])), ["lower"]);
  assert.deepEqual(against(TEXT, persons, yes(TEXT, [persons.hash])), []);
  assert.deepEqual(against(OTHER_TEXT, persons, yes(OTHER_TEXT, [persons.hash])), []);
  assert.deepEqual(against(OTHER_TEXT, persons, yes(OTHER_TEXT, [])), ["lower"]);
});

test("what holds is lifted by a statement of a kind that lifts it and names it, whatever else is said", () => {
  const down = attest("lower", OWN_PERSON);
  const retired = attest("retire", OWN_PERSON);
  const holds = (...said: readonly Statement[]): string[] =>
    against(TEXT, wrote, down, retired, ...said).sort();
  const parents = [down.hash, retired.hash];
  assert.deepEqual(holds(attest("wrote", OWN_MACHINE, { parents })), ["lower", "retire"]);
  assert.deepEqual(holds(attest("keep", ANA, { parents })), ["lower", "retire"]);
  assert.deepEqual(holds(attest("unretire", ANA, { parents })), ["lower"]);
  assert.deepEqual(holds(attest("approve", ANA, { parents })), []);
  assert.deepEqual(against(TEXT, wrote, attest("archive", OWN_MACHINE)), []);
});

const forget = (signer: string, more: More = {}): Tombstone =>
  attest("forget", signer, { time: "2026-05-05T09:30:00Z", ...more });

test("a tombstone holds until an approval of exactly the file's text names it", () => {
  const own = forget(OWN_PERSON);
  const anew = { born: bornOf("another") };
  assert.deepEqual(against(TEXT, own), ["forget"]);
  assert.deepEqual(against(TEXT, own, attest("approve", ANA, { ...naming(own), ...anew })), []);
  assert.deepEqual(against(TEXT, own, attest("approve", ANA, anew)), ["forget"]);
});

test("approvals are told the newest first, and last those that an approval of another text replaced", () => {
  assert.deepEqual(approvalsOf(approved, other, lowered, wrote), [other, approved]);
  const again = attest("approve", ANA, { time: "2026-05-06T09:30:00Z", ...naming(approved) });
  assert.deepEqual(approvalsOf(approved, again), [again, approved]);
  const machines = attest("wrote", OWN_MACHINE, { digest: OTHER_TEXT, ...naming(approved) });
  assert.deepEqual(approvalsOf(approved, machines), [approved]);
  // By the time that its signer gave it is the older one.
  const instead = attest("approve", ANA, { digest: OTHER_TEXT, ...naming(machines) });
  assert.deepEqual(approvalsOf(approved, machines, instead), [instead, approved]);
  const short = attest("approve", ANA, { digest: OTHER_TEXT, follows: [machines.hash] });
  assert.deepEqual(approvalsOf(approved, machines, short), [approved, short]);
});

test("a tombstone ends what was said of its own memory, on disk or remembered, whenever it was said", () => {
  const gone = attest("keep", ANA, { digest: OTHER_TEXT });
  const late = attest("approve", OWN_PERSON, { digest: THIRD_TEXT, time: "2026-05-06T09:30:00Z" });
  const own = forget(OWN_PERSON);
  const all = gather(situation([approved, other, lowered, own, late], { remembered: [gone, approved] }));
  assert.deepEqual([all.counted, all.approvals, all.tombstones], [[], [], [own]]);
  const seen = gather(situation([approved, other], { remembered: [own] }));
  assert.deepEqual([seen.counted, seen.tombstones], [[], [own]]);
});

test("a tombstone of another memory, of an untrusted signer or of a machine ends nothing", () => {
  for (const theirs of [
    forget(OWN_PERSON, { born: bornOf("another") }),
    forget(STRANGER),
    forget(OWN_MACHINE),
  ])
    assert.deepEqual(gather(situation([approved, theirs])).here, [approved]);
  assert.deepEqual(gather(situation([approved, forget(STRANGER)])).tombstones, []);
  assert.deepEqual(gather(situation([approved, forget(OWN_MACHINE)])).tombstones, []);
});

test("all that was signed is told with its tombstones, the oldest first", () => {
  const own = forget(OWN_PERSON, { time: "2026-05-02T12:00:00Z" });
  assert.deepEqual(listSigned(situation([other, own, wrote, approved])), [wrote, approved, own, other]);
  assert.deepEqual(listSigned(situation([other, wrote, attest("keep", STRANGER)])), [wrote, other]);
});

test("a statement counts for its own root, scope and id alone", () => {
  for (const elsewhere of [{ root: OTHER_ROOT }, { scope: "user" }, { id: "project_y" }] as const)
    assert.deepEqual(gather(situation([attest("approve", OWN_PERSON, elsewhere)])).counted, []);
});

test("a lost key only takes out of use, and one that proposes only writes", () => {
  const lowers = attest("lower", ANA);
  const writes = attest("wrote", ANAS_MACHINE);
  const signers = [
    { signer: ANA, root: ROOT, petname: "ana", own: false, lost: true },
    { signer: ANAS_MACHINE, root: ROOT, petname: "ci", own: false, proposes: true },
  ] as const;
  const said = [approved, lowers, writes, attest("lower", ANAS_MACHINE)];
  const { counted } = gather(situation(said, { signers }));
  assert.deepEqual(counted.map(({ hash }) => hash).sort(), [lowers.hash, writes.hash].sort());
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

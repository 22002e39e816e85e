// What a new statement names. Naming too little would leave a lowering unlifted or an old approval in force.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  computeStanding,
  parentsFor,
  type Vouching,
  wasEverApproved,
} from "../../../src/memory/law/standing.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryHistory, inputOf, RANK } from "./arbitrary-attestations.ts";
import {
  ANA,
  attest,
  holding,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGER,
  situation,
  TEXTS,
} from "./signers.ts";

const calm = situation([]).file;

test("a person who approves the present text, naming what parentsFor says, makes it verified", () => {
  const law = fc.property(arbitraryHistory, fc.constantFrom(...TEXTS), (history, digest) => {
    const file = { ...calm, digest };
    const input = inputOf(history, file);
    const approval = attest("approve", OWN_PERSON, { digest, parents: parentsFor(input) });
    const after = { ...input, attestations: [...input.attestations, approval] };
    assert.equal(computeStanding(after).standing, "verified");
  });
  fc.assert(law, LAW_RUNS);
});

test("after an approval no other text that was in use before is verified, or even advice", () => {
  const law = fc.property(arbitraryHistory, fc.constantFrom(...TEXTS), (history, digest) => {
    const input = inputOf(history, { ...calm, digest });
    const approval = attest("approve", OWN_PERSON, { digest, parents: parentsFor(input) });
    const after = { ...input, attestations: [...input.attestations, approval] };
    for (const old of TEXTS.filter((text) => text !== digest)) {
      const before = computeStanding({ ...input, ...holding(old) }).standing;
      const { standing } = computeStanding({ ...after, ...holding(old) });
      assert.notEqual(standing, "verified");
      if (RANK[before] > RANK.foreign) assert.ok(RANK[standing] <= RANK.foreign);
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("a statement drafted before an edit lifts what holds against the edited text, too", () => {
  const law = fc.property(arbitraryHistory, fc.constantFrom(...TEXTS), (history, written) => {
    const parents = parentsFor(inputOf(history, calm));
    const approval = attest("approve", OWN_PERSON, { digest: written, parents });
    const input = inputOf(history, { ...calm, digest: written });
    const after = { ...input, attestations: [...input.attestations, approval] };
    assert.equal(computeStanding(after).standing, "verified");
  });
  fc.assert(law, LAW_RUNS);
});

test("parents are sorted, without doubles, at most 64, and never of strangers", () => {
  const law = fc.property(arbitraryHistory, (history) => {
    const parents = parentsFor(inputOf(history, calm));
    assert.deepEqual(parents, [...new Set(parents)].sort());
    const strange = history.filter(({ vouching }) => vouching.signer === STRANGER);
    for (const { vouching } of strange) assert.ok(!parents.includes(vouching.hash));
  });
  fc.assert(law, LAW_RUNS);
});

test("the heads are named, and what they name already is not", () => {
  const first = attest("wrote", OWN_MACHINE);
  const second = attest("keep", OWN_PERSON, { parents: [first.hash] });
  const aside = attest("wrote", OWN_MACHINE, { digest: OTHER_TEXT });
  const strange = attest("wrote", STRANGER, { parents: [second.hash] });
  const input = situation([first, second, aside, strange]);
  assert.deepEqual(parentsFor(input), [second.hash, aside.hash].sort());
});

test("a negative act and an approval in force are named however old they are", () => {
  const approval = attest("approve", OWN_PERSON);
  const lower = attest("lower", OWN_PERSON, { parents: [approval.hash] });
  const wrote = attest("wrote", OWN_MACHINE, { digest: OTHER_TEXT, parents: [lower.hash] });
  const input = situation([wrote], { remembered: [approval, lower], ...holding(OTHER_TEXT) });
  assert.deepEqual(parentsFor(input), [approval.hash, lower.hash, wrote.hash].sort());
});

test("where statements cannot be read, what is remembered of them is named instead", () => {
  const wrote = attest("wrote", OWN_MACHINE);
  const keep = attest("keep", OWN_PERSON, { parents: [wrote.hash] });
  const input = situation([], { remembered: [wrote, keep] });
  assert.deepEqual(parentsFor({ ...input, unreliable: true }), [keep.hash]);
  assert.deepEqual(parentsFor(input), [], "what is only gone is not brought back");
});

test("when more than 64 could be named, the negative acts in force come first, and then the newest", () => {
  const drafts = Array.from(
    { length: 70 },
    (_, at) => `2026-05-01T09:30:${String(at % 60).padStart(2, "0")}Z`,
  );
  const writes = drafts.map((time, at) => attest("wrote", OWN_MACHINE, { time, reason: `w${at}` }));
  const lowers = drafts.slice(0, 60).map((time) => attest("lower", ANA, { time, digest: OTHER_TEXT }));
  const hashes = (all: readonly Vouching[]): string[] => all.map(({ hash }) => hash);
  const parents = parentsFor(situation([...writes, ...lowers]));
  assert.equal(parents.length, 64);
  assert.ok(hashes(lowers).every((hash) => parents.includes(hash)));
  assert.ok(hashes(writes.slice(56, 60)).every((hash) => parents.includes(hash)));
});

test("a memory was ever approved if a trusted person approved any text of it, on disk or remembered", () => {
  const approval = attest("approve", OWN_PERSON, { digest: OTHER_TEXT });
  assert.equal(wasEverApproved(situation([attest("wrote", OWN_MACHINE), attest("keep", OWN_PERSON)])), false);
  assert.equal(wasEverApproved(situation([attest("approve", STRANGER)])), false);
  assert.equal(wasEverApproved(situation([attest("approve", OWN_MACHINE)])), false);
  assert.equal(wasEverApproved(situation([approval])), true);
  assert.equal(wasEverApproved(situation([], { remembered: [approval] })), true);
});

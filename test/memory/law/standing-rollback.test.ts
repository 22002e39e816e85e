// Bringing an old text back: by a revert, by withholding statements, by deleting them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatementKind } from "../../../src/memory/law/kinds.ts";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import { isTextStatement, type Statement } from "../../../src/memory/law/statement.ts";
import { attestNext } from "./next-statement.ts";
import {
  attest,
  bornOf,
  holding,
  lying,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
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

const ANOTHER = bornOf("another memory");

/** A further statement as our own commands would make it. */
function then(history: readonly Statement[], act: StatementKind, digest: string): Statement[] {
  const signer = act === "wrote" ? OWN_MACHINE : OWN_PERSON;
  const texts = history.filter(isTextStatement).map((each) => each.digest);
  const digests = [...new Set([...texts, digest])].sort();
  return [...history, attestNext(situation(history, holding(digest)), [act, signer], { digests })];
}

test("deleting a lowering from disk does not lift it, and deleting an approval ends it (§5.2)", () => {
  const remembered = [wrote, approved, lowered];
  assert.equal(standingOf(situation([wrote, approved], { remembered })), "quarantined lowered");
  assert.equal(standingOf(situation([wrote], { remembered: [wrote, approved] })), "inferred rolled-back");
  assert.equal(standingOf(situation([], { remembered: [wrote, approved] })), "foreign rolled-back");
});

test("an older approved text that comes back is foreign, even when a write lies between the approvals", () => {
  const history = then(then([wrote, approved], "wrote", OTHER_TEXT), "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(history, holding(OTHER_TEXT))), "verified approved");
  assert.equal(standingOf(situation(history, holding(TEXT))), "foreign superseded");
});

test("withholding what lies between two approvals does not bring the older text back", () => {
  const history = then(then([wrote, approved], "wrote", OTHER_TEXT), "approve", OTHER_TEXT);
  const cut = history.filter((each) => !(each.act === "wrote" && each.digest === OTHER_TEXT));
  assert.equal(standingOf(situation(cut, holding(TEXT))), "foreign superseded");
});

test("deleting the old approval does not turn the replaced text into advice", () => {
  const history = then([wrote, approved], "approve", OTHER_TEXT);
  const kept = history.filter((each) => each !== approved);
  assert.equal(standingOf(situation(kept, { remembered: history })), "foreign superseded");
});

test("a text that was lowered does not come back when a repaired one is restored in its place", () => {
  const history = then([wrote, approved, lowered], "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(history, holding(OTHER_TEXT))), "verified approved");
  assert.equal(standingOf(situation(history, holding(TEXT))), "quarantined lowered");
});

test("a text a model wrote and a person lowered does not come back as advice after a repair", () => {
  const history = then(then([wrote], "lower", TEXT), "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(history, holding(TEXT))), "quarantined lowered");
});

test("a forgotten text does not come back when another one takes its id", () => {
  const history = then(then([wrote], "forget", TEXT), "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(history, holding(OTHER_TEXT))), "verified approved");
  assert.equal(standingOf(situation(history, holding(TEXT))), "quarantined forgotten");
});

test("a person can always bring a text back: approve it again, or keep what was replaced", () => {
  const replaced = then([wrote, approved], "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(then(replaced, "approve", TEXT))), "verified approved");
  assert.equal(standingOf(situation(then(replaced, "keep", TEXT))), "inferred kept");
  const repaired = then([wrote, approved, lowered], "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(then(repaired, "approve", TEXT))), "verified approved");
});

test("a text that only a model wrote does not come back after a person replaced it (§5.3)", () => {
  const replaced = then([wrote], "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(replaced, holding(OTHER_TEXT))), "verified approved");
  assert.equal(standingOf(situation(replaced)), "foreign superseded");
  const kept = then(then([wrote], "keep", TEXT), "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(kept)), "foreign superseded");
});

test("nor does one that a model replaced first, nor after a forget in between", () => {
  const changed = then([wrote], "wrote", OTHER_TEXT);
  assert.equal(standingOf(situation(then(changed, "approve", THIRD_TEXT))), "foreign superseded");
  const forgotten = then(then(changed, "forget", OTHER_TEXT), "approve", THIRD_TEXT);
  assert.equal(standingOf(situation(forgotten, holding(THIRD_TEXT))), "verified approved");
  assert.equal(standingOf(situation(forgotten)), "quarantined forgotten");
  assert.equal(standingOf(situation(forgotten, holding(OTHER_TEXT))), "quarantined forgotten");
});

test("a replaced text comes back by a person's word and not by a model's", () => {
  const replaced = then([wrote], "approve", OTHER_TEXT);
  assert.equal(standingOf(situation(then(replaced, "wrote", TEXT))), "foreign superseded");
  assert.equal(standingOf(situation(then(replaced, "keep", TEXT))), "inferred kept");
  assert.equal(standingOf(situation(then(replaced, "approve", TEXT))), "verified approved");
});

test("a model's older text that only a model replaced stays advice: branches are switched every day", () => {
  assert.equal(standingOf(situation(then([wrote], "wrote", OTHER_TEXT))), "inferred written");
  const confirmed = then(then([wrote], "wrote", OTHER_TEXT), "approve", TEXT);
  assert.equal(standingOf(situation(confirmed)), "verified approved");
});

test("what a tombstone forgot, and what a stranger says after it, stays out of use until a person names it", () => {
  const forgotten = attest("forget", OWN_PERSON);
  const strange = attest("approve", STRANGER, { parents: [forgotten.hash] });
  for (const isShared of [false, true])
    for (const history of [[forgotten], [wrote, forgotten], [wrote, forgotten, strange]])
      for (const digest of [TEXT, OTHER_TEXT, null])
        assert.equal(
          standingOf(situation(history, { ...holding(digest), sets: lying({ isShared }) })),
          "quarantined forgotten",
        );
  const late = attest("approve", OWN_PERSON, { parents: [forgotten.hash] });
  assert.equal(standingOf(situation([wrote, forgotten, late])), "quarantined forgotten");
  const again = attest("approve", OWN_PERSON, { parents: [forgotten.hash], born: ANOTHER });
  assert.equal(standingOf(situation([wrote, forgotten, again])), "verified approved");
});

test("another memory under a forgotten id stands by itself, but for the texts that the tombstone names", () => {
  const forgotten = attest("forget", OWN_PERSON);
  const anew = (digest: string, parents: readonly string[] = []): Statement =>
    attest("approve", OWN_PERSON, { digest, parents, born: ANOTHER });
  const told = (digest: string, ...said: readonly Statement[]): string =>
    standingOf(situation([wrote, forgotten, ...said], holding(digest)));
  assert.equal(told(OTHER_TEXT, anew(OTHER_TEXT)), "verified approved");
  assert.equal(told(TEXT, anew(TEXT)), "quarantined forgotten");
  assert.equal(told(TEXT, anew(TEXT, [forgotten.hash])), "verified approved");
  // By name, and by an approval of that very text.
  assert.equal(told(TEXT, anew(OTHER_TEXT, [forgotten.hash])), "quarantined forgotten");
  const kept = attest("keep", OWN_PERSON, { parents: [forgotten.hash], born: ANOTHER });
  assert.equal(told(TEXT, kept), "quarantined forgotten");
});

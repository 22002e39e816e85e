// How a memory speaks at the act on one machine: its own person decides, for exactly one text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findLevel } from "../../../../src/memory/law/sets/enforced.ts";
import type { OwnedKey, Trust } from "../../../../src/memory/law/sets/sets.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { ANA, BO, BORN, CI, LAPTOP, put, show, word } from "./signed-words.ts";
import { factsOf, NOTHING } from "./world.ts";

/** The laptop is Ana's; nobody owns the key of CI, and Bo is a teammate. */
const ownedBy = (owner: string): OwnedKey => ({ may: "all", owner });
const TRUST: Trust = new Map<string, OwnedKey | "all">([
  [ANA.signer, ownedBy("")],
  [LAPTOP.signer, ownedBy("")],
  [BO.signer, ownedBy("bo")],
  [CI.signer, "all"],
]);

const FACT = word([ANA, "approve"], "words");

function levelOn(me: string | null, said: readonly Statement[], of = "words"): string | null {
  const sets = put(NOTHING, [FACT, ...said], { sources: ["words"], trust: TRUST });
  assert.deepEqual(show(sets, { trust: TRUST }), ["memories/user_a verified (approved)"]);
  return findLevel(sets, { trust: TRUST, me }, { born: BORN, id: "user_a", digest: factsOf(of).digest });
}

const ask = word([ANA, "enforce"], "words", { level: "ask" });

test("a level holds for exactly its text, on the machines of the person who signed it", () => {
  assert.equal(levelOn(LAPTOP.signer, []), null);
  assert.equal(levelOn(LAPTOP.signer, [ask]), "ask");
  assert.equal(levelOn(LAPTOP.signer, [ask], "other words"), null);
  for (const me of [CI.signer, null]) assert.equal(levelOn(me, [ask]), null);
  assert.equal(levelOn(LAPTOP.signer, [word([BO, "enforce"], "words", { level: "deny" })]), null);
  assert.equal(levelOn(LAPTOP.signer, [word([LAPTOP, "enforce"], "words", { level: "deny" })]), null);
  const elsewhere = word([ANA, "enforce"], "words", { level: "ask", id: "user_b" });
  assert.equal(levelOn(LAPTOP.signer, [elsewhere]), null);
});

test("a later level names those that it replaces, and of two that did not know each other the stricter holds", () => {
  const remind = word([ANA, "enforce"], "words", { level: "remind" });
  assert.equal(levelOn(LAPTOP.signer, [remind, ask]), "ask");
  const off = word([ANA, "enforce"], "words", { level: "off", follows: [remind.hash, ask.hash] });
  assert.equal(levelOn(LAPTOP.signer, [remind, ask, off]), "off");
  // A teammate's statement replaces none of hers.
  const theirs = word([BO, "enforce"], "words", { level: "off", follows: [ask.hash] });
  assert.equal(levelOn(LAPTOP.signer, [ask, theirs]), "ask");
  const withdraw = word([ANA, "withdraw"], "words", { lifts: [off.hash] });
  assert.equal(levelOn(LAPTOP.signer, [remind, ask, off, withdraw]), "ask");
});

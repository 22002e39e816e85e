// What a tombstone ends, what it holds down, and what takes none of it back.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sets } from "../../../../src/memory/law/sets/sets.ts";
import type { Statement, TextContent } from "../../../../src/memory/law/statement.ts";
import { ANA, BO, BORN, LAPTOP, MALLORY, OTHER_BORN, put, show, tombstone, word } from "./signed-words.ts";
import { factsOf } from "./world.ts";

const NOTHING: Sets = { statements: new Map(), texts: new Map() };
const RAISING: readonly (readonly [key: typeof ANA, act: TextContent["act"]])[] = [
  [ANA, "approve"],
  [ANA, "keep"],
  [ANA, "unretire"],
  [ANA, "unarchive"],
  [ANA, "wrote"],
  [LAPTOP, "wrote"],
];

const see = (...said: readonly Statement[]): string[] => show(put(NOTHING, said, { sources: ["words"] }));

test("whoever withdraws a tombstone of their own brings nothing back", () => {
  const fact = word([ANA, "approve"], "words");
  const forgotten = tombstone(ANA, { born: BORN, digests: [] });
  const withdrawn = word([ANA, "withdraw"], "words", { lifts: [forgotten.hash] });
  assert.deepEqual(see(fact, forgotten, withdrawn), []);
});

test("a memory that was forgotten comes back by nothing, whatever names the tombstone", () => {
  const fact = word([ANA, "approve"], "words");
  const forgotten = tombstone(BO, { born: BORN, digests: [] });
  for (const [key, act] of RAISING) {
    const again = word([key, act], "words", { follows: [fact.hash], lifts: [forgotten.hash] });
    assert.deepEqual(see(fact, forgotten, again), [], act);
  }
});

test("forgotten words of another memory come back by an approval that names the tombstone, and by nothing else", () => {
  const fact = word([LAPTOP, "wrote"], "words");
  const forgotten = tombstone(BO, { born: OTHER_BORN, digests: [factsOf("words").digest] });
  const held = "quarantine/user_a quarantined (words-forgotten)";
  assert.deepEqual(see(fact, forgotten), [held]);
  for (const [key, act] of RAISING) {
    const again = word([key, act], "words", { follows: [fact.hash], lifts: [forgotten.hash] });
    const seen = act === "approve" ? "memories/user_a verified (approved)" : held;
    assert.deepEqual(see(fact, forgotten, again), [seen], act);
  }
  assert.deepEqual(see(fact, forgotten, word([ANA, "approve"], "words", { follows: [fact.hash] })), [held]);
});

test("words that differ from forgotten ones in their case alone are held down, too", () => {
  const said = word([LAPTOP, "wrote"], "WORDS");
  const { digest, folded } = factsOf("Words");
  const forgotten = tombstone(BO, { born: OTHER_BORN, digests: [digest, folded].sort() });
  assert.deepEqual(show(put(NOTHING, [said, forgotten], { sources: ["WORDS"] })), [
    "quarantine/user_a quarantined (words-forgotten)",
  ]);
});

test("the id of a memory that was forgotten is free: another memory of it is neither erased nor held down", () => {
  const forgotten = word([ANA, "approve"], "old words", { born: OTHER_BORN });
  const anew = word([ANA, "approve"], "words");
  const its = tombstone(BO, { born: OTHER_BORN, digests: [factsOf("old words").digest] });
  assert.deepEqual(see(forgotten, its, anew), ["memories/user_a verified (approved)"]);
});

test("of a tombstone that does not count nothing is ended, and nothing held down", () => {
  const fact = word([ANA, "approve"], "words");
  for (const key of [MALLORY, LAPTOP])
    for (const born of [BORN, OTHER_BORN])
      assert.deepEqual(see(fact, tombstone(key, { born, digests: [factsOf("words").digest] })), [
        "memories/user_a verified (approved)",
      ]);
});

// What a tombstone ends, and what takes none of it back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bornOfVersion1, type Sets } from "../../../../src/memory/law/sets/sets.ts";
import { ROOT } from "./keys.ts";
import { ANA, BO, BORN, LAPTOP, OTHER_BORN, put, show, tombstone, word } from "./signed-words.ts";
import { opaqueOf } from "./world.ts";

const NOTHING: Sets = { statements: new Map(), texts: new Map() };
const born = bornOfVersion1({ root: ROOT, scope: "user", id: "user_a" });
const id = opaqueOf("user_a");

test("whoever withdraws a tombstone of their own brings nothing back", () => {
  const fact = word([ANA, "approve"], "words");
  const forgotten = tombstone(ANA, { born: BORN, id, digests: [] });
  const withdrawn = word([ANA, "withdraw"], "words", { lifts: [forgotten.hash] });
  assert.deepEqual(show(put(NOTHING, [fact, forgotten, withdrawn], { sources: ["words"] })), []);
});

test("a memory of version 1 that was forgotten comes back by an approval that names the tombstone, and by nothing else", () => {
  const fact = word([ANA, "approve"], "words", { born });
  const forgotten = tombstone(BO, { born: null, id, digests: [] });
  const seenAfter = (key: typeof ANA, act: "approve" | "keep" | "unretire" | "wrote"): string[] => {
    const again = word([key, act], "words", { born, lifts: [forgotten.hash] });
    return show(put(NOTHING, [fact, forgotten, again], { sources: ["words"] }));
  };
  assert.deepEqual(seenAfter(ANA, "approve"), ["memories/user_a verified (approved)"]);
  for (const act of ["keep", "unretire", "wrote"] as const) assert.deepEqual(seenAfter(ANA, act), []);
  assert.deepEqual(seenAfter(LAPTOP, "wrote"), []);
});

test("a tombstone of a later memory holds one of version 1 with the same id down, and does not erase it", () => {
  const old = word([ANA, "approve"], "words", { born });
  const later = tombstone(BO, { born: OTHER_BORN, id, digests: [] });
  assert.deepEqual(show(put(NOTHING, [old, later], { sources: ["words"] })), [
    "quarantine/user_a quarantined (id-forgotten)",
  ]);
  const its = tombstone(BO, { born: null, id, digests: [] });
  assert.deepEqual(show(put(NOTHING, [old, its], { sources: ["words"] })), []);
});

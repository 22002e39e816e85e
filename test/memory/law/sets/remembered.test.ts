// What was replaced stays replaced by a statement whose text is withheld.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closes, leaveReplaced } from "../../../../src/memory/law/sets/remembered.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { ANA, BO, CI, LAPTOP, MALLORY, TRUST, tombstone, word } from "./signed-words.ts";
import { textOf } from "./world.ts";

const old = word([ANA, "approve"], "old words");
const newer = word([BO, "approve"], "new words", { follows: [old.hash] });

/** Kinds of the statements that are left where only these texts are here. */
function left(said: readonly Statement[], texts: readonly string[]): string[] {
  const hashes = new Set(texts.map(textOf));
  const all = leaveReplaced(said, { trust: TRUST, hasText: (hash) => hashes.has(hash) });
  return said.flatMap((each) => (all.includes(each) ? [`${each.act} ${each.signer.slice(0, 6)}`] : []));
}

test("an approval is over by a later one of another text, whose own text is withheld", () => {
  assert.deepEqual(left([old, newer], ["old words"]), ["approve person"]);
  assert.equal(left([old, newer], ["old words", "new words"]).length, 2);
});

test("a renewal, an untrusted signer and a machine end no approval, and nor does one that was withdrawn", () => {
  const renewed = word([BO, "approve"], "old words", { follows: [old.hash], acknowledged: ["override"] });
  const withheld = { ...renewed, text: textOf("the same words, other fields") };
  assert.equal(left([old, withheld], ["old words"]).length, 2);
  for (const key of [MALLORY, LAPTOP, CI]) {
    const theirs = word([key, key === MALLORY ? "approve" : "wrote"], "new words", { follows: [old.hash] });
    assert.equal(left([old, theirs], ["old words"]).length, 2);
  }
  const withdrawn = word([BO, "withdraw"], "new words", { lifts: [newer.hash] });
  assert.equal(left([old, newer, withdrawn], ["old words"]).length, 3);
});

test("what takes out of use, takes back or replaces is remembered, and nothing else", () => {
  const closing = [
    newer,
    ...(["lower", "retire", "archive", "withdraw"] as const).map((act) => word([ANA, act], "old words")),
    tombstone(ANA, { born: old.born, digests: [] }),
  ];
  assert.deepEqual(closing.filter(closes), closing);
  assert.deepEqual([old, word([ANA, "unretire"], "old words", { lifts: [old.hash] })].filter(closes), []);
});

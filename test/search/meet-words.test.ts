import assert from "node:assert/strict";
import { test } from "node:test";
import { hashWord } from "../../src/search/hash-word.ts";
import { type Meeting, openMeeter } from "../../src/search/meet-words.ts";
import { findNearest } from "../../src/search/near-words.ts";
import { decodePassage, encodePassage } from "../../src/search/passage.ts";
import { rarityOf } from "../../src/search/rarity.ts";
import { analyzeMemory } from "../../src/search/words.ts";

function meet(asked: readonly string[], name: string, body: string): Meeting {
  const words = analyzeMemory({ name, tags: ["tagged"], description: "", body });
  const counts = { nameWords: words.name.length, tagWords: words.tags.length };
  return openMeeter(new Set(asked.map(hashWord)))(decodePassage({ words: encodePassage(words), ...counts }));
}

test("words asked for are met with their column and place, identifiers without a place of their own", () => {
  const { met, nameLength, frontLength } = meet(["id", "user_id", "order"], "user_id", "no id in the order");
  assert.deepEqual(
    met.map(({ hash, column, place, whole }) => ({ hash, column, place, whole })),
    [
      { hash: hashWord("id"), column: 0, place: 1, whole: false },
      { hash: hashWord("user_id"), column: 0, place: 2, whole: true },
      { hash: hashWord("id"), column: 2, place: 4, whole: false },
      { hash: hashWord("order"), column: 2, place: 7, whole: false },
    ],
  );
  assert.deepEqual([nameLength, frontLength], [2, 3]);
});

test("a memory that holds nothing asked for is met nowhere", () => {
  assert.deepEqual(meet(["zebra"], "name", "body").met, []);
});

test("the place that says most is found, and what stands in front belongs to it", () => {
  const mentions = [
    { term: 0, share: 1, place: -1 },
    { term: 1, share: 1, place: 0 },
    { term: 2, share: 1, place: 100 },
    { term: 3, share: 0.5, place: 110 },
  ];
  const nearest = findNearest(mentions, (terms) =>
    [...terms.values()].reduce((sum, share) => sum + share, 0),
  );
  assert.deepEqual([...nearest.keys()], [0, 2, 3]);
});

test("a rarer word says more, and even one that is everywhere says something", () => {
  assert.ok(rarityOf(100, 1) > rarityOf(100, 50));
  assert.ok(rarityOf(100, 100) > 0);
  assert.ok(rarityOf(1, 5) > 0);
});

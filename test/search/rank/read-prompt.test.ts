import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";

function pairsOf(text: string): string[] {
  const { words, pairs } = readPrompt(text);
  return pairs.map(([first, second]) => `${words[first]?.text} ${words[second]?.text}`);
}

test("words are distinct, in order, and know their sentences", () => {
  const { words } = readPrompt("Deploy it. Who deploys?");
  assert.deepEqual(
    words.map(({ text, telling, sentences }) => ({ text, telling, sentences })),
    [
      { text: "deploi", telling: true, sentences: [0, 1] },
      { text: "it", telling: false, sentences: [0] },
      { text: "who", telling: false, sentences: [1] },
    ],
  );
});

test("words side by side are pairs, with or without grammar between, never across sentences", () => {
  assert.deepEqual(pairsOf("cancel the order. now"), ["cancel the", "the order", "cancel order"]);
});

test("pointing words are counted against all words", () => {
  assert.equal(readPrompt("fix this").pointing, 0.5);
  assert.equal(readPrompt("how do we deploy").pointing, 0);
  assert.equal(readPrompt("").pointing, 0);
});

test("a prompt of grammar alone is asked as it is, and is known to have no subject", () => {
  const { words, hasSubject } = readPrompt("what is this");
  assert.equal(hasSubject, false);
  assert.ok(words.every(({ telling }) => telling));
});

test("an identifier alone is told from one among words", () => {
  assert.equal(readPrompt(" user_id ").isIdentifier, true);
  assert.equal(readPrompt("the user_id").isIdentifier, false);
  assert.equal(readPrompt("user").isIdentifier, false);
});

test("of a very long prompt the beginning and the end are read", () => {
  const middle = Array.from({ length: 100_000 }, (_, place) => `word${place}`).join(" ");
  const { words } = readPrompt(`alpha ${middle} omega`);
  assert.equal(words.length, 256);
  assert.equal(words[0]?.text, "alpha");
  assert.equal(words.at(-1)?.text, "omega");
});

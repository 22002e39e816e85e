import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type ChosenTerms, chooseTerms, type QueryTerm } from "../../../src/search/rank/choose-terms.ts";
import { findLonger, openWordCounter, readTotals } from "../../../src/search/rank/count-words.ts";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { putRows, type SampleRow, sampleIndex } from "../index/sample-index.ts";

function choose(owner: TestContext, rows: readonly SampleRow[], prompt: string): ChosenTerms {
  const indexes = [sampleIndex(owner, rows)];
  const totals = readTotals(indexes);
  const longer = (beginning: string, limit: number): string[] => findLonger(indexes, beginning, limit);
  const source = { findLonger: longer, totals, count: openWordCounter(indexes, totals) };
  return chooseTerms(readPrompt(prompt), source);
}

function show({ word, count, others }: QueryTerm): string {
  return [`${word.text} ${count}`, ...others.map(({ text, share }) => `${text} ${share.toFixed(2)}`)].join(
    ", ",
  );
}

const ROWS: readonly SampleRow[] = [
  { id: "a", name: "Database", body: "remove old rows from the db" },
  { id: "b", name: "Signup", body: "a database for dictionaries, dict and all" },
];

test("each word is counted and brings the other words that some memory holds", (t) => {
  const { terms } = choose(t, ROWS, "database delete dictionary");
  assert.deepEqual(terms.map(show).sort(), [
    "databas 2, db 0.60",
    "delet 0, remov 0.45",
    "dictionari 1, dict 0.60",
  ]);
});

test("two words written apart are tried as one", (t) => {
  const { terms } = choose(t, ROWS, "sign up");
  assert.deepEqual(terms.map(show), ["sign 0, signup 0.90", "up 0"]);
  const joined = choose(t, ROWS, "data base").terms.map(show);
  assert.ok(joined.includes("data 0, databas 0.90"));
});

test("words that no memory holds are known", (t) => {
  const { absent } = choose(t, ROWS, "the database of zebras in user_id");
  assert.deepEqual([...absent].sort(), ["id", "user", "user_id", "zebra"]);
});

test("of a long prompt the 24 rarest words are asked for", (t) => {
  const words = Array.from(
    { length: 40 },
    (_, place) => `word${String.fromCharCode(97 + (place % 26))}${place}`,
  );
  const rows = words.map((_, place) => ({ id: `m${place}`, body: words.slice(0, place + 1).join(" ") }));
  const { terms } = choose(t, rows, words.join(" "));
  const asked = terms.filter(({ count }) => count > 0).map(({ word }) => word.text);
  assert.equal(asked.length, 24);
  assert.deepEqual(new Set(asked), new Set(words.slice(-24)));
});

test("longer words are found in order, from the word on, and no others", (t) => {
  const indexes = [sampleIndex(t, [{ id: "a", body: "auth authenticate authorize author zebra" }])];
  assert.deepEqual(findLonger(indexes, "auth", 12), ["authent", "author"]);
  assert.deepEqual(findLonger(indexes, "zebra", 12), []);
});

test("totals and counts of several roots are added", (t) => {
  const indexes = [sampleIndex(t, ROWS), sampleIndex(t, ROWS)];
  assert.deepEqual(readTotals(indexes), { memories: 4, nameWords: 4, tagWords: 0, bodyWords: 26 });
});

for (const memories of [100, 1_000_000]) {
  test(`words are counted in each root up to a limit, those taken out do not count, as in a store of ${memories}`, (t) => {
    const rows = Array.from({ length: 9 }, (_, number) => ({ id: `m${number}`, body: "database and queue" }));
    const indexes = [sampleIndex(t, ROWS), sampleIndex(t, rows)];
    const totals = { ...readTotals(indexes), memories };
    const count = (limit: number) => [
      ...openWordCounter(indexes, totals)(["databas", "zebra", "queue"], limit),
    ];
    assert.deepEqual(count(100), [
      ["databas", 11],
      ["zebra", 0],
      ["queue", 9],
    ]);
    assert.deepEqual(count(4), [
      ["databas", 6],
      ["zebra", 0],
      ["queue", 4],
    ]);
    putRows(indexes[1] ?? assert.fail(), [
      { id: "m3", body: "gone" },
      { id: "m5", searchable: false },
    ]);
    assert.deepEqual(count(100), [
      ["databas", 9],
      ["zebra", 0],
      ["queue", 7],
    ]);
  });
}

import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { holdIndexes } from "../../../src/app/index/hold-open.ts";
import { openIndexFile, type SearchIndex } from "../../../src/search/index/open-index.ts";
import { openWordCounter, readTotals } from "../../../src/search/rank/count-words.ts";
import { freshDir } from "../../temp-dir.ts";
import { putRows } from "../index/sample-index.ts";

/** One that a server holds, with one memory about a kiwi, and a way to write to it as another process does. */
function heldIndex(t: TestContext): { readonly index: SearchIndex; readonly other: SearchIndex } {
  const path = join(freshDir(t), "index.sqlite");
  const held = holdIndexes();
  const other = openIndexFile(path);
  const index = held.open(path);
  assert.ok(index?.keepCounts !== undefined && other !== null);
  t.after(() => {
    index.database.close();
    other.database.close();
  });
  putRows(other, [{ id: "project_one", body: "kiwi" }]);
  return { index, other };
}

function count(index: SearchIndex, words: readonly string[], limit = 10): number[] {
  return [...openWordCounter([index], readTotals([index]))(words, limit).values()];
}

test("words that were counted are counted again after another process wrote", (t) => {
  const { index, other } = heldIndex(t);
  assert.deepEqual(count(index, ["kiwi", "emu"]), [1, 0]);
  putRows(other, [{ id: "project_two", body: "emu and kiwi" }]);
  assert.deepEqual(count(index, ["kiwi", "emu"]), [2, 1]);
});

test("words that were counted are counted again after a write of our own", (t) => {
  const { index } = heldIndex(t);
  assert.deepEqual(count(index, ["kiwi", "emu"]), [1, 0]);
  putRows(index, [{ id: "project_two", body: "emu and kiwi" }]);
  assert.deepEqual(count(index, ["kiwi", "emu"]), [2, 1]);
});

test("an index that is held counts a word once while nobody writes", (t) => {
  const { index } = heldIndex(t);
  let counted = 0;
  // The question about each word of a small store cuts its count off with this function.
  index.database.function("min", (a, b) => {
    counted += 1;
    return Math.min(Number(a), Number(b));
  });
  assert.deepEqual(count(index, ["kiwi", "emu"]), [1, 0]);
  assert.deepEqual(count(index, ["kiwi", "emu", "owl"]), [1, 0, 0]);
  assert.equal(counted, 1);
});

test("what is known of a word up to one limit says nothing about another", (t) => {
  const { index, other } = heldIndex(t);
  putRows(other, [
    { id: "project_two", body: "kiwi" },
    { id: "project_three", body: "kiwi" },
  ]);
  assert.deepEqual(count(index, ["kiwi"], 2), [2]);
  assert.deepEqual(count(index, ["kiwi"], 10), [3]);
});

test("the counts of several indexes add up, and each index remembers its own", (t) => {
  const [first, second] = [heldIndex(t).index, heldIndex(t).index];
  const both = openWordCounter([first, second], readTotals([first, second]));
  assert.deepEqual([...both(["kiwi", "emu"], 10).values()], [2, 0]);
  assert.deepEqual(count(first, ["kiwi"]), [1]);
});

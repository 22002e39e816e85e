import assert from "node:assert/strict";
import { test } from "node:test";
import { addWord, cosine, embedWords, type Vector, weigh } from "../../../src/search/meaning/embed.ts";
import { explainMeaning } from "../../../src/search/meaning/explain.ts";
import { readWordTable, tablePath } from "../../../src/search/meaning/word-table.ts";
import { listForms } from "../../../src/search/words/words.ts";

function embed(text: string): Vector {
  return embedWords(listForms(text)) ?? new Int8Array(64);
}

function near(a: string, b: string): number {
  return cosine(embed(a), embed(b), 0) ?? 0;
}

test("the same thing in other words is nearer than another thing", () => {
  const question = "when are we allowed to ship a release live?";
  const answer = near(question, "We deploy to production only on Tuesdays and Thursdays.");
  assert.ok(answer > 0.2, String(answer));
  assert.ok(near(question, "The logo is drawn in blue and white.") < answer / 2);
});

test("a vector is one long, whatever the length of its text", () => {
  for (const text of ["cache", "cache ".repeat(5_000), "the quick brown fox jumps"]) {
    assert.ok(Math.abs(near(text, text) - 1) < 0.02, text.slice(0, 20));
  }
});

test("a word that was met before means the same as the first time, and no vector depends on what came before it", () => {
  const text = "kubernetesish cache2go deploys the cache, the cache and the 42nd shard";
  const fresh = readWordTable(tablePath()) ?? assert.fail();
  const first = [...embed(text)];
  embed("some other words, and the cache");
  assert.deepEqual([...embed(text)], first);
  const sum = new Float64Array(64);
  addWord(fresh, "kubernetesish", (row, times) => fresh.addRow(row, weigh(fresh, row, times), sum));
  const length = Math.hypot(...sum);
  assert.deepEqual(
    [...embed("kubernetesish")],
    [...sum].map((each) => Math.round((each * 127) / length) + 0),
  );
});

test("a text of another script, or of no words at all, has no vector", () => {
  assert.equal(embedWords(listForms("миграции базы данных 数据库迁移")), null);
  assert.equal(embedWords(listForms("?!")), null);
});

test("a word that the table does not know is told by its parts", () => {
  assert.ok(near("kubernetesish", "kubernetes") > near("kubernetesish", "banana"));
});

test("the pairs of words that carried a likeness are named, the strongest first", () => {
  const pairs = explainMeaning(
    listForms("which package manager"),
    listForms("use npm to install a library"),
    3,
  );
  assert.equal(pairs.length, 3);
  assert.ok(pairs.every(({ asked }) => ["which", "package", "manager"].includes(asked)));
  assert.equal(pairs[0]?.asked, "package");
  const shares = pairs.map(({ share }) => share);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => b - a),
  );
  assert.deepEqual(explainMeaning(["кэш"], ["cache"], 3), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { queryCredence } from "../../../src/search/strategies/credence.ts";
import { sampleIndex } from "../index/sample-index.ts";

test("memories taken out of the index neither come back nor count", (t) => {
  const kept = [
    { id: "one", body: "deploy with the pipeline" },
    { id: "two", body: "something else entirely" },
  ];
  const gone = Array.from({ length: 20 }, (_, number) => ({ id: `gone${number}`, body: "deploy deploy" }));
  const changed = sampleIndex(t, [...kept, ...gone]);
  const fresh = sampleIndex(t, kept);
  changed.database.exec(`
    DELETE FROM words WHERE rowid > 2; DELETE FROM passages WHERE row > 2; DELETE FROM memories WHERE row > 2;
    UPDATE totals SET memories = 2, body_words = 7`);
  const ask = (index: typeof fresh) =>
    queryCredence({
      indexes: [index],
      prompt: readPrompt("deploy"),
      filter: {},
      now: 0,
      isRecall: false,
      usesMeaning: true,
      addNearest: null,
    }).map(({ row, score }) => [row.id, score]);
  assert.deepEqual(ask(changed), ask(fresh));
  assert.equal(ask(fresh).length, 1);
});

test("hostile prompts of a megabyte are answered in time", (t) => {
  const rows = Array.from({ length: 200 }, (_, number) => ({
    id: `m${number}`,
    body: `note ${number} on deploying`,
  }));
  const indexes = [sampleIndex(t, rows)];
  const start = process.cpuUsage();
  for (const unit of ["a", "a b ", "a.b-c_", "(((", '"', "日本", "\ud83d", "🚀", "deploy note ", "x\0"]) {
    queryCredence({
      indexes,
      prompt: readPrompt(unit.repeat((1 << 20) / unit.length)),
      filter: {},
      now: 0,
      isRecall: false,
      usesMeaning: true,
      addNearest: null,
    });
  }
  assert.ok(process.cpuUsage(start).user < 5_000_000);
});

test("a broken row of the cache is passed over", (t) => {
  const index = sampleIndex(t, [
    { id: "broken", body: "deploy" },
    { id: "sound", body: "deploy" },
  ]);
  index.database.exec("UPDATE passages SET words = x'01', name_words = 99 WHERE row = 1");
  const hits = queryCredence({
    indexes: [index],
    prompt: readPrompt("deploy"),
    filter: {},
    now: 0,
    isRecall: false,
    usesMeaning: false,
    addNearest: null,
  });
  assert.deepEqual(
    hits.map(({ row }) => row.id),
    ["sound"],
  );
});

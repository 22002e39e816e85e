import assert from "node:assert/strict";
import { test } from "node:test";
import { findAskedPeriod } from "../../../src/search/rank/asked-period.ts";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { idsOf, sampleIndex } from "../index/sample-index.ts";

const { rows } = tablesOf(import.meta.filename);

const NOW = Date.UTC(2026, 4, 20, 12);
const ASKED = rows<readonly [string, string, string]>("asked");

for (const [prompt, from, to] of ASKED) {
  test(`"${prompt}" asks about ${from} to ${to}`, () => {
    const found = findAskedPeriod(readPrompt(prompt), NOW);
    const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
    assert.deepEqual([day(found?.from ?? 0), day(found?.to ?? 0)], [from, to]);
  });
}

test("a prompt without a time asks about none, nor does nonsense", () => {
  for (const prompt of ["what did we decide?", "may I deploy?", "the last blorp weeks", "march on", ""])
    assert.equal(findAskedPeriod(readPrompt(prompt), NOW), null, prompt);
});

test("a question about a time gets what changed then, of the kind it names or of any", (t) => {
  const index = sampleIndex(t, [
    { id: "old", category: "decision", time: Date.UTC(2026, 2, 3) },
    { id: "new", category: "decision", time: Date.UTC(2026, 4, 18) },
    { id: "debt", category: "tech_debt", time: Date.UTC(2026, 4, 19) },
  ]);
  const ask = (prompt: string): string[] => idsOf(index, prompt, { now: NOW });
  assert.deepEqual(ask("what did we decide last week?"), ["new"]);
  assert.deepEqual(ask("what did we decide in March?"), ["old"]);
  assert.deepEqual(ask("what happened last week?"), ["new", "debt"]);
  assert.deepEqual(ask("what did we decide about the cache last week?"), []);
  assert.deepEqual(ask("what did we decide?"), ["new", "old"]);
});

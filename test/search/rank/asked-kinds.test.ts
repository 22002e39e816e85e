import assert from "node:assert/strict";
import { test } from "node:test";
import { findAskedKinds } from "../../../src/search/rank/asked-kinds.ts";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { idsOf, sampleIndex } from "../index/sample-index.ts";

const { rows, texts } = tablesOf(import.meta.filename);

const ASKED = rows<readonly [string, readonly string[]]>("asked");
const OTHERS = texts("others");

for (const [prompt, kinds] of ASKED) {
  test(`"${prompt}" asks for ${kinds.join(" and ")}`, () => {
    assert.deepEqual(findAskedKinds(readPrompt(prompt), 0).kinds, kinds);
  });
}

test("a prompt with a subject of its own, or without a question, asks for no kind", () => {
  for (const prompt of OTHERS) assert.deepEqual(findAskedKinds(readPrompt(prompt), 0).kinds, [], prompt);
});

test("a question for a kind gets what is of that kind, verified first and then the newest", (t) => {
  const index = sampleIndex(t, [
    { id: "a", category: "constraint", time: 1 },
    { id: "b", category: "preference", time: 3 },
    { id: "c", category: "constraint", time: 2 },
    { id: "d", category: "constraint", time: 0, standing: "verified", tier: "verified" },
    { id: "e", category: "decision", time: 4 },
    { id: "f", category: "constraint", time: 9, searchable: false },
  ]);
  const ask = (prompt: string): string[] => idsOf(index, prompt);
  assert.deepEqual(ask("which conventions do we have?"), ["d", "c", "a", "b"]);
  assert.deepEqual(ask("what is still open?"), []);
});

test("where nothing is of that kind, the words of the question are searched", (t) => {
  const index = sampleIndex(t, [{ id: "a", name: "Conventions", body: "Conventions are in CONTRIBUTING." }]);
  assert.equal(idsOf(index, "which conventions do we have?")[0], "a");
});

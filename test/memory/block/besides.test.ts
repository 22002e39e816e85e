// What the block says besides its entries: titles that may fit, the topics of what is not shown, and how many there are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderBlock } from "../../../src/memory/block/block.ts";
import { inputOf } from "./block-sample.ts";

test("titles stand in one line, each with its mark and its id, and the last ones make room", () => {
  const titles = [
    { name: "Staging (project_pay)", id: "project_staging", inferred: false },
    { name: "Cache", id: "project_cache", inferred: true },
    { name: "Old", id: "project_old", inferred: false, isStale: true },
  ];
  const input = { ...inputOf({ excerpt: "" }), titles };
  const whole = renderBlock(input);
  assert.equal(whole.titles, 3);
  assert.equal(
    whole.text.split("\n").at(-2),
    "Perhaps: (fact) Staging [project_pay] (project_staging) \u00B7 (inferred) Cache (project_cache) \u00B7 (fact, check) Old (project_old)",
  );
  const tight = renderBlock({ ...input, budgetChars: whole.text.length - 1 });
  assert.equal(tight.titles, 2);
  assert.ok(tight.text.split("\n").at(-2)?.endsWith("(inferred) Cache (project_cache)"));
  const alone = renderBlock({ ...inputOf(), titles });
  assert.equal(alone.text.split("\n").length, 4);
});

test("the last lines of a start say the topics of the rest, and how many there are", () => {
  const topics = [
    { words: "billing", inferred: false, count: 30 },
    { words: "we, them", inferred: true, count: 20 },
    { words: "runbook", inferred: null, count: 9 },
  ];
  const restOf = (all: number, alike = 0) =>
    renderBlock({ ...inputOf({ excerpt: "" }), rest: { all, alike, topics } })
      .text.split("\n")
      .slice(3, -1);
  assert.deepEqual(restOf(70), [
    "Topics: (fact) billing 30 \u00B7 (inferred) we-them 20 \u00B7 runbook 9",
    "1 of 70 memories; memory_search finds the rest.",
  ]);
  assert.equal(restOf(3, 2)[1], "3 of 3 memories.");
});

test("what is said of the rest is within the budget, however many of the entries fit", () => {
  const topics = [{ words: "billing", inferred: false, count: 30 }];
  const entries = Array.from({ length: 10 }, (_, place) => ({
    name: `Memory ${place}`,
    excerpt: "x".repeat(90),
  }));
  const input = { ...inputOf(...entries), rest: { all: 10, alike: 0, topics } };
  const whole = renderBlock(input).text.length;
  for (let budgetChars = 300; budgetChars <= whole + 60; budgetChars += 7)
    assert.ok(renderBlock({ ...input, budgetChars }).text.length <= budgetChars);
});

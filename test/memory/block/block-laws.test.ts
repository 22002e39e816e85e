import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BlockEntry, renderBlock } from "../../../src/memory/block/block.ts";
import { parseBlock } from "../../fixture/parse-block.ts";
import { countChars, hostileText, LAW_RUNS, NEVER_SHOWN, TWO_SELECTORS } from "../text/hostile-text.ts";

const entry: fc.Arbitrary<BlockEntry> = fc.record({
  label: hostileText,
  name: hostileText,
  path: hostileText,
  tags: fc.array(hostileText, { maxLength: 15 }),
  inferred: fc.boolean(),
  confidence: fc.constantFrom("high", "medium", "low", null),
  date: fc.oneof(hostileText, fc.constantFrom("2026-05-01", null)),
  excerpt: hostileText,
  scope: fc.constantFrom("project", "user"),
});
const parts = {
  source: hostileText,
  descriptions: fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
};

test("whatever the fields hold, a block has exactly its entries, each marked exactly where it is inferred", () => {
  const law = fc.property(fc.record(parts), (input) => {
    const { text, outcomes } = renderBlock({ ...input, budgetChars: 1_000_000 });
    const parsed = parseBlock(text);
    assert.ok(parsed.kind === "block", parsed.kind === "block" ? "" : `${parsed.line}: ${parsed.reason}`);
    assert.deepEqual(
      parsed.entries.map((read) => read.inferred),
      input.entries.map((given) => given.inferred),
    );
    assert.deepEqual(
      parsed.entries.map((read) => read.confidence),
      input.entries.map((given) => given.confidence),
    );
    assert.ok(outcomes.every((outcome) => outcome === "whole"));
    for (const read of parsed.entries) {
      assert.ok(countChars(read.name) <= 120 && read.tags.every((tag) => countChars(tag) <= 40));
      assert.ok(countChars(read.excerpt.join("\n")) <= 2000);
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("whatever the fields hold, the block has no hidden character, no second tag and no other marker", () => {
  const law = fc.property(fc.record(parts), (input) => {
    const { text } = renderBlock({ ...input, budgetChars: 1_000_000 });
    assert.doesNotMatch(text, NEVER_SHOWN);
    assert.doesNotMatch(text, TWO_SELECTORS);
    assert.equal(text.match(/</g)?.length, 2);
    assert.equal(text.match(/>/g)?.length, 2 + input.entries.length);
    assert.equal(text.match(/ -> /g)?.length, input.entries.length);
    assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#39);)|'/);
    const marked = input.entries.filter((given) => given.inferred).length;
    assert.equal(text.match(/\(\s*inferred\s*\)/gi)?.length ?? 0, marked);
  });
  fc.assert(law, LAW_RUNS);
});

test("a block never exceeds its budget, and what it shows is what it says it shows", () => {
  const budget = fc.integer({ min: -10, max: 3000 });
  const law = fc.property(fc.record(parts), budget, (input, budgetChars) => {
    const { text, outcomes } = renderBlock({ ...input, budgetChars });
    assert.equal(outcomes.length, input.entries.length);
    const shown = input.entries.filter((_, index) => outcomes[index] !== "cut");
    assert.ok(text.length <= Math.max(0, budgetChars));
    if (text === "") return assert.equal(shown.length, 0);
    const parsed = parseBlock(text);
    assert.ok(parsed.kind === "block");
    assert.deepEqual(
      parsed.entries.map((read) => read.inferred),
      shown.map((given) => given.inferred),
    );
  });
  fc.assert(law, LAW_RUNS);
});

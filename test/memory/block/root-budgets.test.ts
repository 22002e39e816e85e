// A root may ask for less of itself, and for nothing of another: its budget is for the sum of its own entries.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderBlock } from "../../../src/memory/block/block.ts";
import type { BlockEntry } from "../../../src/memory/block/entry.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";
import { inputOf } from "./block-sample.ts";

const PLAIN = { tags: [], confidence: null, date: null, inferred: false } as const;
/** 27 characters each, with the end of the line. */
const OURS = { ...PLAIN, label: "a", name: "Names", path: "p.md", excerpt: "", scope: "project" } as const;
const MINE = { ...OURS, path: "u.md", scope: "user" } as const;

test("a root's budget cuts its own entries, and those of no other root", () => {
  const input = inputOf(OURS, MINE, OURS, MINE, OURS, MINE);
  const cutTo = (project: number): string =>
    renderBlock({ ...input, rootBudgets: { project } })
      .outcomes.map((outcome) => outcome[0])
      .join("");
  assert.deepEqual([0, 26, 27, 53, 54, 81, 6000].map(cutTo), [
    "cwcwcw",
    "cwcwcw",
    "wwcwcw",
    "wwcwcw",
    "wwwwcw",
    "wwwwww",
    "wwwwww",
  ]);
});

test("an entry that is too long for its root's budget loses excerpt lines first", () => {
  const long = { ...OURS, excerpt: "one\ntwo\nthree" };
  const { text, outcomes } = renderBlock({ ...inputOf(long, MINE), rootBudgets: { project: 47 } });
  assert.deepEqual(outcomes, ["shortened", "whole"]);
  assert.deepEqual(
    text.split("\n").filter((line) => line.startsWith("  | ")),
    ["  | one", "  | two"],
  );
});

test("a budget of a root that is no number shows nothing of it", () => {
  const { outcomes } = renderBlock({ ...inputOf(OURS, MINE), rootBudgets: { project: Number.NaN } });
  assert.deepEqual(outcomes, ["cut", "whole"]);
});

const entry: fc.Arbitrary<Partial<BlockEntry>> = fc.record({
  name: hostileText,
  excerpt: hostileText,
  scope: fc.constantFrom("project", "user"),
});
const entries = fc.array(entry, { minLength: 1, maxLength: 5 });
const chars = fc.integer({ min: 0, max: 3000 });

test("a block is the same to the byte where no root asks for less than the whole", () => {
  const law = fc.property(entries, chars, fc.nat(9000), (given, budgetChars, more) => {
    const input = { ...inputOf(...given), budgetChars };
    const rootBudgets = { project: budgetChars + more, user: budgetChars };
    assert.deepEqual(renderBlock({ ...input, rootBudgets }), renderBlock(input));
  });
  fc.assert(law, LAW_RUNS);
});

test("whatever one root asks for, the other's entries are whole and its own cost no more", () => {
  const law = fc.property(entries, chars, (given, project) => {
    const input = inputOf(...given);
    const { text, outcomes } = renderBlock({ ...input, rootBudgets: { project } });
    const isMine = (_: unknown, place: number): boolean => given[place]?.scope === "user";
    assert.ok(outcomes.filter(isMine).every((outcome) => outcome === "whole"));
    const mine = input.entries.filter(({ scope }) => scope === "user");
    const alone = renderBlock({ ...input, entries: mine }).text.length;
    const empty =
      '<memory-context source=".claude/memory/memories/">\n'.length + 243 + "</memory-context>".length;
    assert.ok(text.length - (alone === 0 ? empty : alone) <= project);
  });
  fc.assert(law, LAW_RUNS);
});

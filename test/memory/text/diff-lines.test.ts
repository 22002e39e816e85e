import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { diffLines } from "../../../src/memory/text/diff-lines.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };

/** Few different lines, so that they come again in another place. */
const text = fc.array(fc.constantFrom("", "a", "b", "c", "a b"), { maxLength: 40, size: "max" });

function sideOf(before: string, after: string, side: "removed" | "added"): string {
  return diffLines(before, after)
    .filter(({ kind }) => kind === "same" || kind === side)
    .map(({ line }) => line)
    .join("\n");
}

function render(before: string, after: string): string[] {
  const signs = { same: " ", removed: "-", added: "+" };
  return diffLines(before, after).map(({ kind, line }) => `${signs[kind]}${line}`);
}

test("what stayed and went is the one text, what stayed and came the other", () => {
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [before, after] = [one.join("\n"), two.join("\n")];
      assert.equal(sideOf(before, after, "removed"), before);
      assert.equal(sideOf(before, after, "added"), after);
    }),
    RUNS,
  );
});

test("no diff is longer than both texts, and a text differs from itself in nothing", () => {
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [before, after] = [one.join("\n"), two.join("\n")];
      assert.ok(diffLines(before, after).length <= before.split("\n").length + after.split("\n").length);
      assert.ok(diffLines(before, before).every(({ kind }) => kind === "same"));
    }),
    RUNS,
  );
});

test("one changed line is one that went and one that came", () => {
  assert.deepEqual(render("a\nb\nc\nd", "a\nx\nc\nq\nd"), [" a", "-b", "+x", " c", "+q", " d"]);
  assert.deepEqual(render("", "a"), ["-", "+a"]);
  assert.deepEqual(render("a\nb", "b"), ["-a", " b"]);
  assert.deepEqual(render("a", "a\na"), [" a", "+a"]);
});

test("a text that differs only in how a character is composed differs", () => {
  assert.deepEqual(render("caf\u00E9", "cafe\u0301"), ["-caf\u00E9", "+cafe\u0301"]);
});

test("two texts with nothing in common are compared in bounded time, and nothing is lost", () => {
  const lines = (word: string): string =>
    Array.from({ length: 30_000 }, (_, at) => `${word}${at}`).join("\n");
  const begun = performance.now();
  const diff = diffLines(lines("a"), lines("b"));
  assert.ok(performance.now() - begun < 2_000);
  assert.deepEqual(
    ["removed", "added", "same"].map((kind) => diff.filter((each) => each.kind === kind).length),
    [30_000, 30_000, 0],
  );
});

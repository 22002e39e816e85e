import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPositions } from "../../src/validate/position.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("the first character is at line 1, column 1", () => {
  assert.deepEqual(createPositions("abc")(0), { line: 1, column: 1 });
});

test("columns count code points, not halves of them", () => {
  assert.deepEqual(createPositions("😀😀x")(4), { line: 1, column: 3 });
});

test("an offset behind a line end is on the next line", () => {
  const positionOf = createPositions("a\n\nbc");
  assert.deepEqual(positionOf(2), { line: 2, column: 1 });
  assert.deepEqual(positionOf(4), { line: 3, column: 2 });
});

test("an offset outside the text is the nearest place inside it", () => {
  const positionOf = createPositions("ab");
  assert.deepEqual(positionOf(-5), { line: 1, column: 1 });
  assert.deepEqual(positionOf(99), { line: 1, column: 3 });
});

test("offsets in any order give what counting from the start gives", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\n", "😀", "é", "\r") });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(40)), (text, wishes) => {
      const positionOf = createPositions(text);
      for (const wish of wishes) {
        // Findings begin at characters, never within one.
        const offset = Array.from(text).slice(0, wish).join("").length;
        const lines = text.slice(0, offset).split("\n");
        const column = Array.from(lines.at(-1) ?? "").length + 1;
        assert.deepEqual(positionOf(offset), { line: lines.length, column });
      }
    }),
    { numRuns: RUNS },
  );
});

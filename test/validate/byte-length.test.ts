import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isOverBytes } from "../../src/validate/byte-length.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("a text is over exactly where its bytes are, wherever a character of two halves stands", () => {
  // It is counted in parts of 8192.
  const before = "é".repeat(8_187);
  const texts = fc.string({ unit: fc.constantFrom("a", "é", "密", "😀", "\ud800", "\udc00"), maxLength: 12 });
  fc.assert(
    fc.property(texts, (end) => {
      const text = before + end;
      const bytes = new TextEncoder().encode(text).length;
      assert.deepEqual(
        [bytes - 1, bytes, bytes + 1].map((bytesMax) => isOverBytes(text, bytesMax)),
        [true, false, false],
      );
    }),
    { numRuns: RUNS },
  );
});

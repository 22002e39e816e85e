import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyRedaction } from "../../src/validate/redaction.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("a text without tags is scanned as it is", () => {
  assert.equal(applyRedaction("plain", true).text, "plain");
  assert.equal(applyRedaction("plain", false).text, "plain");
});

test("what the tags wrap is blanked where they count, and lines stay lines", () => {
  assert.equal(
    applyRedaction("a<redacted>b\nc</redacted>d", true).text,
    `a${" ".repeat(11)}\n${" ".repeat(12)}d`,
  );
  assert.equal(applyRedaction("<REDACTED>x</Redacted>y", true).text, `${" ".repeat(22)}y`);
});

test("an unclosed tag hides nothing", () => {
  assert.equal(applyRedaction("a<redacted>b", true).text, "a<redacted>b");
  assert.equal(applyRedaction("a</redacted>b", true).text, "a</redacted>b");
});

test("where the tags do not count they are taken out, even from within a word", () => {
  assert.equal(applyRedaction("p<redacted>as</redacted>s", false).text, "pass");
});

test("an offset of the scanned text leads back to the same character of the original", () => {
  const pieces = fc.array(fc.constantFrom("x", "yz", "\n", "<redacted>", "</redacted>", "<Redacted>"), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, redactionCounts) => {
      const original = parts.join("");
      const { text, toOriginal } = applyRedaction(original, redactionCounts);
      for (const [offset, character] of [...text].entries()) {
        if (character !== " ") assert.equal(original[toOriginal(offset)], character);
      }
    }),
    { numRuns: RUNS },
  );
});

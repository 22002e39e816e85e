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

test("a tag pairs with none in another field: who reads a memory pairs them field by field", () => {
  const isOpen = (fields: string, body: string): boolean => {
    const text = `---\n${fields}\n---\n${body}`;
    return applyRedaction(text, true).text === text && applyRedaction(text, false).text.includes("S");
  };
  assert.ok(isOpen("description: write <redacted> tags", "S </redacted>"));
  assert.ok(isOpen("name: a <redacted>\ndescription: S </redacted>", "body"));
  assert.ok(isOpen("name: a\n# <redacted>\ndescription: S </redacted>", "body"));
  assert.ok(isOpen("tags: [<redacted>, S, </redacted>]", "body"));
  assert.ok(isOpen('tags: ["a, <redacted>", "S</redacted>"]', "body"));
  assert.ok(isOpen("name: a <redacted>\r\ndescription: S </redacted>\r", "body"));
});

test("what one field wraps is blanked: a list has its items, and a body may have lines that look like a frontmatter", () => {
  const blanked = (fields: string, body: string): string =>
    applyRedaction(`---\n${fields}\n---\n${body}`, true).text.replace(/ {2,}/g, "_");
  assert.equal(blanked("name: a, <redacted>S, S</redacted> b", "c"), "---\nname: a,_b\n---\nc");
  assert.equal(blanked("tags: [a, <redacted>S</redacted>]", "c"), "---\ntags: [a,_]\n---\nc");
  assert.equal(blanked("name: a", "<redacted>\nS\n---\nS</redacted>"), "---\nname: a\n---\n_\n \n_\n_");
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

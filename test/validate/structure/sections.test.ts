import assert from "node:assert/strict";
import { test } from "node:test";
import { checkStructure } from "../../../src/validate/check-structure.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";
import { judge, renderParts } from "./sample-file.ts";

const { rows, texts } = tablesOf(import.meta.filename);

const TEXT = "\nSome text that is long enough to be the body of a memory.\n";
const MISSING = "WARN-SEMANTIC 3 section-absent";

const OF_TYPE: readonly (readonly [string, readonly string[]])[] = [
  ["user", []],
  ["reference", []],
  ["feedback", ["Why", "How to apply"]],
  ["project", ["Why", "How to apply"]],
];
const OF_CATEGORY = rows<readonly [string, readonly string[]]>("categories");

const bodyWith = (sections: readonly string[]): string =>
  TEXT + sections.map((name) => `${name}: x\n`).join("");

for (const [type, sections] of OF_TYPE) {
  const file = `${type}_x.md`;
  test(`a ${type} memory with ${sections.length} sections passes, and each one missing is a warning (§2)`, () => {
    assert.equal(judge({ lines: { type }, file, body: bodyWith(sections) }), "PASS 0");
    for (const missing of sections) {
      const body = bodyWith(sections.filter((name) => name !== missing));
      assert.equal(judge({ lines: { type }, file, body }), MISSING, missing);
    }
  });
}

for (const [category, sections] of OF_CATEGORY) {
  const lines = { type: "user", category };
  test(`a ${category} wants ${sections.join(", ")} (§2)`, () => {
    assert.equal(judge({ lines, file: "user_x.md", body: bodyWith(sections) }), "PASS 0");
    for (const missing of sections) {
      const body = bodyWith(sections.filter((name) => name !== missing));
      assert.equal(judge({ lines, file: "user_x.md", body }), MISSING, missing);
    }
  });
}

test("type and category want their sections together (§2)", () => {
  const lines = { type: "project", category: "constraint" };
  const all = ["Why", "How to apply", "Rule", "Impact"];
  assert.equal(judge({ lines, file: "project_x.md", body: bodyWith(all) }), "PASS 0");
  const { findings } = checkStructure("project_x.md", Buffer.from(renderParts({ lines, body: TEXT })));
  assert.deepEqual(
    findings.map(({ message }) => message),
    all.map((name) => `section \`${name}:\` is missing`),
  );
});

const FORMS = texts("forms");
const NOT_FORMS = texts("not forms");

test("a section that begins with a sentence inside a line is there", () => {
  const verdict = (line: string): string => judge({ body: `${TEXT}${line}\n` });
  assert.equal(verdict("We wait. Why: it locks. How to apply: ask first."), "PASS 0");
  assert.equal(verdict("We wait (always). **Why:** it locks; How to apply: ask first."), "PASS 0");
  assert.equal(verdict("We asked the vendor why: no answer. How to apply: ask first."), MISSING);
});

test("a section is a heading, or its name with a colon, bold or not (§2)", () => {
  const verdict = (form: string): string => judge({ body: `${TEXT}${form}\nHow to apply: x\n` });
  for (const form of FORMS) assert.equal(verdict(form), "PASS 0", form);
  for (const form of NOT_FORMS) assert.equal(verdict(form), MISSING, form);
});

const FLOODS: readonly (readonly [string, (chars: number) => string])[] = [
  ["spaces in a heading", (chars) => `#${" ".repeat(chars)}:x`],
  ["spaces before hashes", (chars) => `# a${" ".repeat(chars / 2)}${"#".repeat(chars / 2)}x`],
  ["hashes", (chars) => "#".repeat(chars)],
  ["stars", (chars) => "*".repeat(chars)],
  ["colons", (chars) => ":".repeat(chars)],
  ["short headings", (chars) => "# a :\n".repeat(chars / 6)],
  ["equals signs", (chars) => "<<<<<<< \n=======\n".repeat(chars / 17)],
];

for (const [what, make] of FLOODS) {
  test(`60 KiB of ${what} are checked in linear time`, () => {
    const head = renderParts({ body: TEXT });
    assertLinear(
      (chars) => head + make(Math.floor(chars * 0.9)),
      (text) => checkStructure("feedback_x.md", Buffer.from(text)),
    );
  });
}

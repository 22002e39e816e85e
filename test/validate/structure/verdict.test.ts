import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderFile } from "../../../src/memory/file/write-frontmatter.ts";
import { checkStructure, READER_RULES } from "../../../src/validate/check-structure.ts";
import { STRUCTURE_RULES } from "../../../src/validate/structure/index.ts";
import { isHardFail } from "../../../src/validate/verdict.ts";
import { arbitraryText } from "../../memory/file/arbitrary-frontmatter.ts";
import { arbitraryBody, arbitraryFields } from "../../memory/file/arbitrary-memory.ts";
import { LAW_RUNS } from "../../memory/text/hostile-text.ts";
import { BODY, judge, judgeText, renderParts } from "./sample-file.ts";

const GOOD = renderParts({});

test("a fully good file of each type passes (§2)", () => {
  for (const type of ["user", "feedback", "project", "reference"]) {
    assert.equal(judge({ lines: { type }, file: `${type}_x.md` }), "PASS 0");
  }
});

test("a verdict on a good file is the frozen value (§13)", () => {
  assert.deepEqual(checkStructure("feedback_x.md", Buffer.from(GOOD)), {
    file: "feedback_x.md",
    tool: "validate",
    label: "PASS",
    exit: 0,
    findings: [],
  });
});

test("findings carry rule, severity, line, column and message, errors first, then by line (§13)", () => {
  const text = GOOD.replace("type: feedback", "type: note\nx-own: 1").replace("Merge policy", "a");
  assert.deepEqual(checkStructure("notes.md", Buffer.from(text)).findings, [
    {
      rule: "field-bad",
      severity: "error",
      line: 2,
      column: 1,
      message: "`name` must be one line of 2 to 120 characters",
    },
    {
      rule: "field-bad",
      severity: "error",
      line: 4,
      column: 1,
      message: "`type` must be one of user, feedback, project, reference",
    },
    {
      rule: "file-name",
      severity: "warning",
      line: 1,
      column: 1,
      message: "the file name is not user_, feedback_, project_ or reference_, then [a-z0-9_], then .md",
    },
    {
      rule: "field-unknown",
      severity: "warning",
      line: 5,
      column: 1,
      message: "`x-own` is not a memory key; it is kept and has no effect",
    },
  ]);
});

test("structure wins over format and format over a warning (§4)", () => {
  const warned = { "x-own": "1" };
  assert.match(judge({ lines: warned }), /^WARN-SEMANTIC 3 /);
  assert.match(judge({ lines: { ...warned, status: "gone" } }), /^FAIL-FORMAT 2 /);
  assert.match(judge({ lines: { ...warned, status: "gone", name: null } }), /^FAIL-STRUCT 1 /);
  assert.match(judge({ lines: { ...warned, status: "gone" }, body: "short" }), /^FAIL-STRUCT 1 /);
});

test("a CRLF or BOM file is read with a warning, not failed (§2)", () => {
  assert.equal(judgeText(GOOD.replaceAll("\n", "\r\n")), "WARN-SEMANTIC 3 line-endings");
  assert.equal(judgeText(`\uFEFF${GOOD}`), "WARN-SEMANTIC 3 byte-order-mark");
  assert.equal(
    judgeText(`\uFEFF${GOOD.replaceAll("\n", "\r\n")}`),
    "WARN-SEMANTIC 3 byte-order-mark line-endings",
  );
  assert.equal(judgeText(GOOD.replace("policy", "policy\u0065\u0301")), "WARN-SEMANTIC 3 normal-form");
});

test("of line ends and byte order mark it says what a file should have, not what an update writes", () => {
  const { findings } = checkStructure("feedback_x.md", Buffer.from(`\uFEFF${GOOD.replaceAll("\n", "\r\n")}`));
  assert.deepEqual(
    findings.map(({ message }) => message),
    [
      "CRLF line endings: a memory file uses LF",
      "starts with a byte order mark, which a memory file must not have",
    ],
  );
});

const HOSTILE: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["an empty file", "", "frontmatter-missing"],
  ["invalid UTF-8", Buffer.concat([Buffer.from(GOOD), Buffer.from([0xff])]), "not-utf8"],
  ["a NUL", `${GOOD}\0`, "nul-byte"],
  ["UTF-16", Buffer.from(GOOD, "utf16le"), "nul-byte"],
  ["a doubled key", GOOD.replace("type:", "name: other\ntype:"), "duplicate-key"],
  ["an anchor", GOOD.replace("name: ", "name: &a "), "frontmatter-syntax"],
  ["a tag", GOOD.replace("name: ", "name: !!js/function "), "frontmatter-syntax"],
  ["a block scalar", GOOD.replace("name: Merge", "name: |\n  Merge"), "frontmatter-syntax"],
  ["a nested map", GOOD.replace("name: Merge policy", "name:\n  a: b"), "frontmatter-syntax"],
  ["a script", GOOD.replace("---", "---js"), "frontmatter-missing"],
  ["no closing fence", GOOD.slice(0, GOOD.lastIndexOf("---\n")), "frontmatter-unclosed"],
  ["conflict markers in the body", `${GOOD}<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n`, "conflict-markers"],
];

for (const [what, content, rule] of HOSTILE) {
  test(`${what} is FAIL-STRUCT: ${rule} (§2)`, () => {
    const verdict = checkStructure("feedback_x.md", Buffer.from(content));
    assert.deepEqual([verdict.label, verdict.exit], ["FAIL-STRUCT", 1]);
    assert.equal(verdict.findings[0]?.rule, rule);
    assert.equal(isHardFail(verdict), true);
  });
}

test("one conflict marker alone is a line of text (§2)", () => {
  for (const line of ["<<<<<<< HEAD", "=======", ">>>>>>> x", "======="]) {
    assert.equal(judge({ body: `${BODY}${line}\n` }), "PASS 0");
  }
});

test("any valid memory passes or warns, and any bytes at all get a verdict of known rules", () => {
  const known = new Set<string>([...READER_RULES, ...STRUCTURE_RULES.map(({ id }) => id)]);
  const valid = fc.tuple(arbitraryFields, arbitraryBody).map(([fields, body]) => renderFile(fields, body));
  const law = fc.property(valid, arbitraryText, fc.uint8Array(), (text, noise, bytes) => {
    assert.equal(isHardFail(checkStructure("user_x.md", Buffer.from(text))), false);
    for (const content of [Buffer.from(`---\n${noise}\n---\n${noise}`), bytes]) {
      const verdict = checkStructure(noise, content);
      assert.ok(verdict.findings.every(({ rule }) => known.has(rule)));
    }
  });
  fc.assert(law, LAW_RUNS);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { judge, judgeText, renderParts } from "./sample-file.ts";

const REFERENCE = { type: "reference" };
const file = "reference_x.md";
const bodyOf = (chars: number, char = "x"): string => `\n${char.repeat(chars)}\n`;

test("a body of 30 characters passes and one of 29 is FAIL-STRUCT (§2)", () => {
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(30) }), "PASS 0");
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(29) }), "FAIL-STRUCT 1 body-too-short");
  assert.equal(judge({ lines: REFERENCE, file, body: "" }), "FAIL-STRUCT 1 body-too-short");
});

test("what a person wrote or dictated has ten characters at least, and an import has thirty (§15)", () => {
  for (const [origin, least] of [
    ["user", 10],
    ["dictated", 10],
    ["inference", 30],
    ["import", 30],
  ] as const) {
    const lines = { ...REFERENCE, origin };
    assert.equal(judge({ lines, file, body: bodyOf(least) }), "PASS 0", origin);
    const short = judge({ lines, file, body: bodyOf(least - 1) });
    assert.equal(short, "FAIL-STRUCT 1 body-too-short", origin);
  }
});

test("a body is measured in characters, without the space around it, and CRLF is one (§2)", () => {
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(30, "\u{1F600}") }), "PASS 0");
  assert.equal(
    judge({ lines: REFERENCE, file, body: bodyOf(29, "\u{1F600}") }),
    "FAIL-STRUCT 1 body-too-short",
  );
  assert.equal(
    judge({ lines: REFERENCE, file, body: `${" \n".repeat(50)}x` }),
    "FAIL-STRUCT 1 body-too-short",
  );
  const windows = `\n${"x".repeat(14)}\r\n${"x".repeat(14)}\r\n`;
  assert.equal(judge({ lines: REFERENCE, file, body: windows }), "FAIL-STRUCT 1 body-too-short line-endings");
});

test("a body of 5000 characters passes and one of 5001 is a warning (§2)", () => {
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(5000) }), "PASS 0");
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(5000, "\u6F22") }), "PASS 0");
  assert.equal(judge({ lines: REFERENCE, file, body: bodyOf(5001) }), "WARN-SEMANTIC 3 body-long");
});

test("a file of 64 KiB is read and one byte more is FAIL-STRUCT (§2)", () => {
  const empty = renderParts({ lines: REFERENCE, body: "" });
  const full = empty + "x".repeat(65_536 - empty.length);
  assert.equal(judgeText(full, file), "WARN-SEMANTIC 3 body-long");
  assert.equal(judgeText(`${full}x`, file), "FAIL-STRUCT 1 file-too-large");
});

test("a file name of 100 bytes passes and one of 101 is a warning (§2)", () => {
  const name = (bytes: number): string => `reference_${"x".repeat(bytes - "reference_.md".length)}.md`;
  assert.equal(judge({ lines: REFERENCE, file: name(100) }), "PASS 0");
  assert.equal(judge({ lines: REFERENCE, file: name(101) }), "WARN-SEMANTIC 3 file-name");
});

test("a name that is no memory's is a warning for a file on disk (§2)", () => {
  for (const bad of [
    "notes.md",
    "reference_X.md",
    "reference_x.txt",
    "reference_x",
    "reference-x.md",
    "reference_.md",
    "",
  ]) {
    assert.equal(judge({ lines: REFERENCE, file: bad }), "WARN-SEMANTIC 3 file-name", bad);
  }
});

test("a prefix that is not the type is a warning (§2)", () => {
  assert.equal(judge({ lines: REFERENCE, file: "user_x.md" }), "WARN-SEMANTIC 3 prefix-type");
  assert.equal(judge({ file: "feedback_user_x.md" }), "PASS 0");
});

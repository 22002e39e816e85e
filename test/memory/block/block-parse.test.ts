import assert from "node:assert/strict";
import { test } from "node:test";
import { renderBlock } from "../../../src/memory/block/block.ts";
import { parseBlock } from "../../fixture/parse-block.ts";
import { inputOf } from "./block-sample.ts";

const LINES = renderBlock(inputOf({ name: "R & <D>" })).text.split("\n");

function withLine(index: number, line: string): string {
  return LINES.with(index, line).join("\n");
}

test("a block reads back as what was put in", () => {
  assert.deepEqual(parseBlock(LINES.join("\n")), {
    kind: "block",
    source: ".claude/memory/",
    descriptions: "",
    entries: [
      {
        label: "DECISION",
        name: "R & <D>",
        path: ".claude/memory/memories/project_db.md",
        tags: ["db", "storage"],
        inferred: true,
        confidence: "high",
        date: "2026-05-01",
        excerpt: ["We chose Postgres.", "Why: it was there."],
      },
    ],
  });
});

test("descriptions read back unescaped", () => {
  const parsed = parseBlock(renderBlock({ ...inputOf({}), descriptions: { decision: "R & D" } }).text);
  assert.equal(parsed.kind === "block" ? parsed.descriptions : parsed.reason, "decision=R & D");
});

test("anything that is not exactly a block is refused with its line", () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["", 1, "not the opening tag"],
    [withLine(0, '<memory-context source="a&b">'), 1, "not the opening tag"],
    [withLine(0, '<memory-context source="a" onload="b">'), 1, "not the opening tag"],
    [withLine(1, "Do as the entries say."), 2, "not the sentence that opens a block"],
    [LINES.slice(0, -1).join("\n"), 6, "not the closing tag"],
    [`${LINES.join("\n")}\n`, 8, "not the closing tag"],
    [[...LINES.slice(0, 2), ...LINES.slice(-1)].join("\n"), 3, "no entry"],
    [withLine(2, "- [decision] a -> b"), 3, "not an entry"],
    [withLine(2, "- [DECISION] a & b -> c"), 3, "a field is not escaped"],
    [withLine(2, "- [DECISION] a -> b c"), 3, "not an entry"],
    [withLine(3, "  (inferred)  confidence: high"), 4, "not an entry"],
    [withLine(3, "  confidence: great"), 4, "not an entry"],
    [withLine(3, "  "), 4, "not an entry"],
    [withLine(4, "  | a <b>"), 3, "an excerpt is not escaped"],
    [withLine(4, " | a"), 5, "not an entry"],
  ];
  for (const [text, line, reason] of cases) {
    assert.deepEqual(parseBlock(text), { kind: "not-a-block", line, reason }, text);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wrapMarkedLine } from "../../../src/cli/terminal/style.ts";
import { anyCharacter } from "../../fixture/any-character.ts";

test("no row is wider than the terminal, each has its mark, and together they are the line", () => {
  const law = fc.property(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.integer({ min: 0, max: 120 }),
    (text, columns) => {
      const line = text.replaceAll(/[\n\r\t]/g, "");
      const rows = wrapMarkedLine(line, columns, ["> ", "| "]);
      assert.equal(rows.map((row) => row.slice(2)).join(""), line);
      const room = Math.max(columns, 22);
      for (const [place, row] of rows.entries()) {
        assert.ok(row.startsWith(place === 0 ? ">" : "|"));
        const width = [...row].reduce((sum, char) => sum + (char <= "~" ? 1 : 2), 0);
        assert.ok(width <= room, `${width} > ${room}`);
      }
    },
  );
  fc.assert(law, { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) });
});

test("a line is cut behind a space where there is one, and at the edge where there is none", () => {
  assert.deepEqual(wrapMarkedLine("one two three four five six seven", 24, ["+ ", "+ "]), [
    "+ one two three four ",
    "+ five six seven",
  ]);
  assert.deepEqual(wrapMarkedLine("x".repeat(30), 24, ["- ", "- "]), [
    `- ${"x".repeat(21)}`,
    `- ${"x".repeat(9)}`,
  ]);
  assert.deepEqual(wrapMarkedLine("", 80, ["| ", "| "]), ["|"]);
});

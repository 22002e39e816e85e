import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { JsonPath } from "../../src/agents/edit-json.ts";
import { parseJsonText, removeAt } from "../../src/agents/edit-json.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const COMMENTS = /\/\/ x, y|\/\* , \*\/|\/\* \[ \*\/ \/\/ \]/g;

function remove(text: string, path: JsonPath): string | null {
  return removeAt({ text, comments: true }, path);
}

test("comments around what is taken out stay, and what is left is still JSON", () => {
  for (const [text, at, left] of [
    ["[\n  1, // one\n  // of two\n  2,\n  3 // three\n]", 1, "[\n  1, // one\n  // of two\n  3 // three\n]"],
    ["[\n  1, // one\n  2 // two\n]", 1, "[\n  1 // one\n  // two\n]"],
    ["[\n  1 /*, */, // one, or so\n  2\n]", 1, "[\n  1 /*, */ // one, or so\n]"],
    ["[\n  1, // one\n  2, 3\n]", 1, "[\n  1, // one\n  3\n]"],
    ["[\n  1, // one\n  // two\n  2\n]", 0, "[\n  // one\n  // two\n  2\n]"],
    ["[ 1 /* one */, 2 ]", 0, "[ /* one */ 2 ]"],
    ["[\n  // mine\n  1\n]", 0, "[\n  // mine\n]"],
    ["[\n  1 // mine\n]", 0, "[\n  // mine\n]"],
  ] as const) {
    const whole = `{ "l": ${text} }`;
    assert.equal(remove(whole, ["l", at]), `{ "l": ${left} }`);
  }
  const inside = '{\n  // about stops\n  "Stop": [\n    1\n  ], // theirs\n  "End": [2]\n}\n';
  assert.equal(remove(inside, ["Stop", 0]), '{\n  // about stops\n  // theirs\n  "End": [2]\n}\n');
});

test("whatever comments stand around it, taking out one element leaves the others and every comment", () => {
  const blank = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t");
  const comment = fc.constantFrom("", "// x, y\n", "/* , */", "/* [ */ // ]\n");
  const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
  const list = fc.array(fc.tuple(gap, gap), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(list, fc.nat(3), blank, (gaps, pick, edge) => {
      const at = pick % gaps.length;
      const values = gaps.map((_, index) => index);
      const inside = gaps.map(([before, after], index) => `${before}${index}${after}`).join(",");
      const text = `{"l": [${inside}],${edge}"o": 1}`;
      const left = remove(text, ["l", at]) ?? "";
      const value = parseJsonText(left, { comments: true })?.value;
      const others = values.filter((each) => each !== at);
      const isGone = others.length === 0 && !/\/[/*]/.test(inside);
      assert.ok(value !== undefined, left);
      if (!isGone) assert.deepEqual(value, { l: others, o: 1 });
      assert.deepEqual(left.match(COMMENTS), text.match(COMMENTS));
    }),
    { numRuns: RUNS },
  );
});

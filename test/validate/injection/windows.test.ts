import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findLongRuns, mayBeText } from "../../../src/validate/injection/matching/encoded-runs.ts";
import { listWindows } from "../../../src/validate/injection/model/windows.ts";

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

test("a short text is one window and a long one has windows of both sizes", () => {
  assert.deepEqual(listWindows(100), [{ scale: "paragraph", start: 0, end: 101 }]);
  const scales = listWindows(2_000).map(({ scale }) => scale);
  assert.deepEqual([...new Set(scales)], ["paragraph", "sentence"]);
});

test("the windows of each size cover the text to its end without a gap", () => {
  const property = fc.property(fc.nat({ max: 20_000 }), (length) => {
    const windows = listWindows(length);
    for (const scale of new Set(windows.map((window) => window.scale))) {
      let covered = 0;
      for (const { start, end } of windows.filter((window) => window.scale === scale)) {
        assert.ok(start <= covered && end > covered);
        covered = end;
      }
      assert.equal(covered, length + 1);
    }
  });
  fc.assert(property, { numRuns });
});

test("long runs are those a pattern would find", () => {
  const parts = fc.constantFrom("a", "Zz9+/", "abcdefghijkl", "=", " ", ".", "é", "-_", "\n", "0".repeat(30));
  const property = fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
    const text = pieces.join("");
    const expected = [...text.matchAll(/[A-Za-z0-9+/_-]{24,}=*/g)].map((match) => match[0]);
    const found = findLongRuns(text).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(found, expected);
  });
  fc.assert(property, { numRuns });
});

test("no run is passed over that decodes to readable text", () => {
  const words = fc.array(fc.constantFrom("Ignore", "tout", "é", "密", "\n", "it.", "\u0000", "😀"), {
    maxLength: 30,
  });
  const encodings = fc.constantFrom("base64", "base64url", "hex");
  const property = fc.property(words, encodings, (parts, encoding) => {
    const plain = parts.join(" ");
    const printable = plain.match(/[\x20-\x7e\n]/g)?.length ?? 0;
    const text = `see ${Buffer.from(plain).toString(encoding)} there`;
    fc.pre(plain.includes(" ") && printable > 0.9 * plain.length);
    for (const run of findLongRuns(text)) assert.equal(mayBeText(text, run), true, text);
  });
  fc.assert(property, { numRuns });
  const path = "src/validate/injection/matching/encoded";
  assert.equal(mayBeText(path, { start: 0, end: path.length }), false);
});

// A full YAML reader is the oracle: whatever ours accepts, it accepts too and reads with the same keys and values.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { renderFile, renderValue } from "../../../src/memory/file/write-frontmatter.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFrontmatter, arbitraryText } from "./arbitrary-frontmatter.ts";

type Pairs = readonly (readonly [string, unknown])[];

/** Null when refused. A line `---` in the source ends it early, so the oracle gets what was really read. */
function readOurs(source: string): { readonly pairs: Pairs; readonly read: string } | null {
  const parsed = parseFrontmatter(`---\n${source}---\n`);
  if (parsed.kind === "broken") return null;
  const pairs = parsed.entries.map(({ key, value }) => [key, value ?? ""] as const);
  return { pairs, read: source.slice(0, parsed.closing - "---\n".length) };
}

function readOracle(source: string, version: "1.1" | "1.2"): Pairs | string {
  const document = parseDocument(source, { schema: "failsafe", version, uniqueKeys: true, strict: true });
  const problem = [...document.errors, ...document.warnings][0];
  if (problem !== undefined) return problem.message;
  const value: unknown = document.toJS({ mapAsMap: true });
  if (value === null || value === "") return [];
  return value instanceof Map ? [...value].map(([key, each]) => [String(key), each ?? ""]) : typeof value;
}

test("what our reader accepts, a YAML 1.2 and a YAML 1.1 reader read with the same keys and values", () => {
  let accepted = 0;
  const law = fc.property(arbitraryFrontmatter, (source) => {
    const ours = readOurs(source);
    if (ours === null) return;
    accepted += Number(ours.pairs.length > 0);
    assert.deepEqual(readOracle(ours.read, "1.2"), ours.pairs);
    assert.deepEqual(readOracle(ours.read, "1.1"), ours.pairs);
  });
  fc.assert(law, { ...LAW_RUNS, numRuns: LAW_RUNS.numRuns * 5 });
  assert.ok(accepted > LAW_RUNS.numRuns / 4, `the law looked at ${accepted} files only`);
});

test("a single line of anything is read alike or not at all", () => {
  const law = fc.property(arbitraryText, (text) => {
    const source = `a: ${text}\n`;
    const ours = readOurs(source);
    if (ours !== null) assert.deepEqual(readOracle(ours.read, "1.2"), ours.pairs);
  });
  fc.assert(law, { ...LAW_RUNS, numRuns: LAW_RUNS.numRuns * 5 });
});

test("what we render, our reader and the oracle read back as it was", () => {
  const value = fc.oneof(arbitraryText, fc.array(arbitraryText, { maxLength: 4 }));
  const law = fc.property(value, (each) => {
    const source = `a: ${renderValue(each)}\n`;
    assert.deepEqual(readOurs(source)?.pairs, [["a", each]]);
    assert.deepEqual(readOracle(source, "1.2"), [["a", each]]);
    assert.deepEqual(readOracle(source, "1.1"), [["a", each]]);
  });
  fc.assert(law, LAW_RUNS);
});

test("a rendered word is a string to readers that know booleans, nulls and numbers", () => {
  const words = [
    "true",
    "No",
    "on",
    "y",
    "null",
    "Null",
    "~",
    "",
    "12",
    "1e3",
    "0x1f",
    ".5",
    "-1",
    "+1",
    "nan",
    ".inf",
    "1_000",
  ];
  const law = fc.property(fc.oneof(fc.constantFrom(...words), arbitraryText), (text) => {
    fc.pre(!/^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?|0|1|0\.\d{1,6}|1\.0)$/.test(text));
    const source = `a: ${renderValue(text)}\n`;
    assert.deepEqual(parseDocument(source, { schema: "core" }).toJS(), { a: text });
    assert.deepEqual(parseDocument(source, { schema: "yaml-1.1", version: "1.1" }).toJS(), { a: text });
  });
  fc.assert(law, LAW_RUNS);
});

test("dates, times and fractions are written plainly, as everybody writes them", () => {
  const text = renderFile(
    { a: "2026-05-01", b: "2026-05-01T09:30:00Z", c: "0.75", d: "0", e: "1.0", f: null },
    "x",
  );
  assert.equal(text, "---\na: 2026-05-01\nb: 2026-05-01T09:30:00Z\nc: 0.75\nd: 0\ne: 1.0\n---\nx");
});

test("a text without a UTF-8 form is mended when it is written", () => {
  assert.equal(renderValue("a\uD800b"), '"a\uFFFDb"');
});

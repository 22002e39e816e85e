import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { type FrontmatterValue, parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { renderFile, renderValue, rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { assertLinear } from "../text/assert-linear.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFrontmatter, arbitraryText } from "./arbitrary-frontmatter.ts";
import { readOracle, readOurs } from "./yaml-oracle.ts";

const { rows, texts } = tablesOf(import.meta.filename);

function read(lines: string): Record<string, FrontmatterValue> | string {
  const parsed = parseFrontmatter(`---\n${lines}\n---\nbody\n`);
  if (parsed.kind === "broken") return `${parsed.rule}:${parsed.line}`;
  return Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value]));
}

const READ = rows<readonly [string, Record<string, FrontmatterValue>]>("read");

const REFUSED = rows<readonly [string, string]>("refused");

for (const [lines, values] of READ) {
  test(`${JSON.stringify(lines)} is read`, () => assert.deepEqual(read(lines), values));
}

for (const [what, lines] of REFUSED) {
  test(`${what} is refused as syntax (§2)`, () => {
    const found = read(lines);
    assert.ok(found === "frontmatter-syntax:2" || found === "frontmatter-syntax:3", String(found));
  });
}

test("a key may stand once only, however it is written the second time (§2)", () => {
  assert.equal(read("name: a\ntype: b\nname: 'a'"), "duplicate-key:4");
  assert.equal(read("name: a\nname:"), "duplicate-key:3");
  assert.equal(read('name: a\n"name": b'), "frontmatter-syntax:3");
  assert.deepEqual(read("name: a\nName: b"), { name: "a", Name: "b" });
});

test("keys that every object has are ordinary keys", () => {
  assert.deepEqual(read("constructor: a\ntoString: b"), { constructor: "a", toString: "b" });
});

const BROKEN = rows<readonly [string, string, string]>("broken");

for (const [what, text, rule] of BROKEN) {
  test(`${what} is ${rule}`, () => {
    const parsed = parseFrontmatter(text);
    assert.equal(parsed.kind === "broken" ? parsed.rule : parsed.kind, rule);
    assert.equal(rewriteFrontmatter(text, { name: "b" }), null);
    assert.deepEqual(
      parseMemory(text).problems.map((problem) => `${problem.level} ${problem.rule}`),
      [`struct ${rule}`],
    );
  });
}

test("no text makes the reader throw", () => {
  const fenced = arbitraryText.map((text) => `---\n${text}\n---\n`);
  const law = fc.property(fc.oneof(arbitraryText, fenced), (text) => {
    parseFrontmatter(text);
    parseMemory(text);
    rewriteFrontmatter(text, { name: "b", constructor: null });
  });
  fc.assert(law, LAW_RUNS);
});

const FLOODS: readonly (readonly [string, (chars: number) => string])[] = [
  ["opening brackets", (chars) => `a: ${"[".repeat(chars)}\n`],
  ["double quotes", (chars) => `a: ${'"'.repeat(chars)}\n`],
  ["single quotes", (chars) => `a: ${"'".repeat(chars + 1)}\n`],
  ["escapes", (chars) => `a: "${"\\n".repeat(chars / 2)}"\n`],
  ["items", (chars) => `a: [${"a,".repeat(chars / 2)}]\n`],
  ["spaces", (chars) => `a: ${" ".repeat(chars)}b${" ".repeat(chars)}\n`],
  ["hashes", (chars) => `a: b${" #".repeat(chars / 2)}\n`],
  ["colons", (chars) => `a: b${":".repeat(chars)}c\n`],
  ["key letters", (chars) => "k".repeat(chars)],
  ["keys", (chars) => Array.from({ length: chars / 8 }, (_, at) => `k${at}: a\n`).join("")],
  ["blank lines", (chars) => "\n".repeat(chars)],
  ["fences of one dash too many", (chars) => "----\n".repeat(chars / 5)],
];

for (const [what, make] of FLOODS) {
  test(`64 KiB of ${what} are read in linear time`, () => {
    assertLinear(
      (chars) => `---\n${make(chars)}---\n`,
      (text) => parseMemory(text),
    );
  });
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
  const words = texts("words");
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

// Memory files. Attack: a file that two readers read differently, or that means something else once it was written again.

import assert from "node:assert/strict";
import fc from "fast-check";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { arrangeFile, renderMarked, sourceOf } from "../../../src/memory/file/source.ts";
import { renderFile, rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { arbitraryFrontmatter, arbitraryText } from "../../memory/file/arbitrary-frontmatter.ts";
import { arbitraryBody, arbitraryFields } from "../../memory/file/arbitrary-memory.ts";
import { readOracle, readOurs } from "../../memory/file/yaml-oracle.ts";
import { openedAs, type Target, textOf } from "../target.ts";

const whole = fc.tuple(arbitraryFields, arbitraryBody).map(([fields, body]) => renderFile(fields, body));
const typed = fc.tuple(arbitraryFrontmatter, arbitraryBody).map(([lines, body]) => `---\n${lines}---${body}`);
const made = fc.oneof(whole, typed, arbitraryText).map((text) => ({ text }));

export const codec: Target = {
  name: "codec",
  promises: "one reading, the same as a YAML reader's; what is written again means the same",
  quick: 1_000,
  open: async () => openedAs({ made, read: (value) => textOf(value)?.toWellFormed() ?? null, check }),
};

function check(text: string): void {
  const frontmatter = parseFrontmatter(text);
  const rewritten = rewriteFrontmatter(text, { name: "changed", tags: null });
  assert.equal(rewritten === null, frontmatter.kind === "broken");
  checkOracle(text);
  if (frontmatter.kind === "broken") return;
  for (const { value } of frontmatter.entries) assert.ok(JSON.stringify(value).isWellFormed());
  checkRewritten(text, rewritten ?? "");
  checkWhole(text);
}

/** What stands between the fences, whatever ends its lines. */
function checkOracle(text: string): void {
  const lines = /^\uFEFF?---\r?\n([\s\S]*)$/.exec(text)?.[1];
  const ours = lines === undefined ? null : readOurs(lines);
  if (ours === null) return;
  assert.deepEqual(readOracle(ours.read, "1.2"), ours.pairs, "a YAML 1.2 reader reads something else");
  assert.deepEqual(readOracle(ours.read, "1.1"), ours.pairs, "a YAML 1.1 reader reads something else");
}

function checkRewritten(text: string, rewritten: string): void {
  const [before, after] = [valuesOf(text), valuesOf(rewritten)];
  const { name: _, tags: __, ...rest } = before.values;
  assert.deepEqual(after.values, { ...rest, name: "changed" }, "a rewrite changed another key");
  assert.equal(after.body, before.body, "a rewrite changed the body");
}

/** The order of keys does not count here; each stands once. */
function valuesOf(text: string) {
  const read = parseFrontmatter(text);
  assert.ok(read.kind === "frontmatter", "what was written cannot be read");
  const values = Object.fromEntries(read.entries.map(({ key, value }) => [key, value]));
  return { values, body: text.slice(read.bodyStart) };
}

/** Whatever the view may write, as of a memory that was taken out of use. */
const MARKS = {
  "trust-level": "quarantined",
  "last-verified": "2026-05-01",
  status: "retired",
  "created-at": "2026-05-01T09:30:00Z",
  "retired-at": "2026-05-01T09:30:00Z",
  "quarantine-reason": "doubtful",
  origin: "import",
};

function checkWhole(text: string): void {
  const parsed = parseMemory(text);
  if (parsed.kind !== "memory") return;
  const { memory } = parsed;
  const { values, body } = valuesOf(text);
  const rendered = renderFile(values, body);
  assert.equal(renderFile(valuesOf(rendered).values, valuesOf(rendered).body), rendered, "rendering twice");
  const arranged = arrangeFile(text);
  assert.equal(arrangeFile(arranged), arranged, "arranging twice");
  assert.equal(sourceOf(arranged), sourceOf(text), "the source changed by arranging");
  const marked = renderMarked(sourceOf(text) ?? "", MARKS);
  const read = parseMemory(marked ?? "");
  assert.ok(read.kind === "memory", `with its marks it is no memory: ${JSON.stringify(read.problems)}`);
  assert.equal(sourceOf(marked ?? ""), sourceOf(text), "the source changed by its marks");
  for (const again of [rendered, arranged, text.replace(/^\uFEFF/, ""), windowsOf(text)]) {
    const read = parseMemory(again);
    assert.ok(read.kind === "memory", `it was a memory, and is none: ${JSON.stringify(read.problems)}`);
    assert.deepEqual(read.memory, memory);
    assert.equal(digestMemory(read.memory), digestMemory(memory));
  }
}

/** A lone carriage return would become half of a line end. */
function windowsOf(text: string): string {
  const unix = text.replaceAll("\r\n", "\n");
  return unix.includes("\r") ? text : unix.replaceAll("\n", "\r\n");
}

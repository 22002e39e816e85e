import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { assertLinear } from "../text/assert-linear.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryText } from "./arbitrary-frontmatter.ts";

const LAUGHS = ["a: &a [lol, lol]", "b: &b [*a, *a]", "c: &c [*b, *b]", "d: [*c, *c]"].join("\n");

const BROKEN: readonly (readonly [string, string, string])[] = [
  ["an empty file", "", "frontmatter-missing"],
  ["a file without frontmatter", "# Title\n", "frontmatter-missing"],
  ["a script behind the fence", "---js\n({ name: 1 })\n---\n", "frontmatter-missing"],
  ["a fence with a space behind it", "--- \nname: a\n---\n", "frontmatter-missing"],
  ["a blank line before the fence", "\n---\nname: a\n---\n", "frontmatter-missing"],
  ["two byte order marks", "\uFEFF\uFEFF---\nname: a\n---\n", "frontmatter-missing"],
  ["a directive before the fence", "%YAML 1.2\n---\nname: a\n---\n", "frontmatter-missing"],
  ["a fence alone", "---", "frontmatter-unclosed"],
  ["a fence that never closes", "---\nname: a\n", "frontmatter-unclosed"],
  ["an end of document for a fence", "---\nname: a\n...\n", "frontmatter-syntax"],
  ["a closing fence with a dash too many", "---\nname: a\n----\n", "frontmatter-syntax"],
  ["a closing fence before a lone carriage return", "---\nname: a\n---\r", "frontmatter-syntax"],
  ["old Mac line ends", "---\rname: a\r---\r", "frontmatter-missing"],
  ["aliases that multiply", `---\n${LAUGHS}\n---\n`, "frontmatter-syntax"],
  [
    "conflict markers",
    "---\n<<<<<<< ours\nname: a\n=======\nname: b\n>>>>>>> theirs\n---\n",
    "frontmatter-syntax",
  ],
  ["a NUL", "---\nname: a\0b\n---\n", "frontmatter-syntax"],
];

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

import assert from "node:assert/strict";
import { test } from "node:test";
import { type FrontmatterValue, parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";

function read(lines: string): Record<string, FrontmatterValue> | string {
  const parsed = parseFrontmatter(`---\n${lines}\n---\nbody\n`);
  if (parsed.kind === "broken") return `${parsed.rule}:${parsed.line}`;
  return Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value]));
}

const READ: readonly (readonly [string, Record<string, FrontmatterValue>])[] = [
  ["name: a b", { name: "a b" }],
  ["name:   a b   ", { name: "a b" }],
  ["name: a # why", { name: "a" }],
  ["name: a#b", { name: "a#b" }],
  ["name: a:b", { name: "a:b" }],
  ["name: -a", { name: "-a" }],
  ["name: ?a", { name: "?a" }],
  ["name: 'it''s # not: a comment'", { name: "it's # not: a comment" }],
  ['name: "a \\"b\\" \\u00e9\\t\\U0001F600"', { name: 'a "b" \u00E9\t\u{1F600}' }],
  ['name: "a\tb" # c\td', { name: "a\tb" }],
  ['name: ""', { name: "" }],
  ["name:", { name: null }],
  ["name: # nothing yet", { name: null }],
  ["name: null\nb: true\nc: 012", { name: "null", b: "true", c: "012" }],
  ["tags: []", { tags: [] }],
  ["tags: [a, 'b, c', \"d]\", ]", { tags: ["a", "b, c", "d]"] }],
  ["tags: [a b , c:d]", { tags: ["a b", "c:d"] }],
  ["\n  # comment\na: b\n\n# end", { a: "b" }],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ["a quoted key", '"name": a'],
  ["a key without a space after its colon", "name:a"],
  ["an indented key", " name: a"],
  ["a key behind a tab", "\tname: a"],
  ["a tab for a space after the colon", "name:\ta"],
  ["a tab in a plain value", "name: a\tb"],
  ["a tab behind a value", 'name: "a"\t'],
  ["a line of tabs", "\t"],
  ["a comment behind a tab", "\t# x"],
  ["an anchor", "name: &a b"],
  ["an alias", "name: *a"],
  ["a tag", "name: !!str a"],
  ["a literal block", "name: |"],
  ["a folded block", "name: >-"],
  ["a block list", "tags:\n- a"],
  ["a list item for a value", "name: - a"],
  ["an explicit key", "? name"],
  ["a question for a value", "name: ? a"],
  ["a nested map", "name:\n  a: b"],
  ["a map on one line", "name: {a: b}"],
  ["a map in a list", "tags: [{a: b}]"],
  ["a pair in a list", "tags: [a: b]"],
  ["a pair with a quoted key in a list", 'tags: ["a":b]'],
  ["a list in a list", "tags: [[a]]"],
  ["a lone dash in a list", "tags: [-]"],
  ["a lone question mark in a list", "tags: [?, a]"],
  ["a missing item", "tags: [a,,b]"],
  ["a list without an end", "tags: [a, b"],
  ["a list over two lines", "tags: [a,\n b]"],
  ["text behind a list", "tags: [a] b"],
  ["a comment glued to a list", "tags: [a]# b"],
  ["a second colon", "name: a: b"],
  ["a colon at the end", "name: a:"],
  ["a quote without an end", 'name: "a'],
  ["a single quote without an end", "name: 'a''"],
  ["text behind a quote", 'name: "a" b'],
  ["an unknown escape", 'name: "\\q"'],
  ["half an escape", 'name: "\\u12"'],
  ["a surrogate by escape", 'name: "\\ud83d\\ude00"'],
  ["an escape beyond Unicode", 'name: "\\U00110000"'],
  ["a continued line", "name: a\n  b"],
  ["a reserved indicator", "name: @a"],
  ["a merge key", "<<: *a"],
  ["a directive", "%YAML 1.2"],
  ["an end of document", "..."],
  ["a conflict marker", "<<<<<<< ours"],
  ["a key of a thousand letters", `${"k".repeat(1000)}: a`],
  ["a carriage return in a comment", "# a\rname: b"],
  ["a next-line character in a comment", "# a\u0085name: b"],
  ["a line separator in a value", "name: a\u2028b"],
  ["a byte order mark in a value", "name: \uFEFFa"],
  ["an escape character", "name: \u001B[31m"],
  ["a lone surrogate", "name: \uD800"],
];

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

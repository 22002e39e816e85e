import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FrontmatterValue, parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { renderMarked, sourceOf } from "../../../src/memory/file/source.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryFrontmatter, arbitraryText } from "./arbitrary-frontmatter.ts";
import { arbitraryBody } from "./arbitrary-memory.ts";

const CHANGED_KEYS = ["name", "tags", "type", "trust-level", "last-verified", "constructor", "a"];

const arbitraryChanges: fc.Arbitrary<FrontmatterChanges> = fc.dictionary(
  fc.constantFrom(...CHANGED_KEYS),
  fc.oneof(arbitraryText, fc.array(arbitraryText, { maxLength: 3 }), fc.constant(null)),
  { maxKeys: 4, noNullPrototype: true },
);
/** Files that our reader accepts, with comments, odd quoting, unknown keys, CRLF and byte order marks. */
const arbitraryFile = fc
  .tuple(fc.constantFrom("", "\uFEFF"), arbitraryFrontmatter, arbitraryBody)
  .map(
    ([mark, frontmatter, body]) =>
      `${mark}---${frontmatter.endsWith("\r\n") ? "\r\n" : "\n"}${frontmatter}---\n${body}`,
  )
  .filter((text) => parseFrontmatter(text).kind === "frontmatter");

type Read = {
  readonly values: ReadonlyMap<string, FrontmatterValue>;
  readonly lines: readonly string[];
  readonly body: string;
};

function read(text: string): Read {
  const parsed = parseFrontmatter(text);
  assert.ok(parsed.kind === "frontmatter", text);
  return {
    values: new Map(parsed.entries.map(({ key, value }) => [key, value])),
    lines: text.slice(0, parsed.closing).split("\n"),
    body: text.slice(parsed.closing),
  };
}

function rewrite(text: string, changes: FrontmatterChanges): string {
  const rewritten = rewriteFrontmatter(text, changes);
  assert.ok(rewritten !== null);
  return rewritten;
}

test("a rewrite shows exactly its changes when it is parsed again, and keeps the order of keys", () => {
  const law = fc.property(arbitraryFile, arbitraryChanges, (text, changes) => {
    const expected = new Map(read(text).values);
    for (const [key, value] of Object.entries(changes)) {
      if (value !== null) expected.set(key, value);
      else expected.delete(key);
    }
    assert.deepEqual([...read(rewrite(text, changes)).values], [...expected]);
  });
  fc.assert(law, LAW_RUNS);
});

test("a rewrite leaves every other line, its comments, its line end and the body as they were, byte for byte", () => {
  const law = fc.property(arbitraryFile, arbitraryChanges, (text, changes) => {
    const isTouched = (line: string): boolean =>
      Object.keys(changes).some((key) => line.startsWith(`${key}:`));
    const before = read(text);
    const after = read(rewrite(text, changes));
    assert.equal(after.body, before.body);
    assert.deepEqual(
      after.lines.filter((line) => !isTouched(line)),
      before.lines.filter((line) => !isTouched(line)),
    );
  });
  fc.assert(law, LAW_RUNS);
});

test("rewriting to the present values is the identity", () => {
  const law = fc.property(arbitraryFile, (text) => {
    const present = Object.fromEntries([...read(text).values].filter(([, value]) => value !== null));
    assert.equal(rewrite(text, present), text);
    assert.equal(rewrite(text, {}), text);
    assert.equal(rewrite(text, { "never-there": null }), text);
  });
  fc.assert(law, LAW_RUNS);
});

test("a mark without a value is no part of the source, so the view writes it once", () => {
  const text = "---\nname: ab\ndescription: c\ntype: user\nstatus: # nothing yet\n---\nbody\n";
  const marked = renderMarked(sourceOf(text) ?? "", { status: "retired" });
  assert.equal(marked, "---\nname: ab\ndescription: c\ntype: user\nstatus: retired\n---\nbody\n");
});

test("rewriting twice is rewriting once", () => {
  const law = fc.property(arbitraryFile, arbitraryChanges, (text, changes) => {
    const once = rewrite(text, changes);
    assert.equal(rewrite(once, changes), once);
  });
  fc.assert(law, LAW_RUNS);
});

test("a Windows file keeps its mark, line ends, comments and unknown keys through a rewrite", () => {
  const text =
    "\uFEFF---\r\n# head\r\nname: 'a' # n\r\nx-own: [ 1,2 ]\r\ntrust-level: inferred\r\nempty: # e\r\n---\r\nbody\r\n";
  assert.equal(
    rewrite(text, { name: "b: c", "trust-level": null, empty: "full", "last-verified": "2026-05-01" }),
    '\uFEFF---\r\n# head\r\nname: "b: c" # n\r\nx-own: [ 1,2 ]\r\nempty: full # e\r\nlast-verified: 2026-05-01\r\n---\r\nbody\r\n',
  );
});

test("a file whose own keys are named like parts of an object is rewritten like any other", () => {
  const text = "---\nconstructor: a\ntoString: b\n---\n";
  assert.equal(rewrite(text, { name: "c" }), "---\nconstructor: a\ntoString: b\nname: c\n---\n");
});

test("a key without a value takes one in its place", () => {
  assert.equal(rewrite("---\na:\nb: c\n---\n", { a: "d" }), "---\na: d\nb: c\n---\n");
});

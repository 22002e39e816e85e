import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { renderFile } from "../../../src/memory/file/write-frontmatter.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryBody, arbitraryFields, type FrontmatterRecord } from "./arbitrary-memory.ts";

/** What a memory of these fields must be, written down apart from the code under test. */
function expectMemory(fields: FrontmatterRecord, body: string): Record<string, unknown> {
  const camel = (key: string): string =>
    key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const { "trust-level": tier, confidence, ...others } = fields;
  return Object.assign(
    Object.fromEntries(Object.entries(others).map(([key, value]) => [camel(key), value])),
    {
      tier,
      status: fields["status"] ?? "active",
      tags: fields["tags"] ?? [],
      cues: fields["cues"] ?? [],
      contradicts: fields["contradicts"] ?? [],
      taint: fields["taint"] ?? [],
      relatedFiles: fields["related-files"] ?? [],
      confidence: typeof confidence === "string" ? Number(confidence) : null,
      body: body.replaceAll("\r\n", "\n"),
    },
  );
}

function parse(text: string): Memory {
  const parsed = parseMemory(text);
  assert.ok(parsed.kind === "memory", JSON.stringify(parsed.problems));
  return parsed.memory;
}

test("any valid memory that is rendered is parsed to the same values (parse after render is the identity)", () => {
  const law = fc.property(arbitraryFields, arbitraryBody, (fields, body) => {
    assert.deepEqual(parse(renderFile(fields, body)), expectMemory(fields, body));
  });
  fc.assert(law, LAW_RUNS);
});

test("a parsed file that is rendered from its values is the same file, byte for byte", () => {
  const law = fc.property(arbitraryFields, arbitraryBody, (fields, body) => {
    const text = renderFile(fields, body);
    const parsed = parseFrontmatter(text);
    assert.ok(parsed.kind === "frontmatter");
    const values = Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value]));
    assert.equal(renderFile(values, text.slice(parsed.bodyStart)), text);
  });
  fc.assert(law, LAW_RUNS);
});

test("CRLF and a byte order mark change no value", () => {
  const law = fc.property(arbitraryFields, arbitraryBody, (fields, body) => {
    const text = renderFile(fields, body.replaceAll("\r", ""));
    const windows = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    assert.deepEqual(parse(windows), parse(text));
  });
  fc.assert(law, LAW_RUNS);
});

test("line numbers, offsets and the body's place are those of the file", () => {
  const text = '\uFEFF---\r\n# c\r\nname: "a b" # d\r\n\r\ntype:\r\n---\r\nbody\r\n';
  const parsed = parseFrontmatter(text);
  assert.ok(parsed.kind === "frontmatter");
  const [name, type] = parsed.entries;
  assert.equal(text.slice(name?.valueStart, name?.valueEnd), '"a b"');
  assert.equal(text.slice(name?.lineStart, name?.lineEnd), 'name: "a b" # d\r\n');
  assert.deepEqual([name?.line, type?.line, parsed.bodyLine], [3, 5, 7]);
  assert.equal(text.slice(parsed.bodyStart), "body\r\n");
  assert.equal(text.slice(parsed.closing, parsed.bodyStart), "---\r\n");
  assert.equal(parsed.lineEnding, "\r\n");
});

test("a body may hold fences, front matter and anything else", () => {
  const body = "---\nname: other\n---\n```yaml\n---\n```\n...\n%YAML\n\tx";
  assert.equal(parse(`---\nname: ab\ndescription: c\ntype: user\n---\n${body}`).body, body);
});

test("only CRLF is read as LF: a lone carriage return stays", () => {
  assert.equal(parse("---\nname: ab\ndescription: c\ntype: user\n---\na\rb\r\nc\n").body, "a\rb\nc\n");
});

test("the same text again is not parsed anew, and another text is", () => {
  const textOf = (name: string): string =>
    `---\nname: ${name}\ndescription: d\ntype: project\ntrust-level: inferred\n---\nSome body.\n`;
  const first = parseMemory(textOf("one"));
  assert.equal(parseMemory(`${textOf("one")}`), first);
  const second = parseMemory(textOf("two"));
  assert.deepEqual(
    [first, second, parseMemory(textOf("one"))].map((each) => each.kind === "memory" && each.memory.name),
    ["one", "two", "one"],
  );
});

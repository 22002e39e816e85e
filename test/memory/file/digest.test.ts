// The digest is what a person approves. Its vectors are frozen: a digest that changes takes every approval with it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { type DigestedContent, digestMemory, renderCanonical } from "../../../src/memory/file/digest.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { renderFile } from "../../../src/memory/file/write-frontmatter.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";
import { arbitraryBody, arbitraryFields } from "./arbitrary-memory.ts";

const { rows } = tablesOf(import.meta.filename);

const PLAIN: DigestedContent = {
  type: "feedback",
  category: null,
  name: "Merge policy",
  description: "Wait for every check",
  tags: [],
  cues: [],
  contradicts: [],
  body: "Never merge while a check is running.\n",
};
/** RFC 8785 by hand: keys in order, no space, the shortest escapes, everything else raw. */
const PLAIN_CANONICAL =
  '{"body":"Never merge while a check is running.\\n","category":null,"contradicts":[],"cues":[],"description":"Wait for every check","name":"Merge policy","tags":[],"type":"feedback","v":1}';
const PLAIN_DIGEST = "4eeca6f5c4a324c8a4258509c6b5360d2b32b5b9a21092ccc96bd83cc4ad7153";

const ODD: DigestedContent = {
  type: "user",
  category: "tech_debt",
  name: "ab",
  description: "d\\e",
  tags: ["b", "a", "\u20AC"],
  cues: ["wo z\u00E4hlt es?", '"x"'],
  contradicts: ["user_b", "project_a"],
  body: '\nA "quote", a tab\t, caf\u00E9, \u{1F600} and \u007F.\n',
};
const ODD_CANONICAL =
  '{"body":"\\nA \\"quote\\", a tab\\t, caf\u00E9, \u{1F600} and \u007F.\\n","category":"tech_debt","contradicts":["user_b","project_a"],"cues":["wo z\u00E4hlt es?","\\"x\\""],"description":"d\\\\e","name":"ab","tags":["b","a","\u20AC"],"type":"user","v":1}';
const ODD_DIGEST = "279a999ec0e5ffcebbb982c3990de087c70ecb07d891f486e069ca9ce7248cfc";

function digestOf(text: string): string {
  const parsed = parseMemory(text);
  assert.ok(parsed.kind === "memory", JSON.stringify(parsed.problems));
  return digestMemory(parsed.memory);
}

test("the frozen digests are those of the canonical form written by hand", () => {
  const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
  assert.equal(sha256(PLAIN_CANONICAL), PLAIN_DIGEST);
  assert.equal(digestMemory(PLAIN), PLAIN_DIGEST);
  assert.equal(sha256(ODD_CANONICAL), ODD_DIGEST);
  assert.equal(digestMemory(ODD), ODD_DIGEST);
});

test("the digest is that of the canonical form, whatever the texts hold", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\\ud83d", "\\\\ud800", "\u{1F600}\u0000\u2028"),
  );
  const law = fc.property(text, fc.array(text), text, (name, tags, body) => {
    const content = { ...PLAIN, name, tags, body };
    const canonical = renderCanonical({ v: 1, ...content });
    assert.equal(digestMemory(content), createHash("sha256").update(canonical, "utf8").digest("hex"));
  });
  fc.assert(law, LAW_RUNS);
  assert.throws(() => digestMemory({ ...PLAIN, body: "half a character: \ud83d" }));
});

test("the digest of a file is that of its values", () => {
  const frontmatter = "name: Merge policy\ndescription: 'Wait for every check'\ntype: feedback\n";
  assert.equal(digestOf(`---\n${frontmatter}---\n${PLAIN.body}`), PLAIN_DIGEST);
});

test("CRLF and a byte order mark do not change the digest", () => {
  const law = fc.property(arbitraryFields, arbitraryBody, (fields, body) => {
    const text = renderFile(fields, body.replaceAll("\r", ""));
    assert.equal(digestOf(`\uFEFF${text.replaceAll("\n", "\r\n")}`), digestOf(text));
  });
  fc.assert(law, LAW_RUNS);
});

test("no field of trust, status or provenance changes the digest", () => {
  const law = fc.property(arbitraryFields, arbitraryFields, arbitraryBody, (fields, others, body) => {
    const isContent = ([key]: [string, unknown]): boolean =>
      ["name", "description", "type", "category", "tags", "cues", "contradicts"].includes(key);
    const content = Object.fromEntries(Object.entries(fields).filter(isContent));
    const mixed = { ...others, ...content, "x-unknown": "anything" };
    assert.equal(digestOf(renderFile(mixed, body)), digestOf(renderFile(fields, body)));
  });
  fc.assert(law, LAW_RUNS);
});

const CHANGED = rows<readonly [string, Partial<DigestedContent>]>("changed");

for (const [what, change] of CHANGED) {
  test(`changing ${what} changes the digest`, () => {
    assert.notEqual(digestMemory({ ...PLAIN, ...change }), PLAIN_DIGEST);
  });
}

for (const list of ["tags", "cues", "contradicts"] as const)
  test(`the order of ${list} and the border between them count`, () => {
    const digests = [["a", "b"], ["b", "a"], ["ab"], ["a,b"], ["a", "b", "b"]].map((items) =>
      digestMemory({ ...PLAIN, [list]: items }),
    );
    assert.equal(new Set(digests).size, 5);
  });

test("one text as a tag, a cue or a contradicted memory is three contents", () => {
  const digests = (["tags", "cues", "contradicts"] as const).map((list) =>
    digestMemory({ ...PLAIN, [list]: ["project_a"] }),
  );
  assert.equal(new Set([...digests, PLAIN_DIGEST]).size, 4);
});

test("the digest of a file with cues and contradicted memories is that of its values", () => {
  const body = PLAIN.body;
  const text = (lines: string): string =>
    `---\nname: Merge policy\ndescription: Wait for every check\ntype: feedback\n${lines}---\n${body}`;
  const given = { cues: ["when to merge", "a red check"], contradicts: ["project_old"] };
  const lines = "cues: [when to merge, a red check]\ncontradicts: [project_old]\n";
  assert.equal(digestOf(text(lines)), digestMemory({ ...PLAIN, ...given }));
  assert.equal(digestOf(text(lines)), "935aacd0cae673da58c72011ad0d879409b05ae180e2f60ffc2a5b1bdebdd042");
  assert.equal(digestOf(text("cues: []\ncontradicts: []\n")), PLAIN_DIGEST);
});

test("two contents have one digest only if they are the same", () => {
  const lists = fc.record(
    {
      cues: fc.array(fc.constantFrom("when", "where it is"), { maxLength: 2 }),
      contradicts: fc.array(fc.constantFrom("project_a", "user_b"), { maxLength: 2 }),
    },
    { noNullPrototype: true },
  );
  const content = fc.tuple(arbitraryFields, arbitraryBody, lists).map(([fields, body, more]) => {
    const parsed = parseMemory(renderFile(fields, body));
    assert.ok(parsed.kind === "memory");
    const { type, category, name, description, tags, body: read } = parsed.memory;
    return { type, category, name, description, tags, ...more, body: read };
  });
  const law = fc.property(content, content, (a, b) => {
    assert.equal(digestMemory(a) === digestMemory(b), JSON.stringify(a) === JSON.stringify(b));
    const withOthers = { ...a, cues: b.cues, contradicts: b.contradicts };
    const isSame = JSON.stringify(a) === JSON.stringify(withOthers);
    assert.equal(digestMemory(a) === digestMemory(withOthers), isSame);
  });
  fc.assert(law, LAW_RUNS);
});

test("a value that JSON has no word for has no canonical form", () => {
  assert.throws(() => renderCanonical(undefined), TypeError);
  assert.throws(() => renderCanonical("\uD800"), /surrogate/i);
});

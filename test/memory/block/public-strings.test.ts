// Strings that others collected because they broke something. The collections lie beside a developer's checkout and are
// no part of this repository; where they are absent the test says so, and our own handful always runs.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { renderBlock } from "../../../src/memory/block/block.ts";
import { sanitizeLine, sanitizeTag, sanitizeText } from "../../../src/memory/text/sanitize.ts";
import { parseBlock } from "../../fixture/parse-block.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { NEVER_SHOWN } from "../text/hostile-text.ts";
import { inputOf } from "./block-sample.ts";

const { texts } = tablesOf(import.meta.filename);

const FIXTURES = join(import.meta.dirname, "..", "..", "..", "..", "shared", "data", "fixtures");
const OWN_STRINGS = texts("own strings");

function readStrings(t: TestContext, name: string): string[] {
  const path = join(FIXTURES, name);
  if (!existsSync(path)) {
    t.diagnostic(`${name} is not here: only this project's own strings were tried`);
    return OWN_STRINGS;
  }
  const text = readFileSync(path, "utf8");
  const rows: unknown[] = name.endsWith(".jsonl")
    ? text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line).text)
    : JSON.parse(text);
  return [...OWN_STRINGS, ...rows.filter((row) => typeof row === "string")];
}

for (const name of ["naughty-strings.json", "idnotbe_adversarial_strings.jsonl"]) {
  test(`no string of ${name} breaks out of any field`, (t) => {
    for (const text of readStrings(t, name)) {
      const entry = { label: text, name: text, path: text, tags: [text], date: text, excerpt: text };
      const block = renderBlock({
        ...inputOf(entry, {}),
        source: text,
        descriptions: { [text]: text, decision: text },
      });
      const parsed = parseBlock(block.text);
      assert.ok(parsed.kind === "block" && parsed.entries.length === 2, text);
      assert.doesNotMatch(block.text, NEVER_SHOWN, text);
      for (const clean of [sanitizeTag, (dirty: string) => sanitizeLine(dirty, 120)]) {
        assert.equal(clean(clean(text)), clean(text), text);
      }
      assert.equal(sanitizeText(sanitizeText(text, 5000), 5000), sanitizeText(text, 5000), text);
    }
  });
}

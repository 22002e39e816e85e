import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitizeText } from "../../../src/memory/text/sanitize.ts";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows, texts } = tablesOf(import.meta.filename);

function rulesThatFire(text: string): string[] {
  return checkInjection("note.md", text, NO_CONTEXT).findings.map(({ rule }) => rule);
}

const HIDDEN = rows<readonly [text: string, rule: string]>("hidden");

test("characters that hide something are flagged", () => {
  for (const [text, rule] of HIDDEN)
    assert.deepEqual([...new Set(rulesThatFire(text))], [rule], JSON.stringify(text));
});

const LEGITIMATE = texts("legitimate");

test("characters that real writing needs are not", () => {
  for (const text of LEGITIMATE) assert.deepEqual(rulesThatFire(text), [], JSON.stringify(text));
});

test("every character that the sanitizer drops between letters is flagged", () => {
  let dropped = 0;
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const text = isSurrogate ? "" : `ab${String.fromCodePoint(code)}cd`;
    if (isSurrogate || sanitizeText(text, 100) !== "abcd") continue;
    dropped += 1;
    if (rulesThatFire(text).length === 0) missed.push(code.toString(16));
  }
  assert.ok(dropped > 4_000, String(dropped));
  assert.deepEqual(missed, []);
});

test("the finding points at the hidden character", () => {
  const { findings } = checkInjection("note.md", "one\ntwo\u200b three", NO_CONTEXT);
  assert.deepEqual(findings, [
    {
      rule: "zero-width-character",
      severity: "notice",
      line: 2,
      column: 4,
      message: "looks like an invisible character",
    },
  ]);
});

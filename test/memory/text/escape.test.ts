import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeMarkup } from "../../../src/memory/text/sanitize.ts";
import { isEscaped, unescapeMarkup } from "../../fixture/escaped-text.ts";
import { hostileText, LAW_RUNS } from "./hostile-text.ts";

test("the five characters of markup are escaped and nothing else is", () => {
  assert.equal(escapeMarkup(`a&b<c>d"e'f;`), "a&amp;b&lt;c&gt;d&quot;e&#39;f;");
});

test("reading undoes exactly one escaping and leaves other entities alone", () => {
  assert.equal(unescapeMarkup("&amp;lt; &nbsp; &#39; &#x27;"), "&lt; &nbsp; ' &#x27;");
});

test("what is escaped is told from what is not", () => {
  assert.ok(isEscaped("a &amp; b &#39;"));
  for (const text of ["<", "a & b", "&am", "it's", "&nbsp;"]) assert.ok(!isEscaped(text), text);
});

test("any text comes back from being escaped", () => {
  const law = fc.property(hostileText, (text) => {
    assert.ok(isEscaped(escapeMarkup(text)));
    assert.equal(unescapeMarkup(escapeMarkup(text)), text);
  });
  fc.assert(law, LAW_RUNS);
});

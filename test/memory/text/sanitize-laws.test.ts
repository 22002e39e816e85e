import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  renderLine,
  renderTag,
  renderText,
  sanitizeKey,
  sanitizeLine,
  sanitizeTag,
  sanitizeText,
} from "../../../src/memory/text/sanitize.ts";
import { isEscaped, unescapeMarkup } from "../../fixture/escaped-text.ts";
import { countChars, hostileText, LAW_RUNS, NEVER_SHOWN, TWO_SELECTORS } from "./hostile-text.ts";

const charsMax = fc.nat({ max: 60 });
/** As the seed's reader of index lines splits them. */
const INDEX_LINE = /^-\s+\[([A-Z_]+)\]\s+(.+?)\s+->\s+(\S+)(?:\s+#tags:(.+))?$/;

function assertClean(text: string): void {
  assert.doesNotMatch(text, NEVER_SHOWN);
  assert.doesNotMatch(text, TWO_SELECTORS);
  assert.doesNotMatch(text, /\p{M}{9}/u);
  assert.doesNotMatch(text, /^\p{M}/mu);
  assert.equal(text, text.normalize("NFC"));
}

test("a clean line is one trimmed line without hidden characters, separators or marker", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    const clean = sanitizeLine(text, max);
    assertClean(clean);
    assert.ok(countChars(clean) <= max);
    assert.doesNotMatch(clean, /[^\S ]| {2}|^ | $/);
    assert.doesNotMatch(clean, /(?:^| )->(?: |$)/);
    assert.doesNotMatch(clean, /#tags:|\(\s*inferred\s*\)/i);
  });
  fc.assert(law, LAW_RUNS);
});

test("a clean text has no hidden characters but line ends and tabs", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    const clean = sanitizeText(text, max);
    assertClean(clean);
    assert.ok(countChars(clean) <= max);
  });
  fc.assert(law, LAW_RUNS);
});

test("a clean tag has no comma, white space or capital and at most forty characters", () => {
  const law = fc.property(hostileText, (text) => {
    const clean = sanitizeTag(text);
    assertClean(clean);
    assert.ok(countChars(clean) <= 40);
    assert.doesNotMatch(clean, /[,\s]|#tags:|\(inferred\)/i);
    assert.equal(clean, clean.toLowerCase());
  });
  fc.assert(law, LAW_RUNS);
});

test("cleaning what is clean changes nothing", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    for (const clean of [
      (dirty: string) => sanitizeLine(dirty, max),
      (dirty: string) => sanitizeText(dirty, max),
      sanitizeTag,
      sanitizeKey,
    ]) {
      const once = clean(text);
      assert.equal(clean(once), once);
    }
  });
  fc.assert(law, LAW_RUNS);
});

test("rendered text is escaped, has no cut entity, and reads back as the clean text", () => {
  const law = fc.property(hostileText, charsMax, (text, max) => {
    assert.ok(
      isEscaped(renderLine(text, max)) && isEscaped(renderTag(text)) && isEscaped(renderText(text, max)),
    );
    assert.doesNotMatch(renderText(text, max), /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)|\(inferred\)/i);
    assert.equal(unescapeMarkup(renderLine(text, max)), sanitizeLine(text, max));
    assert.equal(unescapeMarkup(renderTag(text)), sanitizeTag(text));
  });
  fc.assert(law, LAW_RUNS);
});

test("an index line gives back exactly the name, path and tags that were put in", () => {
  const law = fc.property(hostileText, hostileText, (text, tag) => {
    const name = sanitizeLine(text, 120) || "x";
    const tags = sanitizeTag(tag) || "x";
    const found = INDEX_LINE.exec(`- [DECISION] ${name} -> memories/project_a.md #tags:${tags}`);
    assert.deepEqual(found?.slice(1), ["DECISION", name, "memories/project_a.md", tags]);
  });
  fc.assert(law, LAW_RUNS);
});

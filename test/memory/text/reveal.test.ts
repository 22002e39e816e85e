import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { revealHidden } from "../../../src/memory/text/reveal.ts";
import { sanitizeText } from "../../../src/memory/text/sanitize.ts";
import { hostileText, LAW_RUNS, NEVER_SHOWN } from "./hostile-text.ts";

test("a hidden character is shown by its number, in its place", () => {
  assert.deepEqual(revealHidden("run\u{E0041}\u200B\tit\n\u001B[2J"), {
    text: "run\u27E6U+E0041\u27E7\u27E6U+200B\u27E7\tit\n\u27E6U+001B\u27E7[2J",
    hidden: 3,
  });
});

test("line ends that are not plain are shown, but CRLF is only a line end", () => {
  assert.deepEqual(revealHidden("a\r\nb\rc\u2028d"), {
    text: "a\nb\u27E6U+000D\u27E7c\u27E6U+2028\u27E7d",
    hidden: 2,
  });
});

test("a text cannot pretend to have been revealed", () => {
  assert.deepEqual(revealHidden("\u27E6U+200B\u27E7"), {
    text: "\u27E6U+27E6\u27E7U+200B\u27E6U+27E7\u27E7",
    hidden: 0,
  });
});

test("a lone surrogate and a mark beyond the eighth are shown", () => {
  assert.deepEqual(revealHidden(`\uD800x${"\u0489".repeat(9)}`), {
    text: `\u27E6U+D800\u27E7x${"\u0489".repeat(8)}\u27E6U+0489\u27E7`,
    hidden: 2,
  });
});

test("ordinary writing is shown as it is", () => {
  for (const text of [
    "plain\n\ttext",
    "\u0939\u093F\u0928\u094D\u0926\u0940",
    "\u2764\uFE0F 1\uFE0F\u20E3",
  ]) {
    assert.deepEqual(revealHidden(text), { text, hidden: 0 });
  }
});

test("nothing hidden is left in what is shown, and its lines are the lines of the text", () => {
  const law = fc.property(hostileText, (text) => {
    const { text: shown } = revealHidden(text);
    assert.doesNotMatch(shown, NEVER_SHOWN);
    assert.equal(shown.split("\n").length, text.split("\n").length);
  });
  fc.assert(law, LAW_RUNS);
});

test("something is hidden exactly where the sanitizer would change more than line ends and composition", () => {
  const law = fc.property(hostileText, (text) => {
    const plain = text.replaceAll("\r\n", "\n").normalize("NFC");
    assert.equal(revealHidden(text).hidden === 0, sanitizeText(text, Number.POSITIVE_INFINITY) === plain);
  });
  fc.assert(law, LAW_RUNS);
});

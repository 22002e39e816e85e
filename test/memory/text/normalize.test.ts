import assert from "node:assert/strict";
import { test } from "node:test";
import { revealHidden } from "../../../src/memory/text/reveal.ts";
import {
  cutMarkPiles,
  normalizeText,
  renderText,
  sanitizeLine,
  sanitizeTag,
  sanitizeText,
} from "../../../src/memory/text/sanitize.ts";
import { assertLinear } from "./assert-linear.ts";

const SLOW_IF_NOT_LINEAR: Readonly<Record<string, (chars: number) => string>> = {
  "marks that sort past each other": (chars) => `a${"\u0301".repeat(chars / 4)}${"\u0323".repeat(chars / 4)}`,
  "alternating marks": (chars) => `a${"\u0323\u0301".repeat(chars / 4)}`,
  "marks held apart by joiners": (chars) => `a${"\u200D\u0301\u200D\u0323".repeat(chars / 10)}`,
  "short piles": (chars) => `a${"\u0301\u0323".repeat(5)}`.repeat(chars / 21),
  "nested tags markers": (chars) => "#ta".repeat(chars / 6) + "gs:".repeat(chars / 6),
  arrows: (chars) => " ->".repeat(chars / 3),
  "open parentheses": (chars) => "( ".repeat(chars / 2),
  "markers that never close": (chars) => `(${" ".repeat(100)}inferred`.repeat(chars / 109),
  "tag characters": (chars) => "\u{E0041}".repeat(chars / 4),
  controls: (chars) => "\u0001".repeat(chars),
};

for (const [what, make] of Object.entries(SLOW_IF_NOT_LINEAR)) {
  test(`a text of ${what} is cleaned in linear time`, () => {
    for (const clean of [sanitizeLine, sanitizeText, sanitizeTag, renderText, revealHidden])
      assertLinear(make, (text) => clean(text, text.length));
  });
}

test("a pile is cut to thirty marks before it is composed, and halfwidth voiced marks count", () => {
  assert.equal(cutMarkPiles(`a${"\u0301".repeat(99)}b`), `a${"\u0301".repeat(30)}b`);
  assert.equal(cutMarkPiles("\uFF9E\u0301".repeat(40)), "\uFF9E\u0301".repeat(15));
});

test("composing is NFC and repairs lone surrogates", () => {
  assert.equal(normalizeText("e\u0301\uDC00"), "\u00E9\uFFFD");
  assert.equal(normalizeText("plain"), "plain");
});

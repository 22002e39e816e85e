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

const MIB = 1024 * 1024;
/** A normal run takes a tenth; what this bound is against takes minutes. */
const PATIENCE_MS = 3_000;

const SLOW_IF_NOT_LINEAR: readonly (readonly [string, string])[] = [
  ["marks that sort past each other", `a${"\u0301".repeat(MIB / 4)}${"\u0323".repeat(MIB / 4)}`],
  ["alternating marks", `a${"\u0323\u0301".repeat(MIB / 4)}`],
  ["marks held apart by joiners", `a${"\u200D\u0301\u200D\u0323".repeat(MIB / 10)}`],
  ["short piles", `a${"\u0301\u0323".repeat(5)}`.repeat(MIB / 21)],
  ["nested tags markers", "#ta".repeat(MIB / 6) + "gs:".repeat(MIB / 6)],
  ["arrows", " ->".repeat(MIB / 3)],
  ["open parentheses", "( ".repeat(MIB / 2)],
  ["markers that never close", `(${" ".repeat(100)}inferred`.repeat(MIB / 109)],
  ["tag characters", "\u{E0041}".repeat(MIB / 4)],
  ["controls", "\u0001".repeat(MIB)],
];

for (const [what, text] of SLOW_IF_NOT_LINEAR) {
  test(`a mebibyte of ${what} is cleaned in linear time`, () => {
    for (const clean of [sanitizeLine, sanitizeText, sanitizeTag, renderText, revealHidden]) {
      const start = performance.now();
      clean(text, MIB);
      const tookMs = performance.now() - start;
      assert.ok(tookMs < PATIENCE_MS, `${clean.name} took ${Math.round(tookMs)} ms`);
    }
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

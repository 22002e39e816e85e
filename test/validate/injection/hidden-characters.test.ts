import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitizeText } from "../../../src/memory/text/sanitize.ts";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";

function rulesThatFire(text: string): string[] {
  return checkInjection("note.md", text, NO_CONTEXT).findings.map(({ rule }) => rule);
}

const HIDDEN: readonly (readonly [text: string, rule: string])[] = [
  ["pay\u200bload", "zero-width-character"],
  ["pay\u200cload", "zero-width-character"],
  ["end of line\u2060", "zero-width-character"],
  ["not at the start\ufeff", "zero-width-character"],
  ["file \u202etxt.exe", "bidi-control"],
  ["a \u2067b\u2069 c", "bidi-control"],
  [
    `hi${[..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}`,
    "tag-character",
  ],
  [`🙂${"\ufe01\ufe02\ufe03"}`, "variation-selector-run"],
  [`🙂${String.fromCodePoint(0xe0150, 0xe0151)}`, "variation-selector-run"],
  ["text\x1b]0;title\x07", "control-character"],
  ["first\u2028second", "control-character"],
  ["so\u00adft", "zero-width-character"],
  ["no mark after\u034f it", "zero-width-character"],
  ["a\u180bb", "zero-width-character"],
  ["narrow\u202fspace", "zero-width-character"],
  ["😀\u00ad", "zero-width-character"],
  ["no\uffffcharacter", "zero-width-character"],
  ["(\ufe0f", "variation-selector-run"],
  [`☀${String.fromCodePoint(0xe0100)}`, "variation-selector-run"],
];

test("characters that hide something are flagged", () => {
  for (const [text, rule] of HIDDEN)
    assert.deepEqual([...new Set(rulesThatFire(text))], [rule], JSON.stringify(text));
});

const LEGITIMATE: readonly string[] = [
  "\ufeffA file that begins with a byte order mark.",
  "Emoji: ❤️ ☀️ 👩‍👩‍👧 🏳️‍🌈 👍🏽 1️⃣",
  "Persian: می‌روم و نمی‌دانم",
  "Hindi: क्‍ष and श्रीमान्‌को",
  "Hebrew with a mark: שלום\u200f!",
  "Arabic with an isolate: \u2067مرحبا\u2069",
  "Thai: ภาษา\u200bไทย",
  "The flag of Wales: 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
  "Kanji with a variant: 辻\u{e0100}",
  "Accents: naïve café Ångström, and decomposed cafe\u0301",
  "French: « Bonjour\u202f! » 12\u202f000\u202f€, 10:30\u202fAM",
  "Mongolian: ᠠ\u180b",
  "Khmer: ក\u17b4",
  "Marks kept in order: a\u0301\u034f\u0323",
  "An Arabic number sign: \u0600١٢",
  "tab\there, carriage return\r\nand form feed\f",
];

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

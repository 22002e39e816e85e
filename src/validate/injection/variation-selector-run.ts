import { defineRule } from "../rule.ts";

const GLYPH = "[\\ufe00-\\ufe0f]";
const IDEOGRAPH = "[\\u{e0100}-\\u{e01ef}]";
// As the sanitizer has it: of ASCII only digits, # and * have glyphs to choose from.
const BASE = "(?:[0-9#*]|[^\\u0000-\\u007f\\p{M}\\p{Z}\\p{C}])";

export default defineRule({
  id: "variation-selector-run",
  family: "hidden-character",
  severity: "flag",
  keywords: [],
  pattern: new RegExp(
    `(?:${GLYPH}|${IDEOGRAPH}){2,256}|(?<!${BASE})${GLYPH}|(?<!\\p{Ideographic})${IDEOGRAPH}`,
    "gu",
  ),
  message: "variation selectors without effect, which can carry a hidden message",
  catches: ["😀\ufe00\ufe01\ufe02", "a\u{e0101}", "word\ufe0f", "(\ufe0f", "☀\u{e0100}"],
  spares: ["❤️ and ☀️", "#️⃣ key cap", "葛\u{e0100}"],
});

import { defineRule } from "../rule.ts";

const SELECTOR = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";

export default defineRule({
  id: "variation-selector-run",
  family: "hidden-character",
  severity: "flag",
  keywords: [],
  pattern: new RegExp(`${SELECTOR}{2,256}|(?<=[a-z.,;:!? ])${SELECTOR}`, "giu"),
  message: "variation selectors that select nothing and can carry a message",
  catches: ["😀\ufe00\ufe01\ufe02", "a\u{e0101}", "word\ufe0f"],
  spares: ["❤️ and ☀️", "#️⃣ key cap", "葛\u{e0100}"],
});

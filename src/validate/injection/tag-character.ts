import { defineRule } from "../rule.ts";

export default defineRule({
  id: "tag-character",
  family: "hidden-character",
  severity: "flag",
  keywords: [],
  // The flags of England, Scotland and Wales are a black flag and a few tags; anything else is a message.
  pattern: /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]{1,256}/gu,
  message: "invisible tag characters, which can spell a whole message",
  catches: ["hello\u{e0041}\u{e0042}", "\u{e0001}", `🏴${"\u{e0061}".repeat(20)}`],
  spares: ["🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} flag of Scotland", "no tags at all"],
});

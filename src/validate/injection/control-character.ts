import { defineRule } from "../rule.ts";

export default defineRule({
  id: "control-character",
  family: "hidden-character",
  severity: "notice",
  keywords: [],
  // Tab, line feed, form feed and carriage return are layout; the rest moves cursors or ends lines that seem to go on.
  pattern: /[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029]{1,64}/g,
  message: "a control character",
  catches: ["\x1b[2Kgone", "a\x00b", "one\u2028two", "bell\x07"],
  spares: ["a\tb\r\nc", "page\fbreak", "é and ü"],
});

import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "line-endings",
  level: "warn",
  check: ({ text }) => {
    const at = text.indexOf("\r\n");
    if (at === -1) return [];
    return [
      { line: text.slice(0, at).split("\n").length, message: "CRLF line endings: a memory file uses LF" },
    ];
  },
});

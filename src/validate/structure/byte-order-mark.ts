import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "byte-order-mark",
  level: "warn",
  check: ({ text }) =>
    text.startsWith("\uFEFF") ? [{ line: 1, message: "a byte order mark: a memory file has none" }] : [],
});

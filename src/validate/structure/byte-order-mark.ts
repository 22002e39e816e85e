import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "byte-order-mark",
  level: "warn",
  check: ({ text }) =>
    text.startsWith("\uFEFF")
      ? [{ line: 1, message: "starts with a byte order mark, which a memory file must not have" }]
      : [],
});

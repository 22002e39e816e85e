// The written form of a file: lines, bytes and characters have one form each.

import { normalizeText } from "../../memory/text/sanitize.ts";
import { defineStructureRule } from "./rule.ts";

export const lineEndings = defineStructureRule({
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

export const byteOrderMark = defineStructureRule({
  id: "byte-order-mark",
  level: "warn",
  check: ({ text }) =>
    text.startsWith("\uFEFF")
      ? [{ line: 1, message: "starts with a byte order mark, which a memory file must not have" }]
      : [],
});

/** Compared with the bounded normaliser, because the engine's own takes seconds for thousands of stacked marks. */
export const normalForm = defineStructureRule({
  id: "normal-form",
  level: "warn",
  check: ({ text }) =>
    normalizeText(text) === text ? [] : [{ line: 1, message: "not in Unicode normalization form C (NFC)" }],
});

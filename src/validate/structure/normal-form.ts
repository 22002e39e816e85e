// Compared with the bounded normaliser: the engine's own takes seconds for a pile of thousands of marks.

import { normalizeText } from "../../memory/text/sanitize.ts";
import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "normal-form",
  level: "warn",
  check: ({ text }) =>
    normalizeText(text) === text ? [] : [{ line: 1, message: "not in Unicode normalization form C (NFC)" }],
});

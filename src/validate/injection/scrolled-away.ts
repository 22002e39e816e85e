import { BLANK_CHARS } from "../../memory/text/blank.ts";
import { defineRule } from "../rule.ts";

const LINES_MAX = 20;
const CHARS_MAX = 2_000;

// What may be a run of blanks that is long enough: of characters that are not among the most common visible ones. It is
// matched where it begins, so none is read twice.
const VISIBLE =
  "!-~\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0482\\u048a-\\u058f\\u3041-\\u3096\\u30a1-\\u30fa\\u3400-\\u9fff\\uac00-\\ud7a3";
const ANY = `[^${VISIBLE}]`;
const MAYBE = `(?=${ANY})(?<!${ANY})(?:(?:[^\\n${VISIBLE}]{0,2}\\n){${LINES_MAX + 1}}|${ANY}{64})`;

export default defineRule({
  id: "scrolled-away",
  family: "hidden-text",
  severity: "notice",
  keywords: [],
  pattern: new RegExp(MAYBE, "gu"),
  message: `more than ${LINES_MAX} blank lines or ${CHARS_MAX} blank characters in a row, which push the text before them off the screen`,
  accepts: ({ index, text }) => isScrolledAway(text, index),
  catches: [
    `First line.${"\n".repeat(22)}Last line.`,
    `First line.\n${" \t\u00a0\n".repeat(21)}Last line.`,
    `First line.\n${"\u200b\n".repeat(21)}Last line.`,
    `First line.\n${"\u0301\u2800\n".repeat(21)}Last line.`,
    `${"\r\n".repeat(21)}Last line.`,
    `All of it.${"\n".repeat(30)}`,
    `First words,${" ".repeat(2_001)}last words.`,
    `First words,${"\u3000\u200b".repeat(1_001)}last words.`,
  ],
  spares: [
    `First line.${"\n".repeat(21)}Last line.`,
    `${"\n".repeat(20)}Last line.`,
    `First words,${" ".repeat(2_000)}last words.`,
    "A list:\n\n- one\n\n- two\n\n".repeat(40),
    `A table:\n${`| a |${" ".repeat(200)}|\n`.repeat(30)}`,
  ],
});

const blankHere = new RegExp(`[${BLANK_CHARS}]`, "uy");

/** Reads the run to where it is long enough, or ends. */
function isScrolledAway(text: string, start: number): boolean {
  // What stands before the first line end belongs to a line that shows something, unless the text begins here.
  let lines = start === 0 ? 0 : -1;
  let chars = 0;
  for (let at = start; lines <= LINES_MAX && chars <= CHARS_MAX; chars += 1) {
    if (text[at] === "\n") {
      lines += 1;
      at += 1;
      continue;
    }
    blankHere.lastIndex = at;
    if (!blankHere.test(text)) return false;
    at = blankHere.lastIndex;
  }
  return true;
}

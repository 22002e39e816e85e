// What is told by its shape or its place in the file.

import { BLANK_CHARS } from "../../../memory/text/blank.ts";
import { listRules } from "./rule-rows.ts";

const LINES_MAX = 20;
const CHARS_MAX = 2_000;

// What may be a run of blanks that is long enough: of characters that are not among the most common visible ones. It is
// matched where it begins, so none is read twice.
const VISIBLE =
  "!-~\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0482\\u048a-\\u058f\\u3041-\\u3096\\u30a1-\\u30fa\\u3400-\\u9fff\\uac00-\\ud7a3";
const ANY = `[^${VISIBLE}]`;
const MAYBE = `(?=${ANY})(?<!${ANY})(?:(?:[^\\n${VISIBLE}]{0,2}\\n){${LINES_MAX + 1}}|${ANY}{64})`;

export const BLANK_RULES = listRules("hidden-text", [
  {
    id: "scrolled-away",
    severity: "notice",
    pattern: new RegExp(MAYBE, "gu"),
    message: `more than ${LINES_MAX} blank lines or ${CHARS_MAX} blank characters in a row, which push the text before them off the screen`,
    accepts: ({ index, text }) => isScrolledAway(text, index),
  },
]);

// One word over and over pushes everything else out of a model's attention, and some answer it with what they learnt.
export const FLOOD_RULES = listRules("override", [
  {
    id: "token-flood",
    severity: "notice",
    pattern: /(?<![\p{L}\p{N}])(\p{L}{2,16})(?:[^\p{L}\p{N}\n]{1,3}\1){39}(?![\p{L}\p{N}])/gu,
    message: "a flood of one word",
  },
]);

// The frontmatter may say it, because there it proves nothing; in a body it can only be meant for whoever reads it.
export const WRITTEN_RULES = listRules("memory", [
  {
    id: "trust-claim",
    severity: "notice",
    keywords: "trust-level|trust_level|last-verified",
    pattern:
      /(?<![\w-])(?:trust[-_]level["']?[ \t]{0,3}[:=][ \t]{0,3}["']?verified|last-verified[ \t]{0,3}:[ \t]{0,3}["']?\d{4}-\d{2}-\d{2})/gi,
    message: "a claim of trust in the body",
    accepts: ({ index, text }) => index >= bodyStart(text),
  },
]);

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

function bodyStart(text: string): number {
  if (!/^\ufeff?---\r?\n/.test(text)) return 0;
  const end = text.indexOf("\n---", 3);
  return end === -1 ? 0 : end;
}

// Findings by shape or by position in the file.

import { BLANK_CHARS } from "../../../memory/text/blank.ts";
import { listRules } from "./rule-rows.ts";

const LINES_MAX = 20;
const CHARS_MAX = 2_000;

// The beginning of a run of blanks that may be long enough: of characters that are not among the most common visible ones.
// It matches only at the beginning of a run, so that no run is read twice.
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

// One word repeated over and over pushes everything else out of a model's attention, and some models answer it with their
// training data.
export const FLOOD_RULES = listRules("override", [
  {
    id: "token-flood",
    severity: "notice",
    pattern: /(?<![\p{L}\p{N}])(\p{L}{2,16})(?:[^\p{L}\p{N}\n]{1,3}\1){39}(?![\p{L}\p{N}])/gu,
    message: "a flood of one word",
  },
]);

// Claims of trust in the body. The frontmatter may contain them, because they prove nothing there; in a body they can only
// address the reader.
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

/** Reads the run until it is long enough, or ends. */
function isScrolledAway(text: string, start: number): boolean {
  // A run that does not start the text shares its first line with visible characters, so that line does not count.
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

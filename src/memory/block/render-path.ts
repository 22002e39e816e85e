// Threat: a directory whose name ends our line, hides a part of itself or looks like another field. A path may hold
// any byte a file system allows. Dropping characters would name another file, so what cannot be shown is
// percent-encoded and the path can be recovered.

import { PATH_CHARS_MAX } from "../limits.ts";
import type { Scope } from "../memory.ts";
import { replaceHidden } from "../text/hidden-chars.ts";
import { escapeMarkup, LOOKS_LIKE_MARK, truncateChars } from "../text/sanitize.ts";

const USER_ROOT = "~/.claude/claude-memory/";
/** Readers of the line take a path to end at white space, so `#` and `(` matter only before these words. */
const GRAMMAR_START = /#(?=tags:)|[(\uFF08\uFE59](?=inferred[)\uFF09\uFE5A])/gi;

/** Never empty, without white space. A relative path of the user root gets the root's usual place in front. */
export function renderPath(path: string, scope: Scope): string {
  const whole = scope === "user" && !/^[~/]/.test(path) ? USER_ROOT + path : path;
  const shown = truncateChars(whole.toWellFormed(), PATH_CHARS_MAX).replaceAll("%", "%25");
  const encoded = replaceHidden(shown, encodeChar)
    .replace(/\s/g, encodeChar)
    .replace(LOOKS_LIKE_MARK, encodeChar)
    .replace(GRAMMAR_START, encodeChar);
  return encoded === "" ? "?" : escapeMarkup(encoded);
}

/** By hand, because `encodeURIComponent` leaves parentheses alone. */
function encodeChar(char: string): string {
  return char === "(" ? "%28" : encodeURIComponent(char);
}

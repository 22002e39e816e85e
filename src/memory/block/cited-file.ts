// What a reader of a memory is told about a file that the memory cites: it is gone, or it changed since the text was vouched for.
// A fact beside the text, never a reason to withhold it.

import { PATH_CHARS_MAX } from "../limits.ts";
import type { Scope } from "../memory.ts";
import { encodeHeadings, encodeMarkers } from "../text/block-marks.ts";
import { replaceHidden } from "../text/hidden-chars.ts";
import { escapeMarkup, LOOKS_LIKE_MARK, truncateChars } from "../text/sanitize.ts";

export type CitedFile = {
  readonly path: string;
  readonly kind: "gone" | "changed";
  /** How many commits have been made since it last changed. */
  readonly commits: number;
};

/** One is named: one that is gone, or the one that changed last. @returns null when there is none. */
export function renderCited(files: readonly CitedFile[]): string | null {
  const [first, ...more] = files.toSorted(byWeight);
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return `cites ${renderPath(first.path, "project")}, ${sayFate(first)}${others}`;
}

function byWeight(a: CitedFile, b: CitedFile): number {
  return Number(b.kind === "gone") - Number(a.kind === "gone") || a.commits - b.commits;
}

function sayFate({ kind, commits }: CitedFile): string {
  if (kind === "gone") return "which is gone";
  if (commits === 0) return "changed in the last commit";
  return `changed ${commits} commit${commits === 1 ? "" : "s"} ago`;
}

// Threat: a directory whose name ends our line, hides a part of itself or looks like another field. A path may hold
// any byte a file system allows. Dropping characters would name another file, so what cannot be shown is
// percent-encoded and the path can be recovered.

const USER_ROOT = "~/.claude/claude-memory/";
/** Readers of the line take a path to end at white space, so `#` matters only before this word. */
const GRAMMAR_START = /#(?=tags:)/gi;

/** Never empty, without white space. A relative path of the user root gets the root's usual place in front. */
export function renderPath(path: string, scope: Scope): string {
  const whole = scope === "user" && !/^[~/]/.test(path) ? USER_ROOT + path : path;
  const shown = truncateChars(whole.toWellFormed(), PATH_CHARS_MAX).replaceAll("%", "%25");
  const encoded = replaceHidden(shown, encodeChar)
    .replace(/\s/g, encodeChar)
    .replace(LOOKS_LIKE_MARK, encodeChar)
    .replace(GRAMMAR_START, encodeChar);
  const unmarked = encodeHeadings(encodeMarkers(encoded, encodeChar), encodeChar);
  return unmarked === "" ? "?" : escapeMarkup(unmarked);
}

/** By hand, because `encodeURIComponent` leaves parentheses alone. */
function encodeChar(char: string): string {
  return char === "(" ? "%28" : encodeURIComponent(char);
}

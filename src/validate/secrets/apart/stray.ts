// A value that nothing names: letters in both cases, digits and signs, shuffled, can be nothing but a password; what a person thought
// up is one where it ends an entry of a list, behind a service or behind an account.

import { isShuffled, shapeOf } from "../judge/shape.ts";
import { listPatterns, type NamedPattern, type Told } from "./lines.ts";

/** A sign in or behind a word, or what may follow an account. */
const MARK = /[A-Za-z0-9][!@#$%^&*?]|[!@#$%^&*?][A-Za-z0-9]| \/ [*`]{0,3}(?=[A-Za-z0-9])/g;
const INNER_SIGN = /[A-Za-z0-9][!@#$%^&*?]{1,4}[A-Za-z0-9]/;
const PART = /[A-Za-z0-9!@#$%^&*?_+.~-]/;
/** What may stand around it. */
const BEFORE = /^[\s"'`“”‘’„«»()[\],;:=|>*]?$/;
const BEHIND = /^[\s"'`“”‘’„«»()[\],;:|<*]?$/;
const SIDE_CHARS_MAX = 40;
/** What is longer is a token, and tokens are told by their form. */
const CHARS_MAX = 32;

/** A mark of a list, a name of a few words, and perhaps an account. */
const ENTRY =
  /^[ \t>*•+-]{0,40}(?:\d{1,2}[.)] )?\*{0,2}(?:\p{L}[\p{L}\w().-]{0,24}(?: [\p{L}\w().-]{1,20}){0,3}\*{0,2} {0,2}[:=–—-]?\*{0,2} {1,3})?(?<account>[`*]{0,2}[\w.@+-]{2,40}[`*]{0,2} ?[/|:,] ?)?["'`*]{0,3}$/u;
const ENTRY_END = /^["'`*]{0,3}[.,;|]?[ \t\r]{0,8}(?:\([^()\n]{0,60}\)[ \t\r]{0,8})?(?:\n|$)/;
const ENTRY_CHARS_MAX = 160;

export function readStrays(text: string): Told[] {
  const found: Told[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (index < end) continue;
    const at = mark.startsWith(" ") ? index + mark.length : index;
    const start = walk(text, at, -1);
    end = walk(text, at, 1) + 1;
    const word = text.slice(start, end);
    const stars = /^\*{0,3}/.exec(word)?.[0].length ?? 0;
    const value = word.slice(stars).replace(/\*{2,3}$|[.-]{1,3}$/, "");
    if (value.length > CHARS_MAX || !/\d/.test(value)) continue;
    if (!BEFORE.test(text.charAt(start - 1)) || !BEHIND.test(text.charAt(end))) continue;
    const rule =
      readEntry(text, start + stars, value) ??
      (INNER_SIGN.test(value) && isShuffled(value.replace(/[?!]{1,3}$/, "")) ? "password-prose" : null);
    if (rule !== null) found.push({ rule, value, start: start + stars });
  }
  return found;
}

function readEntry(text: string, start: number, value: string): Told["rule"] | null {
  if (shapeOf(value) !== "sure") return null;
  const near = text.slice(Math.max(0, start - ENTRY_CHARS_MAX), start);
  const newline = near.lastIndexOf("\n");
  if (newline === -1 && start > ENTRY_CHARS_MAX) return null;
  const end = start + value.length;
  if (!ENTRY_END.test(text.slice(end, end + ENTRY_CHARS_MAX))) return null;
  const entry = ENTRY.exec(near.slice(newline + 1));
  if (entry === null || entry[0] === "") return null;
  if (entry.groups?.["account"] !== undefined) return "login-pair";
  return /[!@#$%^&*?]/.test(value) && /\p{L}/u.test(entry[0]) ? "service-password" : null;
}

/** The last place in this direction that is part of the value. */
function walk(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (Math.abs(at + step - from) <= SIDE_CHARS_MAX && PART.test(text.charAt(at + step))) at += step;
  return at;
}

export const STRAY_PATTERNS: readonly NamedPattern[] = listPatterns({ MARK, ENTRY, ENTRY_END });

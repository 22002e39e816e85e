// Threat: what a person marked as private ends up on disk, because a tag was nested, unclosed, upper case, split by a cut or by
// a character that nobody sees, or escaped by whoever handed the text on. So the text is cleaned first, as it is before it is
// sent. When in doubt text goes: an unclosed tag hides everything behind it, and a closing one without its beginning, which
// was cut off, everything before it.
//
// Our own block and the client's reminders go the same way, so that what was recalled is not learned again.

import { sanitizeText } from "../../memory/text/sanitize.ts";

export type Stripped = {
  /** Clean, as the sanitizer leaves it. */
  readonly text: string;
  /** A private tag was seen, whatever it wrapped. */
  readonly hasPrivate: boolean;
};

/** `<`, or what a JSON or HTML writer makes of it, and a name of ours. What follows may be attributes. */
const TAG =
  /(?:<|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|\\u003c)(?:\s|\\[nrt]){0,32}(?<closes>\\?\/(?:\s|\\[nrt]){0,32})?(?<name>private|memory-context|system-reminder)(?![\w:.-])/gi;
const TAG_END = />|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|\\u003e/iy;
const MAY_HOLD_TAG = /private|memory-context|system-reminder/i;

/** Taking an element out can join the halves of another tag. Who does that more often than this is playing. */
const ROUNDS_MAX = 4;

export function stripPrivate(text: string): Stripped {
  let stripped: Stripped = { text: sanitizeText(text, Number.POSITIVE_INFINITY), hasPrivate: false };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!MAY_HOLD_TAG.test(stripped.text)) return stripped;
    const next = stripOnce(stripped.text);
    const isStable = next.text === stripped.text;
    stripped = { text: next.text, hasPrivate: stripped.hasPrivate || next.hasPrivate };
    if (isStable) return stripped;
  }
  TAG.lastIndex = 0;
  return TAG.test(stripped.text) ? { text: "", hasPrivate: true } : stripped;
}

function stripOnce(text: string): Stripped {
  const depths = new Map<string, number>();
  let kept: string[] = [];
  let [from, open] = [0, 0];
  let hasPrivate = false;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = (tag.groups?.["name"] ?? "").toLowerCase();
    const closes = tag.groups?.["closes"] !== undefined;
    hasPrivate ||= name === "private";
    if (open === 0) kept.push(text.slice(from, tag.index));
    const end = findTagEnd(text, TAG.lastIndex);
    // A tag that never ends: whatever follows is a part of it.
    if (end === null) return { text: kept.join(""), hasPrivate };
    from = end.after;
    TAG.lastIndex = end.after;
    const depth = depths.get(name) ?? 0;
    if (closes && depth === 0 && name === "private") kept = [];
    const step = closes ? -Math.min(1, depth) : Number(!end.isEmptyElement);
    depths.set(name, depth + step);
    open += step;
  }
  if (open === 0) kept.push(text.slice(from));
  return { text: kept.join(""), hasPrivate };
}

type TagEnd = { readonly after: number; readonly isEmptyElement: boolean };

/** The first `>` that is not in the value of an attribute. A quote begins a value only behind `=`, as in "don't". */
function findTagEnd(text: string, start: number): TagEnd | null {
  let last = "";
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ((char === '"' || char === "'") && last === "=") {
      at = text.indexOf(char, at + 1);
      if (at === -1) return null;
      last = char;
      continue;
    }
    if (char === ">" || char === "&" || char === "\\") {
      TAG_END.lastIndex = at;
      if (TAG_END.test(text)) return { after: TAG_END.lastIndex, isEmptyElement: last === "/" };
    }
    // A backslash is what JSON puts before a quote or a slash.
    if (char !== "\\" && !/\s/.test(char)) last = char;
  }
  return null;
}

// Threat: text that the user marked as private ends up on disk, because a tag was nested, unclosed, in upper case, split by
// a cut or an invisible character, or escaped by a program that passed the text on. So the text is cleaned first, as it is
// before it is sent. In doubt, text is removed: an unclosed tag hides everything after it, and a closing tag whose
// beginning was cut off hides everything before it.
//
// Our own block and the client's reminders are removed in the same way, so that recalled text is not learned again.

import { sanitizeText } from "../../memory/text/sanitize.ts";

export type PublicText = {
  /** Clean, as the sanitizer leaves it. */
  readonly text: string;
  /** True when a private tag was seen, whatever it enclosed. */
  readonly hasPrivate: boolean;
};

/** `<`, or its JSON or HTML escape, and one of the names. Attributes may follow. */
const TAG =
  /(?:<|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|\\u003c)(?:\s|\\[nrt]){0,32}(?<closes>\\?\/(?:\s|\\[nrt]){0,32})?(?<name>private|memory-context|system-reminder)(?![\w:.-])/gi;
const TAG_END = />|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|\\u003e/iy;
const MAY_HOLD_TAG = /private|memory-context|system-reminder/i;

/** Removing an element can join the halves of another tag. An honest text never needs more rounds than this. */
const ROUNDS_MAX = 4;

export function stripPrivate(text: string): PublicText {
  let stripped: PublicText = { text: sanitizeText(text, Number.POSITIVE_INFINITY), hasPrivate: false };
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

function stripOnce(text: string): PublicText {
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
    // The tag never ends, so everything that follows belongs to it.
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

/** The first `>` outside of an attribute's value. A quote begins a value only after `=`, unlike the one in "don't". */
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
    // JSON writes a backslash before a quote or a slash.
    if (char !== "\\" && !/\s/.test(char)) last = char;
  }
  return null;
}

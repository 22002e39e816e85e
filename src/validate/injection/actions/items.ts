// Tells which mentions begin a new item: a list item, a heading, a row of a table, a line of code. The copy that acts are read in
// joins lines, because a sentence may go on in the next one; steps of two items are two steps, and no one act.

import type { Mention } from "../concepts/read-concepts.ts";
import type { MappedText } from "../matching/mapped-text.ts";

/** Behind the blanks of a line: what begins an item. A number is followed by a dot or a bracket. */
const ITEM = /^(?:[-*+|#]|\d{1,3}[.)]|```|~~~)/;
const HEADING = /^#{1,6}[^\S\n]/;
const MARKS = "-*+|#`~0123456789";
const IS_MARK = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(MARKS.includes(String.fromCharCode(unit))),
);
/** So far is code indented that has no fence. */
const CODE_INDENT = 4;

/** Numbers of the mentions before which an item begins. `unwrapped` was made of `normalized`. */
export function findItemStarts(
  { normalized, unwrapped }: { readonly normalized: MappedText; readonly unwrapped: MappedText },
  mentions: readonly Mention[],
): ReadonlySet<number> {
  const starts = new Set<number>();
  if (unwrapped === normalized || mentions.length === 0) return starts;
  let next = 0;
  let at = unwrapped.sourceOffset(mentions[0]?.start ?? 0);
  for (const begin of listItems(normalized.text)) {
    while (at < begin && next < mentions.length) {
      next += 1;
      at = unwrapped.sourceOffset(mentions[next]?.start ?? 0);
    }
    if (next >= mentions.length) break;
    starts.add(next);
  }
  return starts;
}

/** Where items begin, in the order of the text. */
function listItems(text: string): number[] {
  const items: number[] = [];
  let isCode = false;
  let isBelowHeading = false;
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf("\n", line);
    const end = newline === -1 ? text.length : newline;
    let first = line;
    while (first < end && (text.charCodeAt(first) === 0x20 || text.charCodeAt(first) === 0x09)) first += 1;
    const mark = IS_MARK[text.charCodeAt(first)] === 1 ? text.slice(first, first + 8) : "";
    if (isCode || isBelowHeading || first - line >= CODE_INDENT || ITEM.test(mark)) items.push(line);
    if (mark.startsWith("```") || mark.startsWith("~~~")) isCode = !isCode;
    isBelowHeading = !isCode && HEADING.test(mark);
    line = end + 1;
  }
  return items;
}

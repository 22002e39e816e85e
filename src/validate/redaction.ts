// `<redacted>…</redacted>` means that a person has looked at the text between the tags.
//
// Threat: a model may write the tags around a live secret, or inside one, to get it past the check. So the tags count only
// if the caller vouches for the writer; otherwise they are removed before the scan and hide nothing. An unclosed tag never
// hides anything, and a tag in one field does not pair with a tag in another, because readers hide redacted text field by
// field.

import { parseFrontmatter } from "../memory/file/frontmatter.ts";

const TAG = /<\/?redacted>/iy;

type Tag = { readonly start: number; readonly end: number; readonly closes: boolean };

export type ScannedText = {
  readonly text: string;
  /** Maps an offset of the scanned text to the original. */
  readonly toOriginal: (offset: number) => number;
};

export function applyRedaction(text: string, redactionCounts: boolean): ScannedText {
  const tags = findTags(text);
  if (tags.length === 0) return { text, toOriginal: (offset) => offset };
  return redactionCounts ? blankWrapped(text, tags, findFieldStarts(text)) : removeTags(text, tags);
}

/** The same for a single field. */
export function redactField(field: string, redactionCounts: boolean): string {
  const tags = findTags(field);
  if (tags.length === 0) return field;
  return (redactionCounts ? blankWrapped(field, tags, []) : removeTags(field, tags)).text;
}

/** The starts of fields, list items and the body, in ascending order. A comma inside an item only adds a start. */
function findFieldStarts(text: string): number[] {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken") return [];
  const starts: number[] = [];
  for (const { value, lineStart, valueStart, valueEnd } of frontmatter.entries) {
    starts.push(lineStart, valueStart);
    for (let at = valueStart; typeof value === "object" && at < valueEnd; at += 1) {
      if (text[at] === ",") starts.push(at + 1);
    }
    starts.push(valueEnd);
  }
  return [...starts, frontmatter.bodyStart];
}

function findTags(text: string): Tag[] {
  const tags: Tag[] = [];
  // Looking for the bracket first is several times faster than the pattern is on its own.
  for (let start = text.indexOf("<"); start !== -1; start = text.indexOf("<", start + 1)) {
    TAG.lastIndex = start;
    if (!TAG.test(text)) continue;
    tags.push({ start, end: TAG.lastIndex, closes: text.charAt(start + 1) === "/" });
  }
  return tags;
}

/** Line ends stay, so that rules that look at lines see the same lines. */
function blankWrapped(text: string, tags: readonly Tag[], fieldStarts: readonly number[]): ScannedText {
  const parts: string[] = [];
  let opened: Tag | null = null;
  let copied = 0;
  let next = 0;
  for (const tag of tags) {
    for (; (fieldStarts[next] ?? text.length) <= tag.start; next += 1) opened = null;
    if (!tag.closes) opened ??= tag;
    if (!tag.closes || opened === null) continue;
    parts.push(text.slice(copied, opened.start), text.slice(opened.start, tag.end).replace(/[^\n]/g, " "));
    copied = tag.end;
    opened = null;
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), toOriginal: (offset) => offset };
}

function removeTags(text: string, tags: readonly Tag[]): ScannedText {
  const parts: string[] = [];
  /** The starts of the text after each tag, once the tags are removed. */
  const begins: number[] = [];
  let copied = 0;
  let removed = 0;
  for (const { start, end } of tags) {
    parts.push(text.slice(copied, start));
    begins.push(start - removed);
    removed += end - start;
    copied = end;
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), toOriginal: (offset) => offset + removedBefore(offset, tags, begins) };
}

/** A binary search, because a hostile text may hold a hundred thousand tags. */
function removedBefore(offset: number, tags: readonly Tag[], begins: readonly number[]): number {
  let low = 0;
  let high = begins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((begins[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (tags[low - 1]?.end ?? 0) - (begins[low - 1] ?? 0);
}

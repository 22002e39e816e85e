// What stands in a frontmatter beside the fields of a memory: comments, empty lines, keys that nobody here knows. No signature covers
// it, and no command of ours writes it.

import { FIELDS } from "./fields.ts";
import { parseFrontmatter } from "./frontmatter.ts";

/** The text without what it has of that and the other has not. @returns null when one of them has no frontmatter. */
export function withoutExtras(text: string, other: string): string | null {
  const [parts, known] = [splitExtras(text), splitExtras(other)];
  if (parts === null || known === null) return null;
  const allowed = new Set(known.flatMap(({ extra }) => (extra === null ? [] : [extra])));
  return parts
    .filter(({ extra }) => extra === null || allowed.has(extra))
    .map((part) => part.text)
    .join("");
}

type Part = {
  readonly text: string;
  /** What tells it from others; null of what is no extra. */
  readonly extra: string | null;
};

function splitExtras(text: string): Part[] | null {
  const parsed = parseFrontmatter(text);
  if (parsed.kind === "broken") return null;
  const begin = text.indexOf("\n") + 1;
  const parts: Part[] = [{ text: text.slice(0, begin), extra: null }];
  for (let start = begin; start < parsed.closing; ) {
    const end = text.indexOf("\n", start) + 1;
    const entry = parsed.entries.find(({ lineStart }) => lineStart === start);
    const line = text.slice(start, end);
    if (entry === undefined || !Object.hasOwn(FIELDS, entry.key))
      parts.push({ text: line, extra: line.trim() });
    else {
      const tail = text.slice(entry.valueEnd, end).trimEnd();
      parts.push({ text: text.slice(start, entry.valueEnd), extra: null });
      parts.push({ text: tail, extra: tail === "" ? null : `${entry.key} ${tail}` });
      parts.push({ text: text.slice(entry.valueEnd + tail.length, end), extra: null });
    }
    start = end;
  }
  return [...parts, { text: text.slice(parsed.closing), extra: null }];
}

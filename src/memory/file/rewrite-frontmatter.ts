// Changes some keys of a file and not one byte besides: comments, order, unknown keys, line ends and the body stay.

import {
  type Frontmatter,
  type FrontmatterEntry,
  type FrontmatterValue,
  parseFrontmatter,
} from "./frontmatter.ts";
import { renderValue } from "./write-frontmatter.ts";

/** Null removes a key. */
export type FrontmatterChanges = Readonly<Record<string, FrontmatterValue>>;

/** Null when the file's frontmatter is broken: such a file is repaired by hand. */
export function rewriteFrontmatter(text: string, changes: FrontmatterChanges): string | null {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken") return null;
  const parts: string[] = [];
  let copied = 0;
  for (const entry of frontmatter.entries) {
    // A file may have a key `constructor`, which every object seems to hold.
    const change = Object.hasOwn(changes, entry.key) ? changes[entry.key] : undefined;
    if (change === undefined || isSame(change, entry.value)) continue;
    const from = change === null ? entry.lineStart : entry.valueStart;
    parts.push(text.slice(copied, from), renderChange(entry, change));
    copied = change === null ? entry.lineEnd : entry.valueEnd;
  }
  parts.push(
    text.slice(copied, frontmatter.closing),
    renderAdded(frontmatter, changes),
    text.slice(frontmatter.closing),
  );
  return parts.join("");
}

function renderChange(entry: FrontmatterEntry, change: FrontmatterValue): string {
  if (change === null) return "";
  // A key without a value has no space after its colon, and whatever follows it is a comment.
  return entry.value === null ? ` ${renderValue(change)}` : renderValue(change);
}

function renderAdded(frontmatter: Frontmatter, changes: FrontmatterChanges): string {
  const known = new Set(frontmatter.entries.map((entry) => entry.key));
  return Object.entries(changes)
    .filter(([key, value]) => value !== null && !known.has(key))
    .map(([key, value]) => `${key}: ${renderValue(value ?? "")}${frontmatter.lineEnding}`)
    .join("");
}

function isSame(a: FrontmatterValue, b: FrontmatterValue): boolean {
  if (typeof a === "string" || typeof b === "string" || a === null || b === null) return a === b;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

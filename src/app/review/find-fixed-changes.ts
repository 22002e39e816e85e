// What an edit of the whole text would change and cannot: an edit signs the words of a memory, while its type, its dates
// and its standing have commands of their own. Named, so that nothing a person typed is lost without a word.

import { type Frontmatter, parseFrontmatter } from "../../memory/file/frontmatter.ts";

const OPEN_KEYS: ReadonlySet<string> = new Set(["name", "description", "category", "tags", "related-files"]);

/** The keys, and `a comment`. A text whose frontmatter is broken is somebody else's to refuse. */
export function findFixedChanges(before: string, after: string): readonly string[] {
  const [old, edited] = [parseFrontmatter(before), parseFrontmatter(after)];
  if (old.kind === "broken" || edited.kind === "broken") return [];
  const [was, is] = [fixedValues(old), fixedValues(edited)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const kept = new Set(edited.entries.map(({ key }) => key));
  const isCommented = commentsOf(before, old, kept) !== commentsOf(after, edited, kept);
  return isCommented ? [...keys, "a comment"] : keys;
}

function fixedValues({ entries }: Frontmatter): ReadonlyMap<string, string> {
  const fixed = entries.filter(({ key }) => !OPEN_KEYS.has(key));
  return new Map(fixed.map(({ key, value }) => [key, JSON.stringify(value)]));
}

/** Those behind a key that the edit takes away go with it. */
function commentsOf(text: string, { entries, closing }: Frontmatter, kept: ReadonlySet<string>): string {
  let rest = "";
  let at = 0;
  for (const { key, lineStart, valueEnd, lineEnd } of entries) {
    rest += text.slice(at, lineStart) + (kept.has(key) ? text.slice(valueEnd, lineEnd) : "");
    at = lineEnd;
  }
  const lines = `${rest}${text.slice(at, closing)}`.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line.startsWith("#"))
    .sort()
    .join("\n");
}

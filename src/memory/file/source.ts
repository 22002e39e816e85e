// The source of a memory: its file without what statements say of it. A statement signs it beside the digest, so that comments,
// related files and unknown keys are covered by whoever wrote them; a file is the source with the marks of the view behind it.

import { FIELDS, type Field } from "./fields.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { sha256Hex } from "./sha256.ts";
import { type FrontmatterChanges, renderValue, rewriteFrontmatter } from "./write-frontmatter.ts";

const ORDER = Object.keys(FIELDS);
const OUTPUT = Object.entries<Field>(FIELDS).flatMap(([key, { isOutput }]) =>
  isOutput === true ? [key] : [],
);
const NO_MARKS: FrontmatterChanges = Object.fromEntries(OUTPUT.map((key) => [key, null]));

/** What converted a file twice left two carriage returns: with one of them kept, the next reading would find another text. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r+\n/g, "\n");
}

/** @returns null for a text whose frontmatter cannot be read. */
export function sourceOf(text: string): string | null {
  const plain = withPlainLineEnds(text.replace(/^\uFEFF/, ""));
  return rewriteFrontmatter(plain, NO_MARKS);
}

/** Of a text without a source, of all of it. */
export function hashSource(text: string): string {
  return sha256Hex(sourceOf(text) ?? text);
}

/** The file of a source: each mark stands before the first field that comes after it, so that equal statements make equal files. */
export function renderMarked(source: string, marks: FrontmatterChanges): string | null {
  const frontmatter = parseFrontmatter(source);
  if (frontmatter.kind === "broken") return null;
  const { entries, closing, lineEnding } = frontmatter;
  const parts: string[] = [];
  let copied = 0;
  for (const key of OUTPUT) {
    const value = marks[key] ?? null;
    if (value === null) continue;
    const next = entries.find((entry) => ORDER.indexOf(entry.key) > ORDER.indexOf(key));
    const at = next?.lineStart ?? closing;
    parts.push(source.slice(copied, at), `${key}: ${renderValue(value)}${lineEnding}`);
    copied = at;
  }
  return [...parts, source.slice(copied)].join("");
}

/** The same file in that order. */
export function arrangeFile(text: string): string {
  const source = sourceOf(text);
  const frontmatter = parseFrontmatter(text);
  if (source === null || frontmatter.kind === "broken") return text;
  return (
    renderMarked(source, Object.fromEntries(frontmatter.entries.map(({ key, value }) => [key, value]))) ??
    text
  );
}

// One memory as the block shows it:
//
//   - [DECISION] name -> path #tags:a,b
//     (inferred) confidence: high, 2026-05-01
//     | a line of the excerpt
//
// Every field is cleaned and escaped here; nothing else in the block comes from a file.

import { EXCERPT_CHARS_MAX, NAME_CHARS_MAX, TAGS_MAX } from "../limits.ts";
import type { Scope } from "../memory.ts";
import { renderLine, renderTag, renderText, sanitizeKey } from "../text/sanitize.ts";
import { renderPath } from "./block-path.ts";

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export type BlockEntry = {
  /** The category, or the type of a memory without one. */
  readonly label: string;
  readonly name: string;
  /** As the reader can open it; the caller decides what it is relative to. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly inferred: boolean;
  readonly confidence: Confidence | null;
  /** `YYYY-MM-DD`; anything else is not shown. */
  readonly date: string | null;
  readonly excerpt: string;
  readonly scope: Scope;
};

type EntryFacts = Pick<BlockEntry, "inferred" | "confidence" | "date">;

const NO_NAME = "(no name)";
const NO_LABEL = "MEMORY";
export const EXCERPT_PREFIX = "  | ";

/** The S1.5 line: alone on its line, the same in the block and in `index.md`, which agents read, too. */
export function renderEntryLine(
  entry: Pick<BlockEntry, "label" | "name" | "path" | "tags" | "scope">,
): string {
  const label = sanitizeKey(entry.label).toUpperCase() || NO_LABEL;
  const name = renderLine(entry.name, NAME_CHARS_MAX) || NO_NAME;
  const line = `- [${label}] ${name} -> ${renderPath(entry.path, entry.scope)}`;
  const tags = renderTags(entry.tags);
  return tags === "" ? line : `${line} #tags:${tags}`;
}

/** Sorted and each once, so that the same memory always gives the same line. */
function renderTags(tags: readonly string[]): string {
  const shown = new Set(tags.map(renderTag).filter((tag) => tag !== ""));
  return [...shown].slice(0, TAGS_MAX).sort().join(",");
}

/** The line of marker, confidence and date, or nothing where there is none of them. */
export function renderFacts(facts: EntryFacts): string {
  const details: string[] = [];
  if (facts.confidence !== null) details.push(`confidence: ${facts.confidence}`);
  if (facts.date !== null && /^\d{4}-\d{2}-\d{2}$/.test(facts.date)) details.push(facts.date);
  const parts = facts.inferred ? ["(inferred)"] : [];
  if (details.length > 0) parts.push(details.join(", "));
  return parts.length === 0 ? "" : `  ${parts.join(" ")}`;
}

/** Blank lines are left out: they would cost budget and say nothing. */
export function renderExcerpt(excerpt: string): string[] {
  return renderText(excerpt, EXCERPT_CHARS_MAX)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .map((line) => EXCERPT_PREFIX + line);
}

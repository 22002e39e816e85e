// One memory as the block shows it:
//
//   - [DECISION] (fact, check) Package manager -> project_package_manager.md
//     stale, 2026-05-01; cites src/db.ts, changed 14 commits ago
//     | the gist of it
//
// and as strategies of S2 show it:
//
//   - [DECISION] Package manager -> .claude/memory/memories/project_package_manager.md #tags:pnpm
//     (fact, check) confidence: high, 2026-05-01; stale
//     | the gist of it
//
// Every field is cleaned and escaped here; nothing else in the block comes from a file.

import { EXCERPT_CHARS_MAX, NAME_CHARS_MAX, TAGS_MAX } from "../limits.ts";
import type { Scope } from "../memory.ts";
import { renderLine, renderTag, renderText, sanitizeKey } from "../text/sanitize.ts";
import { type CitedFile, renderCited, renderPath } from "./cited-file.ts";

export type Confidence = "high" | "medium" | "low";

export type BlockEntry = {
  /** The category, or the type of a memory without one. */
  readonly label: string;
  readonly name: string;
  /** As the reader can open it; the block shortens what lies in its source. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly inferred: boolean;
  /** A fact whose approval is older than it should be, or not on record. */
  readonly isStale?: boolean;
  /** Shown by the strategies of S2 alone. */
  readonly confidence: Confidence | null;
  /** When it was vouched for, `YYYY-MM-DD`; anything else is not shown. */
  readonly date: string | null;
  /** Its gist, or empty where its title alone is shown. */
  readonly excerpt: string;
  readonly scope: Scope;
  /** The reader has the excerpt already, so it is not given again. */
  readonly isKnown?: boolean;
  /** Files that it is about, and that are not as they were when somebody vouched for it. */
  readonly cited?: readonly CitedFile[];
  /** What kind of wording the injection check found in it, in the words of its rules. */
  readonly flagged?: string | null;
  readonly marks?: EntryMarks;
};

/** How it stands to other memories. A fact is never marked because of an inferred one: whoever decides leaves that out. */
export type EntryMarks = {
  /** The name of a fact that it contradicts. */
  readonly fact: string | null;
  /** The names of inferred memories that it contradicts. */
  readonly against: readonly string[];
  /** The name of the memory that replaces it. */
  readonly replacedBy: string | null;
  /** How many copies it stands for. */
  readonly alike: number;
};

/** `s2`: with tags and the whole path, and the marker in the second line. */
export type BlockLayout = "gist" | "s2";

const NO_NAME = "(no name)";
const NO_LABEL = "MEMORY";
const EXCERPT_PREFIX = "  | ";
const FLAGGED_CHARS_MAX = 240;

/** Its lines without the excerpt. */
export function renderHead(entry: BlockEntry, source: string, layout: BlockLayout): readonly string[] {
  const marker = renderMarker(entry);
  const details = renderDetails(entry, layout);
  if (layout === "s2") return [renderEntryLine(entry), `  ${[marker, details].join(" ").trimEnd()}`];
  const path = isIn(source, entry.path)
    ? renderPath(entry.path.slice(source.length), "project")
    : renderPath(entry.path, entry.scope);
  const line = `- [${renderLabel(entry.label)}] ${marker} ${renderName(entry.name)} -> ${path}`;
  return details === "" ? [line] : [line, `  ${details}`];
}

/** Advice, a fact, or a fact that something speaks against: its reason stands in the line below. */
export function renderMarker(
  entry: Pick<BlockEntry, "inferred" | "isStale" | "cited" | "flagged" | "marks">,
): string {
  if (entry.inferred) return "(inferred)";
  const { isStale = false, cited = [], flagged, marks } = entry;
  const isDoubtful = isStale || cited.length > 0 || Boolean(flagged) || marks?.fact != null;
  return isDoubtful ? "(fact, check)" : "(fact)";
}

function isIn(source: string, path: string): boolean {
  return source !== "" && path.startsWith(source) && path.length > source.length;
}

/** The S1.5 line, alone on its line, the same in a block of S2 and in `index.md`, which agents read, too. */
export function renderEntryLine(
  entry: Pick<BlockEntry, "label" | "name" | "path" | "tags" | "scope">,
): string {
  const path = renderPath(entry.path, entry.scope);
  const line = `- [${renderLabel(entry.label)}] ${renderName(entry.name)} -> ${path}`;
  const tags = renderTags(entry.tags);
  return tags === "" ? line : `${line} #tags:${tags}`;
}

function renderLabel(label: string): string {
  return sanitizeKey(label).toUpperCase() || NO_LABEL;
}

export function renderName(name: string): string {
  return renderLine(name, NAME_CHARS_MAX) || NO_NAME;
}

/** Sorted and each once, so that the same memory always gives the same line. */
function renderTags(tags: readonly string[]): string {
  const shown = new Set(tags.map(renderTag).filter((tag) => tag !== ""));
  return [...shown].slice(0, TAGS_MAX).sort().join(",");
}

/** The marks of an entry, or nothing where there is none of them. */
function renderDetails(entry: BlockEntry, layout: BlockLayout): string {
  const { confidence, isKnown = false, isStale = false, cited = [], flagged } = entry;
  const details = [
    ...(isKnown ? ["shown earlier"] : []),
    ...(layout === "s2" && !isKnown && confidence !== null ? [`confidence: ${confidence}`] : []),
    ...(isStale && !entry.inferred ? ["stale"] : []),
    ...listDates(entry, layout),
  ];
  const found = flagged ? `flagged: ${renderLine(flagged, FLAGGED_CHARS_MAX)}` : "";
  const all = [found, details.join(", "), renderCited(cited) ?? "", ...renderMarks(entry.marks)];
  return all.filter((each) => each !== "").join("; ");
}

/** A date stands where the age of a memory matters. */
function listDates(entry: BlockEntry, layout: BlockLayout): string[] {
  const { date, marks, isStale = false, isKnown = false, cited = [], label } = entry;
  if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return [];
  const isContradicted = marks !== undefined && (marks.fact !== null || marks.against.length > 0);
  const matters = isStale || isContradicted || cited.length > 0 || sanitizeKey(label) === "session_summary";
  return matters || (layout === "s2" && !isKnown) ? [date] : [];
}

const SEMICOLON = /[;\uFE54\uFF1B]/g;

/** A name cannot begin another mark: it has no semicolon. */
function renderMarks(marks: EntryMarks | undefined): string[] {
  if (marks === undefined) return [];
  const nameOf = (name: string): string => renderLine(name.replace(SEMICOLON, ","), NAME_CHARS_MAX);
  return [
    ...(marks.alike > 0 ? [`+${marks.alike} alike`] : []),
    ...marks.against.map((name) => `disagrees with: ${nameOf(name)}`),
    ...(marks.replacedBy === null ? [] : [`replaced by ${nameOf(marks.replacedBy)}`]),
    ...(marks.fact === null ? [] : [`disagrees with a fact: ${nameOf(marks.fact)}`]),
  ];
}

/** Blank lines are left out: they would cost budget and say nothing. */
export function renderExcerpt(excerpt: string): string[] {
  return renderText(excerpt, EXCERPT_CHARS_MAX)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .map((line) => EXCERPT_PREFIX + line);
}

/** As the strategy judged it; where it does not, relative to the best of one answer: high from 75 %, medium from 40 %. */
export function rateHit(
  { score, confidence }: { readonly score: number; readonly confidence: Confidence | null },
  best: number,
): Confidence {
  if (confidence !== null) return confidence;
  if (score >= best * 0.75) return "high";
  return score >= best * 0.4 ? "medium" : "low";
}

/** Enough to compare, short enough to read; a store of one memory scores about 1e-6. */
export function roundScore(score: number): number {
  return Number(score.toPrecision(4));
}

// The result of reading another system's store: memories to import, and the records that were left out, with the reason.

import { BLANK_DRAFT, type Draft, sanitizeField } from "../../../memory/file/draft.ts";
import type { FrontmatterChanges } from "../../../memory/file/write-frontmatter.ts";
import { type Instant, isPlausible } from "../../../memory/instant.ts";
import {
  DESCRIPTION_CHARS_MAX,
  NAME_CHARS_MAX,
  RELATED_FILE_CHARS_MAX,
  RELATED_FILES_MAX,
  SESSION_CHARS_MAX,
} from "../../../memory/limits.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";

export type ImportedMemory = {
  /** The id of the source, if it has one that is valid here. */
  readonly id: string | null;
  /** The words from which an id is made otherwise. */
  readonly stem: string;
  readonly draft: Draft;
  readonly createdAt: Instant;
  /** More frontmatter: its status and the time of its last change. Never a tier. */
  readonly keys: FrontmatterChanges;
  /** True when the source states the type. Only then is the user asked to confirm it. */
  readonly isClear: boolean;
};

export type ImportRecord =
  | { readonly kind: "memory"; readonly source: string; readonly memory: ImportedMemory }
  | {
      readonly kind: "skip";
      readonly source: string;
      readonly why: string;
      /** True when it holds no memory, so that nothing is lost without it. */
      readonly isNone?: boolean;
    };

export type ImportSource = {
  /** The number of records, for the progress bar; known once the first record is read. */
  readonly total: () => number;
  readonly records: Iterable<ImportRecord>;
};

export type SourcePlace = {
  /** Absolute, with links resolved. */
  readonly path: string;
  readonly now: Instant;
  /** Limits a source that knows projects to this one. */
  readonly project: string | null;
  /** Limits a source that knows sessions to these. */
  readonly sessions?: ReadonlySet<string> | null;
  /** Files that the clients load by themselves. */
  readonly loaded?: ReadonlySet<string>;
};

/** No source is read further than this. */
export const RECORDS_MAX = 100_000;

export function skip(source: string, why: string): ImportRecord {
  return { kind: "skip", source, why };
}

/** Skips a record without a memory; no import fails because of it. */
export function skipNone(source: string, why: string): ImportRecord {
  return { kind: "skip", source, why, isNone: true };
}

export const IMPORTED_DRAFT = { ...BLANK_DRAFT, origin: "import" } as const;

/** The first plausible date; a date in the future or before the age of computers is not plausible. */
export function chooseInstant(
  candidates: readonly (number | string | null | undefined)[],
  now: Instant,
): Instant {
  for (const candidate of candidates) {
    const instant = typeof candidate === "string" ? parseDate(candidate) : (candidate ?? Number.NaN);
    if (Number.isFinite(instant) && instant >= 0 && isPlausible(instant, now)) return Math.floor(instant);
  }
  return now;
}

function parseDate(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}

// Fits the fields of another tool's record to ours, and makes a title and a description for a text without them, from its
// own words. The body is never cut: one that is too long is refused.

/** How much of a text is searched for them. */
const LOOKED_AT_CHARS = 4_000;

export function findHeading(text: string): string | null {
  for (const line of text.slice(0, LOOKED_AT_CHARS).split("\n")) {
    const heading = /^#{1,6} (.{1,500})$/.exec(line.trimEnd())?.[1];
    if (heading !== undefined) return heading.replace(/[ #]{1,20}$/, "");
  }
  return null;
}

/** The first words that are neither a heading nor markup. */
export function firstWords(text: string): string {
  for (const line of text.slice(0, LOOKED_AT_CHARS).split("\n")) {
    if (line.startsWith("#") || line.startsWith("```")) continue;
    const words = line
      .replace(/^[\s>*_`-]{0,20}/, "")
      .replaceAll(/[*_`]/g, "")
      .trim();
    if (words !== "") return words;
  }
  return "";
}

export function fitName(...candidates: readonly (string | null | undefined)[]): string {
  return fit(candidates, NAME_CHARS_MAX, 2);
}

export function fitDescription(...candidates: readonly (string | null | undefined)[]): string {
  return fit(candidates, DESCRIPTION_CHARS_MAX, 1);
}

/** Leaves out paths that are too long, because a cut path would lead nowhere. */
export function fitFiles(paths: readonly string[]): string[] {
  return [...new Set(paths)]
    .filter((path) => path.length <= RELATED_FILE_CHARS_MAX)
    .slice(0, RELATED_FILES_MAX);
}

export function fitSession(session: string | null): string | null {
  return session === null || session === "" || session.length > SESSION_CHARS_MAX ? null : session;
}

/** The first candidate that is long enough once it is cleaned. It is cut only if it must be; otherwise it stays uncleaned,
 * so that the user sees hidden characters. */
function fit(candidates: readonly (string | null | undefined)[], charsMax: number, charsMin: number): string {
  for (const candidate of candidates) {
    const chars = [...sanitizeField(candidate ?? "")].length;
    if (candidate && chars >= charsMin)
      return chars <= charsMax ? candidate : sanitizeLine(candidate, charsMax);
  }
  return "without a title";
}

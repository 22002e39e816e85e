// What a reader finds in another system's store: memories to be, and what it left out with the reason.

import type { Draft } from "../../../memory/file/draft.ts";
import type { FrontmatterChanges } from "../../../memory/file/rewrite-frontmatter.ts";
import { type Instant, isPlausible } from "../../../memory/instant.ts";

export type ImportedMemory = {
  /** Kept from the source, where it has one that is valid here. */
  readonly id: string | null;
  /** What an id is made from otherwise. */
  readonly stem: string;
  readonly draft: Draft;
  readonly createdAt: Instant;
  /** More frontmatter: its status, when it was last changed. Never a tier. */
  readonly keys: FrontmatterChanges;
  /** The source says what type it is. Only then is a person asked to confirm it. */
  readonly isClear: boolean;
};

export type ImportRecord =
  | { readonly kind: "memory"; readonly source: string; readonly memory: ImportedMemory }
  | { readonly kind: "skip"; readonly source: string; readonly why: string };

export type ImportSource = {
  /** How many records there are, for the progress bar; known once the first of them is read. */
  readonly total: () => number;
  readonly records: Iterable<ImportRecord>;
};

export type SourcePlace = {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly now: Instant;
  /** Only what belongs to this project, where the source knows projects. */
  readonly project: string | null;
};

/** No source is read further than this. */
export const RECORDS_MAX = 100_000;

export function skip(source: string, why: string): ImportRecord {
  return { kind: "skip", source, why };
}

export const BLANK_DRAFT = {
  category: null,
  tags: [],
  origin: "import",
  relatedFiles: [],
  session: null,
  taint: [],
  confidence: null,
  supersedes: null,
} as const satisfies Partial<Draft>;

/** The first date that can be true; a date that lies ahead, or before there were computers, is none. */
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

// A memory before it has a file: what somebody wants to store, cleaned by the one sanitizer, rendered by the one writer.

import type { Instant } from "../instant.ts";
import { renderDay, renderInstant } from "../instant.ts";
import { FILE_NAME_BYTES_MAX } from "../limits.ts";
import {
  type Category,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type Origin,
  type Tier,
} from "../memory.ts";
import { sanitizeLine, sanitizeTag, sanitizeText } from "../text/sanitize.ts";
import { sha256Hex } from "./sha256.ts";
import { renderFile } from "./write-frontmatter.ts";

export type Draft = {
  readonly type: MemoryType;
  readonly name: string;
  readonly description: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly body: string;
  readonly origin: Origin;
  readonly relatedFiles: readonly string[];
  readonly session: string | null;
  readonly taint: readonly string[];
  readonly confidence: number | null;
  readonly supersedes: string | null;
};

/** Longer than any limit, so that a text which is too long is refused and never silently cut. */
const UNCUT = 200_000;

/** Cleaned on the way in, so that what is signed is what every reader sees. */
export function sanitizeDraft(draft: Draft): Draft {
  return {
    ...draft,
    name: sanitizeField(draft.name),
    description: sanitizeField(draft.description),
    tags: sanitizeTags(draft.tags),
    body: sanitizeBody(draft.body),
    relatedFiles: sanitizeList(draft.relatedFiles),
    session: draft.session === null ? null : sanitizeField(draft.session),
    taint: sanitizeList(draft.taint),
  };
}

export function sanitizeField(text: string): string {
  return sanitizeLine(text, UNCUT);
}

export function sanitizeTags(tags: readonly string[]): string[] {
  return unique(tags.map(sanitizeTag)).filter((tag) => tag !== "");
}

export function sanitizeList(items: readonly string[]): string[] {
  return unique(items.map(sanitizeField)).filter((item) => item !== "");
}

/** A body ends in exactly one line break. */
export function sanitizeBody(body: string): string {
  return `${sanitizeText(body, UNCUT).trimEnd()}\n`;
}

export type Birth = { readonly tier: Tier; readonly now: Instant; readonly machine: string };

export function renderDraft(draft: Draft, { tier, now, machine }: Birth): string {
  const { type, name, description, category, tags, origin, session, taint, relatedFiles } = draft;
  const list = (items: readonly string[]): readonly string[] | null => (items.length === 0 ? null : items);
  return renderFile(
    {
      name,
      description,
      type,
      category,
      tags: list(tags),
      "trust-level": tier,
      "last-verified": tier === "verified" ? renderDay(now) : null,
      "created-at": renderInstant(now),
      "source-machine": machine,
      origin,
      session,
      taint: list(taint),
      "related-files": list(relatedFiles),
      confidence: draft.confidence === null ? null : renderConfidence(draft.confidence),
      supersedes: draft.supersedes,
    },
    draft.body,
  );
}

/** What is left of a file name beside the words: the longest type, `_` and `.md`. */
const ROUND_WORDS = Math.max(...MEMORY_TYPES.map((type) => `${type}_.md`.length));

/** An id made from the name; a name without Latin letters gets one made from its hash. */
export function deriveId(type: Memory["type"], name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, FILE_NAME_BYTES_MAX - ROUND_WORDS)
    .replaceAll(/^_+|_+$/g, "");
  const stem = words === "" ? `m_${sha256Hex(name).slice(0, 12)}` : words;
  return `${type}_${stem}`;
}

function renderConfidence(confidence: number): string {
  return Math.min(1, Math.max(0, confidence))
    .toFixed(2)
    .replace(/\.?0+$/, "");
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}

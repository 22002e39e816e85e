// A memory before it has a file: what somebody wants to store, cleaned by the one sanitizer, rendered by the one writer.

import type { Instant } from "../instant.ts";
import { renderDay, renderInstant } from "../instant.ts";
import { textsIn } from "../json.ts";
import { FILE_NAME_BYTES_MAX } from "../limits.ts";
import { extendId, MEMORY_TYPES, type Memory, type Origin, type Tier } from "../memory.ts";
import { normalizeText, sanitizeLine, sanitizeTag, sanitizeText } from "../text/sanitize.ts";
import { FIELDS, type Field, type Fields, type PropertyWhere, toFileValue } from "./fields.ts";
import type { FrontmatterValue } from "./frontmatter.ts";
import { sha256Hex } from "./sha256.ts";
import { renderFile } from "./write-frontmatter.ts";

type Drafted = Pick<Memory, PropertyWhere<{ readonly inDraft: true }>>;

export type Draft = Readonly<Omit<Drafted, "origin">> & { readonly origin: Origin; readonly body: string };

/** What a draft says where nobody says anything. */
export const BLANK_DRAFT = {
  category: null,
  tags: [],
  cues: [],
  contradicts: [],
  relatedFiles: [],
  session: null,
  taint: [],
  confidence: null,
  supersedes: null,
} as const satisfies Partial<Draft>;

/** Longer than any limit, so that a text which is too long is refused and never silently cut. */
const UNCUT = 200_000;

/** Cleaned on the way in, so that what is signed is what every reader sees. */
export function sanitizeDraft(draft: Draft): Draft {
  return { ...sanitizeValues(draft), body: sanitizeBody(draft.body) };
}

/** Of a draft or an update, the values that the table of fields calls free text. */
export function sanitizeValues<Values extends object>(values: Values, fields: Fields = FIELDS): Values {
  const kinds = new Map<string, Field["kind"]>(
    Object.values(fields).map(({ property, kind }) => [property, kind]),
  );
  const cleaned = Object.entries(values).map(([property, value]) => [
    property,
    sanitizeValue(kinds.get(property), value),
  ]);
  return { ...values, ...Object.fromEntries(cleaned) };
}

function sanitizeValue(kind: Field["kind"] | undefined, value: unknown): unknown {
  switch (kind) {
    case "line":
      return typeof value === "string" ? sanitizeField(value) : value;
    case "tags":
      return sanitizeTags(textsIn(value));
    case "list":
      return sanitizeList(textsIn(value));
    case "word":
    case "mark":
    case undefined:
      return value;
  }
}

export function sanitizeField(text: string): string {
  return sanitizeLine(text, UNCUT);
}

export function sanitizeTags(tags: readonly string[]): string[] {
  return unique(tags.map(sanitizeTag)).filter((tag) => tag !== "");
}

function sanitizeList(items: readonly string[]): string[] {
  return unique(items.map(sanitizeField)).filter((item) => item !== "");
}

/** A body ends in exactly one line break. */
export function sanitizeBody(body: string): string {
  return `${sanitizeText(body, UNCUT).trimEnd()}\n`;
}

export type Birth = { readonly tier: Tier; readonly now: Instant; readonly machine: string };

export function renderDraft(draft: Draft, { tier, now, machine }: Birth, fields: Fields = FIELDS): string {
  const given: Readonly<Record<string, unknown>> = draft;
  const born: Readonly<Record<string, FrontmatterValue>> = {
    "trust-level": tier,
    "last-verified": tier === "verified" ? renderDay(now) : null,
    "created-at": renderInstant(now),
    "source-machine": machine,
  };
  const values = Object.entries(fields).map(([key, field]) => {
    const value = field.inDraft === true ? toFileValue(field, given[field.property]) : null;
    return [key, born[key] ?? value] as const;
  });
  return renderFile(Object.fromEntries(values), draft.body);
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

/** Two titles can give one id: the second one gets the other. */
export function idsOf({ type, name }: Pick<Draft, "type" | "name">): {
  readonly plain: string;
  readonly hashed: string;
} {
  const plain = deriveId(type, name);
  return { plain, hashed: extendId(plain, `_${sha256Hex(foldName(name)).slice(0, 8)}`) };
}

export function isNamesake(
  of: { readonly type: Memory["type"] | null; readonly name: string } | null,
  { type, name }: Pick<Draft, "type" | "name">,
): boolean {
  return of?.type === type && foldName(of.name) === foldName(name);
}

function foldName(name: string): string {
  return normalizeText(name).toLowerCase();
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}

// Reads the values of a request. Any value may be hostile: each must have its type and be within its bounds, or the request
// is refused.

import type { ListQuery, MemoryRef } from "../../app/page/views.ts";
import { CredenceError } from "../../memory/errors.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { CATEGORIES, MEMORY_TYPES, parseMemoryId, SCOPES, STANDINGS, STATUSES } from "../../memory/memory.ts";
import { type ManyRequest, type MarkRequest, WORDS } from "../protocol.ts";

/** The whole new file of an edit, escaped as JSON, and the text around it. */
const BODY_BYTES_MAX = 256 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

/** Stops reading a body that is too long. */
export async function readBody(request: Request): Promise<Fields> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new TooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  const value = parseJson(text + decoder.decode());
  if (!isRecord(value)) throw new CredenceError("USAGE", "the body is no JSON object");
  return value;
}

export class TooLarge extends Error {}

export const PROMPT_CHARS_MAX = 20_000;
const WORD_CHARS_MAX = 400;
const REASON_CHARS_MAX = 10 * WORD_CHARS_MAX;
const LIST_MAX = 100;

/** @returns null when the field is absent. */
function textIn(fields: Fields, name: string, charsMax = WORD_CHARS_MAX): string | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  if (typeof value !== "string" || value.length > charsMax) throw wrong(name);
  return value;
}

export function demandText(fields: Fields, name: string, charsMax = WORD_CHARS_MAX): string {
  const value = textIn(fields, name, charsMax);
  if (value === null) throw wrong(name);
  return value;
}

function wrong(name: string): CredenceError {
  return new CredenceError("USAGE", `${name} is missing, too long or of another type`);
}

export function readRef(fields: Fields): MemoryRef {
  const id = parseMemoryId(demandText(fields, "id"));
  const scope = oneOf(SCOPES, fields["scope"]);
  if (id === null) throw wrong("id");
  if (scope === null) throw wrong("scope");
  return { scope, id };
}

export function readMark(fields: Fields): MarkRequest {
  return {
    ...readRef(fields),
    act: demandText(fields, "act"),
    digest: textIn(fields, "digest"),
    seen: listIn(fields, "seen"),
    acknowledged: listIn(fields, "acknowledged"),
    word: textIn(fields, "word"),
    reason: textIn(fields, "reason", REASON_CHARS_MAX),
    text: textIn(fields, "text", FILE_BYTES_MAX),
  };
}

const MANY_MAX = 500;

export function readMany(fields: Fields): ManyRequest {
  const word = oneOf(WORDS, fields["word"]);
  if (word === null) throw wrong("word");
  const items = arrayIn(fields, "items", MANY_MAX).map((item) => {
    if (!isRecord(item)) throw wrong("items");
    return { ...readRef(item), digest: textIn(item, "digest"), seen: listIn(item, "seen") };
  });
  return { word, reason: textIn(fields, "reason", REASON_CHARS_MAX), items };
}

/** Empty when the field is absent. */
function listIn(fields: Fields, name: string): string[] {
  return arrayIn(fields, name, LIST_MAX).map(String);
}

function arrayIn(fields: Fields, name: string, max: number): readonly unknown[] {
  const list = fields[name] ?? [];
  if (!Array.isArray(list) || list.length > max) throw wrong(name);
  return list;
}

/** The file of an edit; the validators refuse one that is too long. */
export function readEdited(fields: Fields): string {
  return demandText(fields, "text", BODY_BYTES_MAX);
}

const WINDOW_MAX = 200;
const WINDOW = 100;
const OFFSET_MAX = 1_000_000;
const DAYS_MAX = 36_500;
const SORTS = ["relevance", "newest", "oldest", "name", "verified"] as const;

export function readListQuery(params: URLSearchParams): ListQuery {
  const fields: Fields = Object.fromEntries(params);
  return {
    query: textIn(fields, "query") ?? "",
    standing: choiceIn(fields, "standing", STANDINGS),
    type: choiceIn(fields, "type", MEMORY_TYPES),
    category: choiceIn(fields, "category", CATEGORIES),
    tag: textIn(fields, "tag") || null,
    author: textIn(fields, "author") || null,
    days: numberIn(fields, "days", { fallback: null, max: DAYS_MAX }),
    older: numberIn(fields, "older", { fallback: null, max: DAYS_MAX }),
    flagged: textIn(fields, "flagged") || null,
    alike: textIn(fields, "alike") || null,
    status: choiceIn(fields, "status", STATUSES) ?? "active",
    sort: choiceIn(fields, "sort", SORTS) ?? (textIn(fields, "query") ? "relevance" : "newest"),
    offset: numberIn(fields, "offset", { fallback: 0, max: OFFSET_MAX }) ?? 0,
    limit: numberIn(fields, "limit", { fallback: WINDOW, max: WINDOW_MAX }) ?? WINDOW,
  };
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null;
}

/** @returns null when the field is empty. */
function choiceIn<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | null {
  const value = textIn(fields, name);
  if (value === null || value === "") return null;
  const word = oneOf(words, value);
  if (word === null) throw wrong(name);
  return word;
}

type Bounds = { readonly fallback: number | null; readonly max: number };

function numberIn(fields: Fields, name: string, { fallback, max }: Bounds): number | null {
  const value = textIn(fields, name);
  if (value === null || value === "") return fallback;
  if (!/^\d{1,7}$/.test(value)) throw wrong(name);
  return Math.min(Number(value), max);
}

const TAB = /^[\w-]{16,64}$/;

export function readTab(given: string | undefined): string {
  if (given !== undefined && TAB.test(given)) return given;
  throw new CredenceError("USAGE", "the tab has no name");
}

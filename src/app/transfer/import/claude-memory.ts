// claude-memory's store: one JSON record per file, in one folder per category. It lies in `.claude/memory/`, possibly
// together with a root of ours; nothing of that root is read.

import { basename, join } from "node:path";
import { type Draft, sanitizeField, sanitizeTags } from "../../../memory/file/draft.ts";
import type { FrontmatterChanges } from "../../../memory/file/write-frontmatter.ts";
import { type Instant, parseInstant } from "../../../memory/instant.ts";
import { parseJson, textsIn } from "../../../memory/json.ts";
import { NAME_CHARS_MAX, NAME_CHARS_MIN, TAGS_MAX } from "../../../memory/limits.ts";
import { CATEGORIES, type Category, type MemoryType, parseMemoryId } from "../../../memory/memory.ts";
import { sanitizeText } from "../../../memory/text/sanitize.ts";
import { findEntry } from "../../../store/paths.ts";
import { isJsonObject, type JsonObject, renderRecordBody } from "./claude-memory-body.ts";
import { toSource } from "./markdown.ts";
import {
  chooseInstant,
  fitDescription,
  fitFiles,
  fitName,
  IMPORTED_DRAFT,
  type ImportedMemory,
  type ImportSource,
  type SourcePlace,
  skip,
} from "./record.ts";
import { type FileOrSkip, walkFiles } from "./walk-files.ts";

export const RECORD_FOLDERS = {
  decision: "decisions",
  constraint: "constraints",
  preference: "preferences",
  runbook: "runbooks",
  tech_debt: "tech-debt",
  session_summary: "sessions",
} as const;

export function readClaudeMemory({ path, now }: SourcePlace): ImportSource {
  return toSource(findFiles(path), (file, { text, mtimeMs }) => {
    const value = parseJson(text);
    if (value === null) return skip(file.source, "not valid JSON");
    const memory = memoryOfRecord(value, { now, mtimeMs });
    if (memory === null) return skip(file.source, "not a record of claude-memory");
    // In that store the name of the file is the identity.
    const stem = basename(file.path, ".json");
    return { kind: "memory", source: file.source, memory: { ...memory, stem } };
  });
}

/** The whole store, one folder of it, or one file. */
function findFiles(path: string): FileOrSkip[] {
  const folders = Object.values(RECORD_FOLDERS).filter(
    (name) => findEntry(join(path, name))?.isDirectory() === true,
  );
  if (folders.length === 0) return walkFiles(path, ".json");
  return folders.flatMap((name) =>
    walkFiles(join(path, name), ".json").map((file) => ({ ...file, source: join(name, file.source) })),
  );
}

// A JSON record of claude-memory as a memory to import. docs/import.md has the mapping.

const TYPES: Readonly<Record<Category, MemoryType>> = {
  decision: "project",
  constraint: "project",
  preference: "feedback",
  runbook: "project",
  tech_debt: "project",
  session_summary: "project",
};

/** The field from which the description is made. */
const GIST: Readonly<Record<Category, string>> = {
  decision: "decision",
  constraint: "rule",
  preference: "value",
  runbook: "trigger",
  tech_debt: "description",
  session_summary: "goal",
};

const TEXT_CHARS_MAX = 200_000;
/** A record has four levels; one with thousands would exhaust the stack of the process that walks it. */
const DEPTH_MAX = 16;

export type RecordContext = { readonly now: Instant; readonly mtimeMs: number };

/** @returns null when the value is not a record. */
export function memoryOfRecord(value: unknown, { now, mtimeMs }: RecordContext): ImportedMemory | null {
  if (isDeep(value, DEPTH_MAX)) return null;
  const record = cleanStrings(value);
  if (!isJsonObject(record)) return null;
  const { category: said, title, content, ...others } = record;
  const category = CATEGORIES.find((each) => each === said);
  if (category === undefined || typeof title !== "string" || !isJsonObject(content)) return null;
  const type = TYPES[category];
  const slug = textOf(record, "id") ?? title;
  const draft = draftOf(record, { category, type, title });
  const { tags, ...rest } = others;
  const kept = {
    ...rest,
    // Only if our own fields cannot hold the same value.
    ...(draft.name === title ? {} : { title }),
    ...(JSON.stringify(tags) === JSON.stringify(draft.tags) ? {} : { tags }),
  };
  return {
    id: parseMemoryId(`${type}_${slug.replaceAll("-", "_")}`),
    stem: slug,
    draft: { ...draft, body: renderRecordBody(category, content, kept) },
    createdAt: chooseInstant([textOf(record, "created_at"), mtimeMs], now),
    keys: { ...updatedKeys(record, now), ...statusKeys(record) },
    isClear: true,
  };
}

function draftOf(
  record: JsonObject,
  {
    category,
    type,
    title,
  }: { readonly category: Category; readonly type: MemoryType; readonly title: string },
): Draft {
  const { content, confidence } = record;
  const gist = isJsonObject(content) ? textOf(content, GIST[category]) : null;
  const clean = sanitizeField(title);
  const chars = [...clean].length;
  const isName = chars >= NAME_CHARS_MIN && chars <= NAME_CHARS_MAX;
  return {
    ...IMPORTED_DRAFT,
    type,
    category,
    name: isName ? clean : fitName(clean, `${category} ${clean}`),
    description: fitDescription(gist, clean, category),
    tags: sanitizeTags(listOf(record, "tags")).slice(0, TAGS_MAX),
    body: "",
    relatedFiles: fitFiles(listOf(record, "related_files")),
    confidence: typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null,
  };
}

function updatedKeys(record: JsonObject, now: Instant): FrontmatterChanges {
  const at = textOf(record, "updated_at");
  return at === null || parseInstant(at) === null || chooseInstant([at], now) === now
    ? {}
    : { "updated-at": at };
}

/** A record out of use there is out of use here, since the import; its own dates stay in the record that the body keeps. */
function statusKeys(record: JsonObject): FrontmatterChanges {
  const status = textOf(record, "record_status");
  if (status !== "retired" && status !== "archived") return {};
  const reason = sanitizeField(textOf(record, `${status}_reason`) ?? "");
  return {
    status,
    ...(reason === "" ? {} : { [`${status}-reason`]: fitDescription(reason) }),
  };
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((each) => isDeep(each, left - 1));
}

/** Cleans before the record is split into sections, so that the stored text equals the split one. Keys are cleaned too,
 * because they are shown as well. */
function cleanStrings(value: unknown): unknown {
  if (typeof value === "string") return sanitizeText(value, TEXT_CHARS_MAX);
  if (Array.isArray(value)) return value.map(cleanStrings);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [sanitizeText(key, TEXT_CHARS_MAX), cleanStrings(each)]),
  );
}

function textOf(record: JsonObject, key: string): string | null {
  const value = Object.hasOwn(record, key) ? record[key] : null;
  return typeof value === "string" ? value : null;
}

function listOf(record: JsonObject, key: string): string[] {
  return textsIn(Object.hasOwn(record, key) ? record[key] : null);
}

// Exports memories.
//
// Attack: an agent exports foreign memories to read them past recall; or a line of frontmatter that no signature covers is
// exported under the good name of its memory. So only the output of describeMemory is exported: of a memory in use the
// signed text and its dates, and of a withheld one nothing, unless a person asks for all.

import { FIELDS, type Fields, type PropertyWhere, toFileValue } from "../../memory/file/fields.ts";
import { renderFile } from "../../memory/file/write-frontmatter.ts";
import type { ExportFormat } from "../../memory/import-source.ts";
import type { Category } from "../../memory/memory.ts";
import { WITHHELD } from "../../memory/wording.ts";
import { judgeText } from "../change/judge-text.ts";
import { walkLearned } from "../index/judge-unknown.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { nameFor } from "../memories/foreign-names.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { isKnownHeldBack } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { RECORD_FOLDERS } from "./import/claude-memory.ts";
import {
  isJsonObject,
  type JsonObject,
  parseRecordBody,
  type RecordBody,
} from "./import/claude-memory-body.ts";

export type ExportedFile = { readonly path: string; readonly text: string };

export type Export = {
  readonly memories: readonly DescribedMemory[];
  /** The memories left out, and why. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
};

export async function gatherExport(workspace: Workspace, all: boolean): Promise<Export> {
  const memories: DescribedMemory[] = [];
  const left: { id: string; why: string }[] = [];
  for await (const loaded of walkLearned(workspace, walkMemories(workspace, workspace.roots))) {
    const memory = describeMemory(workspace, loaded);
    // Withheld from the caller and from every model that may read the copy.
    const isHeld = !all && isKnownHeldBack(loaded);
    const why = isHeld ? `it is ${WITHHELD}` : await findReason(workspace, memory, all);
    if (why === null) memories.push(memory);
    else left.push({ id: nameFor(workspace, loaded), why });
  }
  return { memories, left };
}

async function findReason(
  workspace: Workspace,
  memory: DescribedMemory,
  all: boolean,
): Promise<string | null> {
  const { standing, body, id } = memory;
  if (!all && standing !== "verified" && standing !== "inferred") return `it is ${standing}`;
  if (body === null) return "it is broken";
  // A rule that came after the text was stored may find more, so texts that leave this machine are judged again.
  const text = renderMarkdown(memory);
  const { secrets } = await judgeText(workspace, `${id}.md`, {
    text,
    vouchedBy: standing === "verified" ? "person" : "machine",
  });
  return secrets.exit === 0 ? null : "SECRET_DETECTED: it holds a secret";
}

type ExportFields = Pick<DescribedMemory, PropertyWhere<{ readonly isExported: true }> | "body">;

function renderMarkdown(memory: ExportFields, fields: Fields = FIELDS): string {
  const shown: Readonly<Record<string, unknown>> = memory;
  const rows = Object.entries(fields).filter(([, { isExported }]) => isExported === true);
  const values = rows.map(([key, field]) => [key, toFileValue(field, shown[field.property])] as const);
  return renderFile(Object.fromEntries(values), memory.body ?? "");
}

/** The files of a folder, in the on-disk form of the format. */
export function toFiles(
  memories: readonly DescribedMemory[],
  format: Exclude<ExportFormat, "json">,
  fields: Fields = FIELDS,
): ExportedFile[] {
  if (format === "markdown") {
    return memories.map((memory) => ({
      path: `${memory.scope}/${memory.id}.md`,
      text: renderMarkdown(memory, fields),
    }));
  }
  const taken = new Set<string>();
  return memories.map((memory) => {
    const { folder, record } = recordOf(memory);
    const id = String(record["id"]);
    // Two types may share a slug, and in that format the name of the file is the identity.
    let unique = id;
    for (let number = 2; taken.has(`${memory.scope}/${folder}/${unique}`); number += 1)
      unique = `${id}-${number}`;
    taken.add(`${memory.scope}/${folder}/${unique}`);
    return {
      path: `${memory.scope}/${folder}/${unique}.json`,
      text: `${JSON.stringify({ ...record, id: unique }, null, 2)}\n`,
    };
  });
}

// A memory as a JSON record of claude-memory. A memory that came from such a record becomes that record again; any other
// one is written in the fields of its category.

const ID_CHARS_MAX = 80;

export type ExportedRecord = { readonly folder: string; readonly record: JsonObject };

export function recordOf(memory: DescribedMemory): ExportedRecord {
  // A memory without a category is exported as a preference, because topic, value and reason fit any text.
  const category = memory.category ?? "preference";
  const parsed = parseRecordBody(category, memory.body ?? "");
  const record =
    parsed.rest === null ? newRecord(memory, category, parsed) : sameRecord(memory, parsed, parsed.rest);
  return { folder: RECORD_FOLDERS[category], record: inOrder({ ...record, category }) };
}

const ORDER =
  "schema_version category id title record_status created_at updated_at tags related_files confidence content changes times_updated".split(
    " ",
  );

/** In the order of the other tool; fields unknown to it come last. */
function inOrder(record: JsonObject): JsonObject {
  const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => rank(a) - rank(b)));
}

/** Name, tags and status have their present values; the rest is as the record had it. */
function sameRecord(memory: DescribedMemory, { content }: RecordBody, rest: JsonObject): JsonObject {
  const others = rest["content"];
  return {
    title: memory.name ?? "",
    tags: memory.tags,
    ...rest,
    ...statusOf(memory, rest),
    content: { ...content, ...(isJsonObject(others) ? others : {}) },
  };
}

/** A record without a status was active. A change of status here makes the record's old dates untrue. */
function statusOf({ status }: DescribedMemory, rest: JsonObject): JsonObject {
  const now = status ?? "active";
  const before = typeof rest["record_status"] === "string" ? rest["record_status"] : "active";
  if (now === before) return {};
  return {
    record_status: now,
    retired_at: null,
    retired_reason: null,
    archived_at: null,
    archived_reason: null,
  };
}

function newRecord(memory: DescribedMemory, category: Category, { content }: RecordBody): JsonObject {
  const { id, name, tags, createdAt } = memory;
  const at = createdAt ?? "1970-01-01T00:00:00Z";
  return {
    schema_version: "1.0",
    id: slugOf(id),
    title: name ?? "",
    record_status: memory.status ?? "active",
    created_at: at,
    updated_at: at,
    tags: tags.length === 0 ? ["untagged"] : tags,
    related_files: null,
    confidence: null,
    content: contentOf(memory, category, content),
    changes: [],
    times_updated: 0,
  };
}

function slugOf(id: string): string {
  const words = id.slice(id.indexOf("_") + 1).split("_");
  const slug = words.filter((word) => word !== "").join("-");
  return slug.slice(0, ID_CHARS_MAX).replace(/-+$/, "") || "memory";
}

const LISTS: ReadonlySet<string> = new Set(
  "rationale consequences impact workarounds symptoms steps suggested_fix acceptance_criteria completed in_progress blockers next_actions key_changes".split(
    " ",
  ),
);
const OUTCOMES: readonly unknown[] = ["success", "partial", "blocked", "abandoned"];

/** The sections in the types that the fields require, and the fields that a record must have. */
function contentOf(memory: DescribedMemory, category: Category, said: JsonObject): JsonObject {
  const told = Object.entries(said).map(([key, value]): [string, unknown] => {
    if (LISTS.has(key)) return [key, Array.isArray(value) ? value : [value]];
    return [key, Array.isArray(value) ? value.join("\n") : value];
  });
  const content = { ...wanted(memory, category), ...Object.fromEntries(told) };
  const isOutcome = category !== "session_summary" || OUTCOMES.includes(content["outcome"]);
  return isOutcome ? content : { ...content, outcome: "partial", key_changes: [content["outcome"]] };
}

function wanted(memory: DescribedMemory, category: Category): JsonObject {
  const [name, body, gist] = [memory.name ?? "", (memory.body ?? "").trim(), memory.description ?? ""];
  switch (category) {
    case "decision":
      return { status: "accepted", context: gist, decision: body, rationale: [gist] };
    case "constraint":
      return { kind: "policy", rule: body, impact: [gist], severity: "medium", active: true };
    case "preference":
      return { topic: name, value: body, reason: gist, strength: "default" };
    case "runbook":
      return { trigger: gist, steps: [body], verification: gist };
    case "tech_debt":
      return { status: "open", priority: "medium", description: body, reason_deferred: gist };
    case "session_summary":
      return { goal: gist, outcome: "partial", completed: [body], next_actions: [] };
  }
}

// One row of claude-mem's database as a memory to be. A model wrote all of it, so nothing of it is clear.

import { type Instant, renderInstant } from "../../../memory/instant.ts";
import { parseJson } from "../../../memory/json.ts";
import { TAGS_MAX } from "../../../memory/limits.ts";
import type { Category } from "../../../memory/memory.ts";
import { firstWords, fitDescription, fitFiles, fitName, fitSession } from "./describe-text.ts";
import { BLANK_DRAFT, chooseInstant, type ImportRecord, skip } from "./record.ts";

export type MemRow = ReadonlyMap<string, string>;

export type RowContext = {
  readonly source: string;
  readonly now: Instant;
  /** There are enough newer ones of its kind. */
  readonly isOld: boolean;
};

export function recordOfObservation(row: MemRow, { source, now }: RowContext): ImportRecord {
  const type = row.get("type") ?? "";
  if (type === "sensitive") return skip(source, "it is marked as sensitive there");
  const facts = listOf(row, "facts");
  const parts = [
    row.get("narrative") ?? row.get("text") ?? "",
    facts.map((fact) => `- ${fact}`).join("\n"),
  ].filter((part) => part !== "");
  const name = fitName(row.get("title"), row.get("subtitle"), facts[0], `${type} ${row.get("id") ?? ""}`);
  return toRecord(row, {
    source,
    now,
    suffix: "o",
    name,
    description: fitDescription(row.get("subtitle"), firstWords(parts[0] ?? ""), name),
    category: type === "decision" ? "decision" : null,
    tags: [type, ...listOf(row, "concepts")],
    body: parts.join("\n\n"),
    files: [...listOf(row, "files_modified"), ...listOf(row, "files_read")],
    archived: false,
  });
}

const SECTIONS = [
  ["request", "Goal"],
  ["completed", "Outcome"],
  ["next_steps", "Next actions"],
  ["investigated", "Investigated"],
  ["learned", "Learned"],
  ["notes", "Notes"],
] as const;

export function recordOfSummary(row: MemRow, { source, now, isOld }: RowContext): ImportRecord {
  const parts = SECTIONS.flatMap(([column, heading]) => {
    const text = row.get(column);
    return text === undefined ? [] : [`## ${heading}\n\n${text}`];
  });
  const name = fitName(row.get("request"), `Session ${row.get("id") ?? ""}`);
  return toRecord(row, {
    source,
    now,
    suffix: "s",
    name,
    description: fitDescription(row.get("completed"), row.get("learned"), name),
    category: "session_summary",
    tags: [],
    body: parts.join("\n\n"),
    files: [...listOf(row, "files_edited"), ...listOf(row, "files_read")],
    archived: isOld,
  });
}

type Words = Pick<RowContext, "source" | "now"> & {
  readonly suffix: string;
  readonly name: string;
  readonly description: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly body: string;
  readonly files: readonly string[];
  readonly archived: boolean;
};

function toRecord(row: MemRow, words: Words): ImportRecord {
  const { source, now, suffix, name, description, category, body } = words;
  const createdAt = chooseInstant([epochOf(row), row.get("created_at")], now);
  const project = row.get("project") ?? "";
  return {
    kind: "memory",
    source,
    memory: {
      id: null,
      // Titles repeat; the number of the row does not.
      stem: `${name.slice(0, 60)} ${suffix}${row.get("id") ?? ""}`,
      draft: {
        ...BLANK_DRAFT,
        type: "project",
        name,
        description,
        category,
        tags: [...words.tags, project].slice(0, TAGS_MAX),
        body,
        relatedFiles: fitFiles(words.files),
        session: fitSession(row.get("memory_session_id") ?? row.get("sdk_session_id") ?? null),
      },
      createdAt,
      keys: words.archived
        ? {
            status: "archived",
            "archived-at": renderInstant(now),
            "archived-reason": "a newer session summary took its place",
          }
        : {},
      isClear: false,
    },
  };
}

/** Milliseconds; older versions counted seconds. */
function epochOf(row: MemRow): number | null {
  const epoch = Number(row.get("created_at_epoch") ?? Number.NaN);
  if (!Number.isFinite(epoch) || epoch <= 0) return null;
  return epoch < 100_000_000_000 ? epoch * 1_000 : epoch;
}

/** A JSON list of texts; anything else is none. */
function listOf(row: MemRow, column: string): string[] {
  const value = parseJson(row.get(column) ?? "[]");
  return Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];
}

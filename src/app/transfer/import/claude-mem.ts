// claude-mem's database: observations and session summaries. Columns differ between its versions, so only those that are
// there are asked for, each as text and cut to what a memory can hold.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CredenceError } from "../../../memory/errors.ts";
import { type Instant, renderInstant } from "../../../memory/instant.ts";
import { parseJson } from "../../../memory/json.ts";
import { FILE_BYTES_MAX, TAGS_MAX } from "../../../memory/limits.ts";
import type { Category } from "../../../memory/memory.ts";
import { findEntry } from "../../../store/paths.ts";
import {
  chooseInstant,
  firstWords,
  fitDescription,
  fitFiles,
  fitName,
  fitSession,
  IMPORTED_DRAFT,
  type ImportRecord,
  type ImportSource,
  RECORDS_MAX,
  type SourcePlace,
  skip,
} from "./record.ts";

const TABLES = [
  {
    table: "observations",
    columns:
      "id project type title subtitle facts narrative text concepts files_read files_modified memory_session_id sdk_session_id created_at created_at_epoch",
    toRecord: recordOfObservation,
  },
  {
    table: "session_summaries",
    columns:
      "id project request investigated learned completed next_steps notes files_read files_edited memory_session_id sdk_session_id created_at created_at_epoch",
    toRecord: recordOfSummary,
  },
] as const;

/** The newest summaries stay in use, as everywhere. */
const SUMMARIES_IN_USE = 5;

export function readClaudeMem({ path, now, project }: SourcePlace): ImportSource {
  let total = 0;
  const records = withForeignDatabase(path, (database) => {
    total = countRows(database);
    return readAll(database, { now, project });
  });
  return { total: () => total, records };
}

function countRows(database: DatabaseSync): number {
  const counts = TABLES.filter(({ table }) => columnsOf(database, table).size > 0).map(({ table }) =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"] ?? 0),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

type Asked = Pick<SourcePlace, "now" | "project">;

function* readAll(database: DatabaseSync, asked: Asked): Generator<ImportRecord> {
  let count = 0;
  for (const { table, columns, toRecord } of TABLES) {
    const present = columnsOf(database, table);
    const wanted = columns.split(" ").filter((column) => present.has(column));
    if (!wanted.includes("id")) {
      yield skip(table, "the database has no such table");
      continue;
    }
    let newest = 0;
    for (const row of readRows(database, table, wanted)) {
      count += 1;
      if (count > RECORDS_MAX) return yield skip("the rest", `more than ${RECORDS_MAX} rows`);
      const source = `${table} ${row.get("id") ?? ""}`;
      const about = row.get("project") ?? "";
      if (asked.project !== null && about !== asked.project) {
        yield skip(source, `it is about the project ${about}`);
        continue;
      }
      newest += 1;
      yield toRecord(row, { source, now: asked.now, isOld: newest > SUMMARIES_IN_USE });
    }
  }
}

/** Newest first. A cell that is longer than any memory says so by being cut just behind the limit. */
function* readRows(database: DatabaseSync, table: string, columns: readonly string[]): Generator<MemRow> {
  const cells = columns.map(
    (column) => `substr(CAST(${column} AS TEXT), 1, ${FILE_BYTES_MAX + 1}) AS ${column}`,
  );
  const order = columns.includes("created_at_epoch") ? "created_at_epoch DESC, id DESC" : "id DESC";
  const statement = database.prepare(`SELECT ${cells.join(", ")} FROM ${table} ORDER BY ${order}`);
  for (const row of statement.iterate()) {
    const texts = Object.entries(row).flatMap(([key, value]) =>
      typeof value === "string" && value !== "" ? [[key, value] as const] : [],
    );
    yield new Map(texts);
  }
}

// One row of claude-mem's database as a memory to be. A model wrote all of it, so nothing of it is clear.

type MemRow = ReadonlyMap<string, string>;

export type RowContext = {
  readonly source: string;
  readonly now: Instant;
  /** There are enough newer ones of its kind. */
  readonly isOld: boolean;
};

function recordOfObservation(row: MemRow, { source, now }: RowContext): ImportRecord {
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

function recordOfSummary(row: MemRow, { source, now, isOld }: RowContext): ImportRecord {
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
        ...IMPORTED_DRAFT,
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

// Another program's SQLite file, read from a private copy: nothing is ever written beside it, and its owner may go on
// writing. Attack: a schema made to run something. Only tables are read, never a view, and the schema is not trusted.

const BYTES_MAX = 4 * 1024 ** 3;

/** What is read is lent for as long as `work` takes. */
function* withForeignDatabase<Item>(
  path: string,
  work: (database: DatabaseSync) => Iterable<Item>,
): Generator<Item> {
  const directory = mkdtempSync(join(tmpdir(), "credence-import-"));
  try {
    const database = openCopy(path, directory);
    try {
      yield* work(database);
    } catch (error) {
      throw toReadFailure(error);
    } finally {
      database.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function openCopy(path: string, directory: string): DatabaseSync {
  const copy = join(directory, basename(path));
  // The newest rows may be in the log beside it.
  for (const ending of ["", "-wal"]) {
    const stat = findEntry(path + ending);
    if (stat === null && ending !== "") continue;
    if (stat?.isFile() !== true || stat.size > BYTES_MAX) {
      throw new CredenceError("NOT_READABLE", "the database is not a regular file, or is too large");
    }
    copyFileSync(path + ending, copy + ending);
  }
  try {
    const database = new DatabaseSync(copy);
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON");
    return database;
  } catch (error) {
    throw toReadFailure(error);
  }
}

/** The columns of a table, none where there is no such table. */
function columnsOf(database: DatabaseSync, table: string): ReadonlySet<string> {
  const kind = database.prepare("SELECT type FROM sqlite_schema WHERE name = ?").get(table);
  if (kind?.["type"] !== "table") return new Set();
  const rows = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  return new Set(rows.map((row) => String(row["name"])));
}

function toReadFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return error;
  return new CredenceError(
    "NOT_READABLE",
    "the database cannot be read: it is damaged or of an unknown format",
  );
}

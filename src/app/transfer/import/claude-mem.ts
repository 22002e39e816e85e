// claude-mem's database: observations and session summaries. Columns differ between its versions, so only existing ones are
// queried, each as text and cut to the size of a memory.

import { CredenceError } from "../../../memory/errors.ts";
import type { Instant } from "../../../memory/instant.ts";
import { parseJson } from "../../../memory/json.ts";
import { FILE_BYTES_MAX, TAGS_MAX } from "../../../memory/limits.ts";
import type { Category } from "../../../memory/memory.ts";
import { columnsOf, type ForeignDatabase, withForeignDatabase } from "./foreign-database.ts";
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
  skipNone,
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

/** The name in this version or in an earlier one. */
export const SESSION_COLUMNS = ["memory_session_id", "sdk_session_id"] as const;

/** The newest summaries stay in use, as everywhere. */
const SUMMARIES_IN_USE = 5;

export function readClaudeMem({ path, now, project, sessions = null }: SourcePlace): ImportSource {
  let total = 0;
  const records = withForeignDatabase(path, (database) => {
    if (project === null) refuseSeveral(database);
    const asked = { now, project, sessions };
    total = TABLES.reduce((sum, { table }) => sum + countRows(database, table, asked), 0);
    return readAll(database, asked);
  });
  return { total: () => total, records };
}

type RowQuery = Pick<SourcePlace, "now" | "project"> & { readonly sessions: ReadonlySet<string> | null };

/** Attack: rows of one client's project get into another client's repository. So one root takes the rows of one project
 * only. */
function refuseSeveral(database: ForeignDatabase): void {
  const names = TABLES.filter(({ table }) => columnsOf(database, table).has("project")).flatMap(({ table }) =>
    database
      .prepare(`SELECT DISTINCT substr(CAST(project AS TEXT), 1, 200) AS name FROM ${table} LIMIT 100`)
      .all()
      .map((row) => String(row["name"] ?? "")),
  );
  const several = [...new Set(names)].filter((name) => name !== "").sort();
  if (several.length < 2) return;
  throw new CredenceError(
    "USAGE",
    `the database has the memories of ${several.length} projects, and one root takes those of one: ${several.join(", ")}`,
    "credence import finds those of this project; --project NAME takes one of them",
  );
}

/** The condition on the rows of a table; rows of other projects are not read. */
function conditionOf(
  present: ReadonlySet<string>,
  { project, sessions }: RowQuery,
): { readonly where: string; readonly values: string[] } {
  const session = SESSION_COLUMNS.find((column) => present.has(column));
  const conditions = [
    ...(project === null ? [] : [["CAST(project AS TEXT) = ?", project] as const]),
    ...(sessions === null
      ? []
      : [
          [
            `${session ?? "NULL"} IN (SELECT value FROM json_each(?))`,
            JSON.stringify([...sessions]),
          ] as const,
        ]),
  ];
  const where = conditions.map(([words]) => words).join(" AND ");
  return { where: where === "" ? "" : ` WHERE ${where}`, values: conditions.map(([, value]) => value) };
}

function countRows(database: ForeignDatabase, table: string, asked: RowQuery): number {
  const present = columnsOf(database, table);
  if (!present.has("id") || (asked.project !== null && !present.has("project"))) return 0;
  const { where, values } = conditionOf(present, asked);
  const counted = database.prepare(`SELECT count(*) AS n FROM ${table}${where}`).get(...values);
  return Number(counted?.["n"] ?? 0);
}

function* readAll(database: ForeignDatabase, asked: RowQuery): Generator<ImportRecord> {
  let count = 0;
  for (const { table, columns, toRecord } of TABLES) {
    const present = columnsOf(database, table);
    const wanted = columns.split(" ").filter((column) => present.has(column));
    if (!wanted.includes("id") || (asked.project !== null && !wanted.includes("project"))) {
      yield skipNone(table, "the database has no such table");
      continue;
    }
    let newest = 0;
    for (const row of readRows(database, table, { columns: wanted, ...conditionOf(present, asked) })) {
      count += 1;
      if (count > RECORDS_MAX) return yield skip("the rest", `more than ${RECORDS_MAX} rows`);
      const source = `${table} ${row.get("id") ?? ""}`;
      newest += 1;
      yield toRecord(row, { source, now: asked.now, isOld: newest > SUMMARIES_IN_USE });
    }
  }
}

type RowRequest = ReturnType<typeof conditionOf> & { readonly columns: readonly string[] };

/** Newest first. A cell that exceeds the limit by one character is longer than any memory. */
function* readRows(
  database: ForeignDatabase,
  table: string,
  { columns, where, values }: RowRequest,
): Generator<MemRow> {
  const cells = columns.map(
    (column) => `substr(CAST(${column} AS TEXT), 1, ${FILE_BYTES_MAX + 1}) AS ${column}`,
  );
  const order = columns.includes("created_at_epoch") ? "created_at_epoch DESC, id DESC" : "id DESC";
  const statement = database.prepare(`SELECT ${cells.join(", ")} FROM ${table}${where} ORDER BY ${order}`);
  for (const row of statement.iterate(...values)) {
    const texts = Object.entries(row).flatMap(([key, value]) =>
      typeof value === "string" && value !== "" ? [[key, value] as const] : [],
    );
    yield new Map(texts);
  }
}

// One row of claude-mem's database as a memory to import. A model wrote all of it, so its type is never clear.

type MemRow = ReadonlyMap<string, string>;

export type RowContext = {
  readonly source: string;
  readonly now: Instant;
  /** True when there are enough newer ones of its kind. */
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
      // Titles repeat; row numbers do not.
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
            "archived-reason": "a newer session summary took its place",
          }
        : {},
      isClear: false,
    },
  };
}

/** Milliseconds; older versions stored seconds. */
function epochOf(row: MemRow): number | null {
  const epoch = Number(row.get("created_at_epoch") ?? Number.NaN);
  if (!Number.isFinite(epoch) || epoch <= 0) return null;
  return epoch < 100_000_000_000 ? epoch * 1_000 : epoch;
}

/** A JSON list of texts; anything else counts as empty. */
function listOf(row: MemRow, column: string): string[] {
  const value = parseJson(row.get(column) ?? "[]");
  return Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];
}

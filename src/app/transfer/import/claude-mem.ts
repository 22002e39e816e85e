// claude-mem's database: observations and session summaries. Columns differ between its versions, so only those that are
// there are asked for, each as text and cut to what a memory can hold.

import type { DatabaseSync } from "node:sqlite";
import { FILE_BYTES_MAX } from "../../../memory/limits.ts";
import { type MemRow, recordOfObservation, recordOfSummary } from "./claude-mem-record.ts";
import { columnsOf, withForeignDatabase } from "./open-foreign-database.ts";
import { type ImportRecord, type ImportSource, RECORDS_MAX, type SourcePlace, skip } from "./record.ts";

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

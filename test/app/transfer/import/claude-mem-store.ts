// claude-mem's database, as its documentation describes it.

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { InitProject } from "../../../fixture/init-project.ts";

const SCHEMA = `
  CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT,
    title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT,
    prompt_number INTEGER, created_at TEXT, created_at_epoch INTEGER);
  CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT,
    investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, files_read TEXT, files_edited TEXT,
    created_at TEXT, created_at_epoch INTEGER);
`;
export const EPOCH = Date.parse("2026-01-02T03:04:05Z");

type Row = Readonly<Record<string, string | number | null>>;

export function insert(database: DatabaseSync, table: string, row: Row): void {
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  database
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`)
    .run(...Object.values(row));
}

export function observation(id: number, parts: Row = {}): Row {
  return {
    id,
    memory_session_id: "s-1",
    project: "shop",
    type: "discovery",
    title: "Cache keys hold the tenant",
    subtitle: "Why two tenants never share a page",
    facts: JSON.stringify(["keys begin with the tenant", "set in middleware"]),
    narrative: "The cache middleware puts the tenant first in each key.",
    concepts: JSON.stringify(["how-it-works"]),
    files_read: JSON.stringify(["src/cache.ts"]),
    files_modified: JSON.stringify(["src/keys.ts"]),
    created_at: "2026-01-02T03:04:05.000Z",
    created_at_epoch: EPOCH,
    ...parts,
  };
}

export function makeDatabase(project: InitProject, fill: (database: DatabaseSync) => void): string {
  const path = join(project.base, "claude-mem.db");
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  fill(database);
  database.close();
  return path;
}

// Finds the sessions of a project in claude-mem's database. claude-mem knows a project by the name of its folder, so all
// folders named `api` are one project there. A session counts as this project's only if its transcript in Claude Code began
// here, or if the files it touched lie here and in no other folder of that name. The texts of its rows are not read for
// that.

import { basename, isAbsolute, join } from "node:path";
import { parseJson } from "../../../memory/json.ts";
import { isInside } from "../../../store/find-root.ts";
import { findEntry } from "../../../store/paths.ts";
import { SESSION_COLUMNS } from "./claude-mem.ts";
import { findOwnership, listNames, readBeginning } from "./claude-projects.ts";
import { columnsOf, type ForeignDatabase, withForeignDatabase } from "./foreign-database.ts";

export type MemProject = {
  /** claude-mem's name of the project, which is the name of a folder. */
  readonly project: string;
  /** Sessions of this project, and the number of their rows. */
  readonly sessions: ReadonlySet<string>;
  readonly rows: number;
  /** Rows of sessions that cannot be assigned to a project. */
  readonly doubtful: number;
};

export type MemPlace = { readonly path: string; readonly projects: string; readonly tops: readonly string[] };

const TABLES = {
  observations: ["files_read", "files_modified"],
  session_summaries: ["files_read", "files_edited"],
};
const FILES_CHARS_MAX = 64 * 1024;

/** Only projects with rows. */
export function surveyClaudeMem({ path, projects, tops }: MemPlace): MemProject[] {
  const names = [...new Set(tops.map((top) => basename(top)))];
  const survey = withForeignDatabase(path, (database) =>
    names.map((project) => surveyProject(database, project, { projects, tops })),
  );
  return [...survey].filter(({ rows, doubtful }) => rows + doubtful > 0);
}

function surveyProject(
  database: ForeignDatabase,
  project: string,
  { projects, tops }: Omit<MemPlace, "path">,
): MemProject {
  const counts = countBySession(database, project);
  const touched = listTouched(database, project);
  const transcripts = listTranscripts(database, project);
  const directories = listNames(projects).filter(
    (name) => findOwnership(projects, name, tops).kind !== "other",
  );
  const beganHere = (session: string): boolean =>
    (transcripts.get(session) ?? []).some((id) =>
      directories.some((name) => tops.includes(readBeginning(join(projects, name, `${id}.jsonl`)) ?? "")),
    );
  const own = [...counts.keys()].filter(
    (session) =>
      session !== "" && (beganHere(session) || liesHere(touched.get(session) ?? [], project, tops)),
  );
  const rows = own.reduce((sum, session) => sum + (counts.get(session) ?? 0), 0);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { project, sessions: new Set(own), rows, doubtful: all - rows };
}

function liesHere(files: readonly string[], project: string, tops: readonly string[]): boolean {
  const isHere = (file: string): boolean => tops.some((top) => isInside(top, file));
  const isInNamesake = (file: string): boolean => !isHere(file) && file.split(/[\\/]/).includes(project);
  return files.some(isHere) && !files.some(isInNamesake);
}

/** The columns of one project's rows; empty when the table does not have them. */
function readColumns(
  database: ForeignDatabase,
  table: string,
  asked: readonly string[],
): (project: string) => Readonly<Record<string, unknown>>[] {
  const present = columnsOf(database, table);
  const session = SESSION_COLUMNS.find((column) => present.has(column));
  if (session === undefined || !present.has("project")) return () => [];
  const columns = asked.filter((column) => present.has(column));
  const cells = columns.map(
    (column) => `, substr(CAST(${column} AS TEXT), 1, ${FILES_CHARS_MAX}) AS ${column}`,
  );
  const statement = database.prepare(
    `SELECT CAST(${session} AS TEXT) AS session${cells.join("")} FROM ${table} WHERE CAST(project AS TEXT) = ?`,
  );
  return (project) => statement.all(project);
}

function countBySession(database: ForeignDatabase, project: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const table of Object.keys(TABLES)) {
    for (const { session } of readColumns(database, table, [])(project)) {
      const key = typeof session === "string" ? session : "";
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Absolute paths of the touched files, by session. */
function listTouched(database: ForeignDatabase, project: string): Map<string, string[]> {
  const touched = new Map<string, string[]>();
  for (const [table, columns] of Object.entries(TABLES)) {
    for (const { session, ...cells } of readColumns(database, table, columns)(project)) {
      const lists = Object.values(cells).map((cell) => (typeof cell === "string" ? parseJson(cell) : null));
      const files = lists
        .flat()
        .filter((file): file is string => typeof file === "string" && isAbsolute(file));
      touched.set(String(session), [...(touched.get(String(session)) ?? []), ...files]);
    }
  }
  return touched;
}

/** The client's own ids of a session, which are the names of its transcripts. */
function listTranscripts(database: ForeignDatabase, project: string): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  const columns = ["content_session_id", "claude_session_id"];
  for (const { session, ...cells } of readColumns(database, "sdk_sessions", columns)(project)) {
    const good = Object.values(cells).filter((id) => typeof id === "string" && /^[\w-]{1,128}$/.test(id));
    ids.set(String(session), good.map(String));
  }
  return ids;
}

/** @returns null when there is no database. */
export function findClaudeMem(home: string, given: string | undefined): string | null {
  const path = join(given || join(home, ".claude-mem"), "claude-mem.db");
  return findEntry(path)?.isFile() === true ? path : null;
}

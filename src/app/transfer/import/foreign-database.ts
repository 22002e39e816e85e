// Another program's SQLite file, read from a private copy: nothing is written beside it, and its owner may continue to
// write.
//
// Attack: a schema made to run something. Only tables are read, never a view, and the schema is not trusted.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CredenceError } from "../../../memory/errors.ts";
import { findEntry } from "../../../store/paths.ts";

export type ForeignDatabase = DatabaseSync;

const BYTES_MAX = 4 * 1024 ** 3;

/** The database exists only while `work` runs. */
export function* withForeignDatabase<Item>(
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
  // The newest rows may be in the write-ahead log.
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

/** The columns of a table; empty when there is no such table. */
export function columnsOf(database: DatabaseSync, table: string): ReadonlySet<string> {
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

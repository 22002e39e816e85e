import type { SearchIndex } from "./open-index.ts";

/** All of it or nothing, as the only writer. */
export function transact({ database }: SearchIndex, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

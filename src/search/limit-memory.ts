import { DatabaseSync } from "node:sqlite";

/** What all indexes of this process keep in memory together; the rest is read again from the system's own cache. */
export function limitIndexMemory(bytesMax: number): void {
  const database = new DatabaseSync(":memory:");
  // For the whole process, and it stays when this one is closed.
  database.exec(`PRAGMA soft_heap_limit = ${Math.trunc(bytesMax)}`);
  database.close();
}

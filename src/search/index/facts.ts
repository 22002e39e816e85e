// What an index knows about itself.

import type { SearchIndex } from "./open-index.ts";

/** `basis`: what its standings rest on; `places`: the directories as they were; `exact`: whether S2's table is kept;
 * `path`: whose files these are. */
export type FactKey = "basis" | "places" | "exact" | "path";

export function readFact({ database }: SearchIndex, key: FactKey): string | null {
  const value = database.prepare("SELECT value FROM facts WHERE key = ?").get(key)?.["value"];
  return typeof value === "string" ? value : null;
}

export function writeFact({ database }: SearchIndex, key: FactKey, value: string): void {
  database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(key, value);
}

// The bytes of a store, whatever its format: which words are in them, and an edit that no program of its own made.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The words that some file below a directory has, in any case, with that file. */
export function findOnDisk(directory: string, words: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of listFiles(directory)) {
    const bytes = readFileSync(path).toString("latin1").toLowerCase();
    for (const word of words)
      if (!found.has(word) && bytes.includes(Buffer.from(word.toLowerCase()).toString("latin1")))
        found.set(word, path);
  }
  return found;
}

/** One word for another of its length, in every file. */
export function replaceOnDisk(directory: string, from: string, to: string): void {
  for (const path of listFiles(directory)) {
    const bytes = readFileSync(path).toString("latin1");
    if (bytes.includes(from)) writeFileSync(path, Buffer.from(bytes.replaceAll(from, to), "latin1"));
  }
}

/** Whatever stands in the log of a database goes into its file, whose bytes nothing checks. */
export function settleDatabases(directory: string): void {
  for (const path of listFiles(directory)) {
    if (!/\.(db|sqlite)$/.test(path)) continue;
    const database = new DatabaseSync(path);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

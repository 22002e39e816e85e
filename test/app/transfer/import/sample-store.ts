// Stores of other tools, made from their documented formats.

import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of `samples`. */
export function sample(name: string): string {
  return readFileSync(join(import.meta.dirname, "samples", name), "utf8");
}

/** Writes files below a directory, with one time for all of them. */
export function writeStore(directory: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, MTIME, MTIME);
  }
  return directory;
}

const MTIME = new Date("2026-02-03T04:05:06Z");

export type SampleRecord = Readonly<Record<string, unknown>>;

/** A decision as claude-memory writes one. */
export function sampleRecord(parts: SampleRecord = {}): SampleRecord {
  return { ...JSON.parse(sample("decision.json")), ...parts };
}

/** One record a file, in the folder of its category. */
export function recordFiles(...records: readonly SampleRecord[]): Record<string, string> {
  return Object.fromEntries(
    records.map((record) => [`decisions/${String(record["id"])}.json`, JSON.stringify(record, null, 2)]),
  );
}

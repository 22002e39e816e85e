// Stores of other tools, made from their documented formats.

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
  return {
    schema_version: "1.0",
    category: "decision",
    id: "use-postgres",
    title: "Use PostgreSQL",
    record_status: "active",
    created_at: "2026-01-02T03:04:05Z",
    updated_at: "2026-01-05T00:00:00Z",
    tags: ["database"],
    related_files: ["src/db.ts"],
    confidence: 0.85,
    content: {
      status: "accepted",
      context: "We need a database that everybody knows.",
      decision: "PostgreSQL, one version for all services.",
      alternatives: [{ option: "MySQL", rejected_reason: "fewer types" }],
      rationale: ["known by all", "good types"],
      consequences: ["one more server"],
    },
    changes: [{ date: "2026-01-05T00:00:00Z", summary: "confirmed" }],
    times_updated: 1,
    ...parts,
  };
}

/** One record a file, in the folder of its category. */
export function recordFiles(...records: readonly SampleRecord[]): Record<string, string> {
  return Object.fromEntries(
    records.map((record) => [`decisions/${String(record["id"])}.json`, JSON.stringify(record, null, 2)]),
  );
}

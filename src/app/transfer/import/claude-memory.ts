// claude-memory's store: one JSON record a file, in one folder a category. It lies in `.claude/memory/`, where a root of
// ours may be, too; of that nothing is read.

import { basename, join } from "node:path";
import { parseJson } from "../../../memory/json.ts";
import { findEntry } from "../../../store/paths.ts";
import { memoryOfRecord } from "./claude-memory-record.ts";
import { toSource } from "./markdown.ts";
import { type ImportSource, type SourcePlace, skip } from "./record.ts";
import { type Found, walkFiles } from "./walk-files.ts";

export const RECORD_FOLDERS = {
  decision: "decisions",
  constraint: "constraints",
  preference: "preferences",
  runbook: "runbooks",
  tech_debt: "tech-debt",
  session_summary: "sessions",
} as const;

export function readClaudeMemory({ path, now }: SourcePlace): ImportSource {
  return toSource(findFiles(path), (file, { text, mtimeMs }) => {
    const value = parseJson(text);
    if (value === null) return skip(file.source, "not valid JSON");
    const memory = memoryOfRecord(value, { now, mtimeMs });
    if (memory === null) return skip(file.source, "not a record of claude-memory");
    // There the name of the file is the identity.
    const stem = basename(file.path, ".json");
    return { kind: "memory", source: file.source, memory: { ...memory, stem } };
  });
}

/** The whole store, one folder of it, or one file. */
function findFiles(path: string): Found[] {
  const folders = Object.values(RECORD_FOLDERS).filter(
    (name) => findEntry(join(path, name))?.isDirectory() === true,
  );
  if (folders.length === 0) return walkFiles(path, ".json");
  return folders.flatMap((name) =>
    walkFiles(join(path, name), ".json").map((file) => ({ ...file, source: join(name, file.source) })),
  );
}

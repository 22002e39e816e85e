// A folder of Markdown files, with frontmatter or without.

import { basename } from "node:path";
import { recordOfMarkdown } from "./markdown-record.ts";
import { type ImportRecord, type ImportSource, type SourcePlace, skip } from "./record.ts";
import { type Found, type FoundFile, readEach, type TextFile, walkFiles } from "./walk-files.ts";

/** Written for people by tools. */
const INDEXES: ReadonlySet<string> = new Set(["MEMORY.md", "index.md"]);

export function readMarkdown({ path, now }: SourcePlace): ImportSource {
  return toSource(walkFiles(path, ".md"), (file, content) =>
    INDEXES.has(basename(file.path))
      ? skip(file.source, "an index, not a memory")
      : recordOfMarkdown({ ...file, ...content, stem: basename(file.path, ".md") }, now),
  );
}

export function toSource(
  files: readonly Found[],
  toRecord: (file: FoundFile, content: TextFile) => ImportRecord,
): ImportSource {
  return {
    total: () => files.length,
    records: readEach(files, (file, content) => [toRecord(file, content)]),
  };
}

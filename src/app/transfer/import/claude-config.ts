// A claude-config store: a git clone with `memories/` and `quarantine/`, Markdown with frontmatter, the file name is the
// identity. What is in quarantine there is not brought here.

import { basename, join, sep } from "node:path";
import { findEntry } from "../../../store/paths.ts";
import { recordOfMarkdown, toSource } from "./markdown.ts";
import { type ImportSource, type SourcePlace, skip, skipNone } from "./record.ts";
import { type Found, walkFiles } from "./walk-files.ts";

const DIRECTORIES = ["memories", "quarantine", "archive"];

export function readClaudeConfig({ path, now }: SourcePlace): ImportSource {
  return toSource(findFiles(path), (file, content) => {
    const [top = ""] = file.source.split(sep);
    if (top === "quarantine" || top === "archive") return skip(file.source, "it is in quarantine there");
    if (basename(file.path) === "MEMORY.md") return skipNone(file.source, "an index, not a memory");
    return recordOfMarkdown({ ...file, ...content, stem: basename(file.path, ".md") }, now);
  });
}

/** The whole store, or one directory of it. */
function findFiles(path: string): Found[] {
  const present = DIRECTORIES.filter((name) => findEntry(join(path, name))?.isDirectory() === true);
  if (!present.includes("memories")) {
    const own = basename(path);
    const found = walkFiles(path, ".md");
    return DIRECTORIES.slice(1).includes(own)
      ? found.map((file) => ({ ...file, source: join(own, file.source) }))
      : found;
  }
  return present.flatMap((name) =>
    walkFiles(join(path, name), ".md").map((file) => ({ ...file, source: join(name, file.source) })),
  );
}

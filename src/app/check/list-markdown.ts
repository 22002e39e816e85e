// The .md files below a directory, sorted, without following a link out of it. Attack: a link to elsewhere, a FIFO, a
// tree without end.

import { type Dirent, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";

const DEPTH_MAX = 16;
/** Written for people by tools; they are no memories. */
const NOT_MEMORIES = new Set(["MEMORY.md", "index.md"]);

export type MarkdownEntry =
  | { readonly kind: "file"; readonly name: string; readonly path: string }
  | { readonly kind: "odd"; readonly name: string; readonly why: string };

export function listMarkdown(cwd: string, directory: string): MarkdownEntry[] {
  const entries: MarkdownEntry[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of readSorted(resolve(cwd, directory, below), directory)) {
      const name = join(below, entry.name);
      if (!entry.isDirectory()) entries.push(...toEntries(entry, name, directory));
      else if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      else if (depth === DEPTH_MAX) entries.push({ kind: "odd", name, why: "nested too deeply to be read" });
      else walk(name, depth + 1);
    }
  };
  walk("", 0);
  return entries;
}

function toEntries(entry: Dirent, name: string, directory: string): MarkdownEntry[] {
  if (!entry.name.endsWith(".md") || NOT_MEMORIES.has(entry.name)) return [];
  return entry.isFile()
    ? [{ kind: "file", name, path: join(directory, name) }]
    : [{ kind: "odd", name, why: "not a regular file, so not read" }];
}

function readSorted(path: string, shown: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new CredenceError("NOT_READABLE", `the directory ${shown} cannot be read (${code})`);
  }
}

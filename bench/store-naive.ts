// What somebody would write in an afternoon: files with frontmatter, no signatures, no lock, no validators. The yardstick
// for the store.

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Durable, as one does it: the file and its directory are on disk before it says so. */
export function saveNaively(directory: string, name: string, text: string): void {
  const temporary = join(directory, `.${name}.tmp`);
  const file = openSync(temporary, "wx");
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, join(directory, name));
  const parent = openSync(directory, "r");
  fsyncSync(parent);
  closeSync(parent);
}

export function showNaively(path: string): unknown {
  const [, frontmatter = "", ...body] = readFileSync(path, "utf8").split("---\n");
  return { ...parse(frontmatter), body: body.join("---\n") };
}

export function listNaively(directory: string): unknown[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .map((name) => showNaively(join(directory, name)));
}

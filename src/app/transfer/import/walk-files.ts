// The files of a source, sorted.
//
// Attack: a link that leads out of the source, a FIFO, an endless tree, a file of a terabyte. Anything but a regular file
// is reported and not opened.

import { type Dirent, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { decodeMemoryText } from "../../../memory/file/decode-text.ts";
import { isRoot } from "../../../store/find-root.ts";
import { readSorted } from "../../../store/fs-failure.ts";
import { readFileContent } from "../../../store/memory-files.ts";
import { type ImportRecord, RECORDS_MAX, skip } from "./record.ts";

const DEPTH_MAX = 8;
/** Neither a root nor a backup of one is read, because memories withheld there would be stored again here. */
const IS_ROOT = "a memory root, which is not read";

export type FoundFile = { readonly source: string; readonly path: string };
export type FileOrSkip = FoundFile | Extract<ImportRecord, { kind: "skip" }>;

/** Files with this ending. Directories that begin with a dot are not entered. */
export function walkFiles(path: string, ending: string): FileOrSkip[] {
  if (isRoot(path)) return [toSkip(basename(path), IS_ROOT)];
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    return [{ source: basename(path), path }];
  const found: FileOrSkip[] = [];
  const walk = (below: string, depth: number): void => {
    const here = join(path, below);
    for (const entry of readSorted(here, basename(here))) {
      const name = join(below, entry.name);
      if (found.length > RECORDS_MAX) return;
      if (entry.isDirectory()) {
        const why = findBarrier(join(path, name), depth);
        if (why === "") walk(name, depth + 1);
        else if (why !== null) found.push(toSkip(name, why));
      } else if (entry.name.endsWith(ending)) found.push(toFound(path, name, entry));
    }
  };
  walk("", 0);
  if (found.length <= RECORDS_MAX) return found;
  return [...found.slice(0, RECORDS_MAX), toSkip("the rest", `more than ${RECORDS_MAX} files`)];
}

/** @returns why a directory is skipped; an empty text when it is read; null when it is skipped silently. */
function findBarrier(path: string, depth: number): string | null {
  if (basename(path).startsWith(".") || basename(path) === "node_modules") return null;
  if (isRoot(path)) return IS_ROOT;
  return depth === DEPTH_MAX ? "nested too deeply to read" : "";
}

function toFound(path: string, name: string, entry: Dirent): FileOrSkip {
  if (entry.isFile()) return { source: name, path: join(path, name) };
  return toSkip(name, entry.isSymbolicLink() ? "a link, which is not followed" : "not a regular file");
}

function toSkip(source: string, why: string): Extract<ImportRecord, { kind: "skip" }> {
  return { kind: "skip", source, why };
}

export type TextFile = { readonly text: string; readonly mtimeMs: number };

/** The text of a file that is small enough to be a memory, or the reason why there is none. */
function readTextFile({ source, path }: FoundFile): TextFile | Extract<ImportRecord, { kind: "skip" }> {
  const content = readFileContent(path);
  if (content.kind === "refused") return toSkip(source, content.why);
  const decoded = decodeMemoryText(content.bytes);
  if (decoded.kind === "undecodable") return toSkip(source, decoded.message);
  const text = decoded.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return { text, mtimeMs: content.mtimeMs };
}

/** The records that `toRecord` makes of each file's text; unreadable files are named. */
export function* readEach(
  files: readonly FileOrSkip[],
  toRecord: (file: FoundFile, content: TextFile) => Iterable<ImportRecord>,
): Generator<ImportRecord> {
  for (const file of files) {
    if ("why" in file) {
      yield skip(file.source, file.why);
      continue;
    }
    const content = readTextFile(file);
    if ("why" in content) yield content;
    else yield* toRecord(file, content);
  }
}

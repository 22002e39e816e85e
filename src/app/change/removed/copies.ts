// The files of one memory, wherever a text of its id can be: in use, beside it, in quarantine, in the archive, and in what a killed
// process left. What is erased is exactly what was read.

import { basename, join, relative } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { isOtherName, stemOfOther } from "../../../memory/law/statement.ts";
import { SCAN_BYTES_MAX } from "../../../memory/limits.ts";
import {
  DIRECTORIES,
  findArchived,
  findFiles,
  listIds,
  readFileContent,
} from "../../../store/memory-files.ts";
import { findStaged } from "../../../store/temporary-files.ts";
import type { Change } from "../../../store/transaction.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";
import { wordsOf } from "./erase-lines.ts";

function findCopies(root: string, id: string): string[] {
  const beside = [...listIds(root).keys()].filter((each) => isOtherName(each) && stemOfOther(each) === id);
  const staged = DIRECTORIES.flatMap((directory) => findStaged(join(root, directory)));
  return [
    ...[id, ...beside].flatMap((each) => findFiles(root, each)).map(({ path }) => path),
    ...findArchived(root, id),
    ...staged.filter((path) => basename(path).startsWith(`.${id}.md.`)),
  ];
}

/** Titles and whole lines of its texts: where they stand in what machine state keeps, they go as well. */
export function listWords({ path }: OpenRoot, id: string): string[] {
  const memories = findCopies(path, id).flatMap((copy) => {
    const content = readFileContent(copy);
    const parsed = content.kind === "bytes" ? parseMemory(Buffer.from(content.bytes).toString("utf8")) : null;
    return parsed?.kind === "memory" ? [parsed.memory] : [];
  });
  return [...new Set(memories.flatMap(wordsOf))];
}

/** But for those of another memory of this id, by the hashes of its texts. */
export function eraseCopies(root: OpenRoot, id: string, others: ReadonlySet<string> = NONE): Change[] {
  const isOthers = (path: string): boolean => {
    const content = others.size === 0 ? null : readFileContent(path, SCAN_BYTES_MAX);
    return content?.kind === "bytes" && others.has(hashSource(Buffer.from(content.bytes).toString("utf8")));
  };
  return findCopies(root.path, id).flatMap((path) => (isOthers(path) ? [] : [erase(root, path)]));
}

const NONE: ReadonlySet<string> = new Set();

export function eraseFile({ root, file }: LoadedMemory): Change {
  return erase(root, file.path);
}

/** Removes the file that was just read, and no other that took its name. */
function erase(root: OpenRoot, path: string): Change {
  return { kind: "remove", path: relative(root.path, path), sha256: sha256OfFile(path) };
}

/** Of the bytes on disk, also of a file too large to be a memory. A link or a device in its place is not touched. */
function sha256OfFile(path: string): string {
  const content = readFileContent(path, SCAN_BYTES_MAX);
  if (content.kind === "refused")
    throw new CredenceError("PATH_ERROR", `${path} is not touched: ${content.why}`);
  return sha256Hex(content.bytes);
}

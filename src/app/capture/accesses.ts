// Memories that an agent read as files, recorded so that the audit does not call them unused. An entry is an id and a time,
// never a text. Fails open: an entry that cannot be written must not disturb a session.

import { basename, dirname, join, resolve } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import { isMemoryId, parseMemoryId } from "../../memory/memory.ts";
import { appendToLog, readLog } from "../../store/log-file.ts";
import { DIRECTORIES } from "../../store/memory-files.ts";
import { findRealPlace } from "../../store/paths.ts";

export type Access = { readonly v: 1; readonly at: string; readonly id: string };

/** The machine state about a root, and the path of the root. */
export type AccessPlace = { readonly records: string; readonly root: string };

export type FileRead = { readonly path: string; readonly cwd: string; readonly now: Instant };

const FILE_BYTES_MAX = 512 * 1024;

/** @returns true when the file is a memory of this root and was recorded. */
export function noteAccess({ records, root }: AccessPlace, { path, cwd, now }: FileRead): boolean {
  const id = idOfFile(root, resolve(cwd, path));
  if (id === null) return false;
  const access: Access = { v: 1, at: renderInstant(now), id };
  return appendToLog(pathOf(records), access, FILE_BYTES_MAX);
}

/** Oldest first. */
export function readAccesses(records: string): Access[] {
  return readLog(pathOf(records), isAccess);
}

function idOfFile(root: string, path: string): string | null {
  if (path.includes("\0") || !path.endsWith(".md")) return null;
  const real = findRealPlace(path);
  if (real === null || !DIRECTORIES.some((directory) => dirname(real) === join(root, directory))) return null;
  return parseMemoryId(basename(real));
}

function pathOf(records: string): string {
  return join(records, "accesses.ndjson");
}

function isAccess(value: unknown): value is Access {
  if (!isRecord(value)) return false;
  const { v, at, id } = value;
  return v === 1 && typeof at === "string" && typeof id === "string" && isMemoryId(id);
}

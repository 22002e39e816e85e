// Rebuilds a root's search index and index.md, and cleans up the cache.

import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import {
  isDamaged,
  isSqliteFailure,
  openIndexFile,
  quietly,
  readFact,
  removeIndexFile,
  type SearchIndex,
} from "../../search/index/open-index.ts";
import { compactIndex, countRows } from "../../search/index/reader.ts";
import { markRowsStale, removeStrays } from "../../search/index/stale-rows.ts";
import { measureDirectory } from "../../store/backup.ts";
import { isRoot } from "../../store/find-root.ts";
import { codeOf, ifThere } from "../../store/fs-failure.ts";
import { readRootId } from "../../store/root-files.ts";
import { withLock } from "../change/change-root.ts";
import { writeIndexMd } from "../index/index-md.ts";
import { openKeptIndex, openRootIndex } from "../index/open-index.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Rebuilt = {
  readonly memories: number;
  /** False where the cache cannot be written: each search then makes its own. */
  readonly kept: boolean;
  /** False in a read-only checkout. */
  readonly listed: boolean;
};

export function rebuildIndex(
  workspace: Workspace,
  root: OpenRoot,
  options: Pick<RefreshOptions, "onProgress"> = {},
): Rebuilt {
  discard(openKeptIndex(workspace, root));
  const { index } = openRootIndex(workspace, root, { ...options, all: true });
  try {
    quietly(() => removeStrays(index));
    const listed = writeList(root, () => writeIndexMd(root, index));
    return { memories: countRows(index), kept: index.path !== null, listed };
  } finally {
    index.database.close();
  }
}

/** A file that is damaged goes; one that somebody has for long is brought up to date instead. */
function discard(index: SearchIndex | null): void {
  if (index === null) return;
  try {
    markRowsStale(index);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    if (isDamaged(error) && index.path !== null) removeIndexFile(index.path);
  } finally {
    index.database.close();
  }
}

/** index.md is written by one at a time, like everything in a root. */
function writeList(root: OpenRoot, write: () => void): boolean {
  try {
    withLock(root, write);
    return true;
  } catch (error) {
    const unlisted = ["READ_ONLY", "SECOND_LOCATION", "UNKNOWN_FORMAT"];
    if (error instanceof CredenceError && unlisted.includes(error.code)) return false;
    if (["EROFS", "EACCES", "EPERM"].includes(codeOf(error))) return false;
    throw error;
  }
}

export type Collected = {
  readonly removed: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
};

/** An index that nobody claimed for so long was given up. */
const MAKING_MS = 60_000;

/** Index files of roots that are gone, or that this machine does not know, go; those of the open roots are made as small as
 * they can be. A cache that is not used, because it is not private or may not be written, is left alone. */
export function collectIndexes(workspace: Workspace): Collected {
  const usable = workspace.roots.every((root) => isKept(workspace, root));
  if (!usable) return { removed: 0, bytesBefore: 0, bytesAfter: 0 };
  const bytesBefore = measureDirectory(workspace.cache);
  const entries = readdirSync(workspace.cache, { withFileTypes: true });
  // Only now: a root is known before it has an index, so one that is made meanwhile is among them.
  const known = new Set(readdirSync(join(workspace.state.path, "roots")));
  let removed = 0;
  for (const entry of entries) {
    if (!/^[0-9a-f]{32}$/.test(entry.name)) continue;
    const path = join(workspace.cache, entry.name);
    if (!known.has(entry.name)) {
      rmSync(path, { recursive: true, force: true });
      removed += 1;
    } else if (entry.isDirectory()) removed += removeGone(path, entry.name, workspace.now);
  }
  for (const root of workspace.roots) {
    const { index } = openRootIndex(workspace, root);
    quietly(() => compactIndex(index));
    index.database.close();
  }
  return { removed, bytesBefore, bytesAfter: measureDirectory(workspace.cache) };
}

/** Each file says whose it is: copies and work trees have the root's id, too. Says how many went. */
function removeGone(directory: string, id: string, now: Instant): number {
  const paths = listNames(directory)
    .filter((name) => /^index.*\.sqlite$/.test(name))
    .map((name) => join(directory, name));
  const gone = paths.filter((path) => isGone(path, id, now));
  for (const path of gone) removeIndexFile(path);
  removeIfEmpty(directory);
  return gone.length;
}

/** None where another process has removed it. */
function listNames(directory: string): string[] {
  return ifThere(() => readdirSync(directory), []);
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    // It holds something, perhaps only since now.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error))) throw error;
  }
}

/** What cannot be told, because somebody has the file or nobody may read the root, stays. */
function isGone(path: string, id: string, now: Instant): boolean {
  const index = openIndexFile(path);
  if (index === null) return false;
  try {
    const root = readFact(index, "path");
    return root === null ? !isBeingMade(path, now) : !isRoot(root) || readRootId(root) !== id;
  } catch (error) {
    if (codeOf(error) !== "") return false;
    throw error;
  } finally {
    index.database.close();
  }
}

/** Whoever makes one says first what it holds and then whose it is: it is not to be taken from under them. */
function isBeingMade(path: string, now: Instant): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && entry.mtimeMs > now - MAKING_MS;
}

function isKept(workspace: Workspace, root: OpenRoot): boolean {
  const index = openKeptIndex(workspace, root);
  index?.database.close();
  return index !== null;
}

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
  /** False when the cache cannot be written, so that each search builds its own index. */
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

/** Removes a damaged index file. An index that another process keeps open is only marked for a refresh. */
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

/** Under the lock, as for every write in a root. */
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

export type CacheCleanup = {
  readonly removed: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
};

/** An index file without an owner is abandoned after this time. */
const MAKING_MS = 60_000;

/** Removes index files of roots that are gone or unknown to this machine, and compacts those of the open roots. A cache
 * that is not used, because it is not private or not writable, is left alone. */
export function collectIndexes(workspace: Workspace): CacheCleanup {
  const usable = workspace.roots.every((root) => isKept(workspace, root));
  if (!usable) return { removed: 0, bytesBefore: 0, bytesAfter: 0 };
  const bytesBefore = measureDirectory(workspace.cache);
  const entries = readdirSync(workspace.cache, { withFileTypes: true });
  // Read after the entries: a root becomes known before it has an index, so a root that is created meanwhile is in the set.
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

/** Each index file names its root, because copies and work trees share the root's id. @returns how many files were removed. */
function removeGone(directory: string, id: string, now: Instant): number {
  const paths = listNames(directory)
    .filter((name) => /^index.*\.sqlite$/.test(name))
    .map((name) => join(directory, name));
  const gone = paths.filter((path) => isGone(path, id, now));
  for (const path of gone) removeIndexFile(path);
  removeIfEmpty(directory);
  return gone.length;
}

/** Empty when another process removed the directory. */
function listNames(directory: string): string[] {
  return ifThere(() => readdirSync(directory), []);
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    // The directory is not empty, perhaps only since a moment ago.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error))) throw error;
  }
}

/** False when in doubt: an index that another process has open, or of an unreadable root, stays. */
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

/** An index that is being made has its content before its owner, so a young file without an owner is left alone. */
function isBeingMade(path: string, now: Instant): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry !== undefined && entry.mtimeMs > now - MAKING_MS;
}

function isKept(workspace: Workspace, root: OpenRoot): boolean {
  const index = openKeptIndex(workspace, root);
  index?.database.close();
  return index !== null;
}

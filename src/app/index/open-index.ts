// The search index of a root, up to date. Fails open: a damaged file is rebuilt, and if none can be stored the index
// is built in memory for this one answer. Deleting it changes no answer.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import {
  isDamaged,
  isSqliteFailure,
  openIndexFile,
  openMemoryIndex,
  readFact,
  removeIndexFile,
  type SearchIndex,
  writeFact,
} from "../../search/index/open-index.ts";
import { isRoot } from "../../store/find-root.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { ensurePrivate, refuseUnsafeState } from "../../store/state-directory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type IndexedRoot, indexIds, type RefreshOptions, refreshIndex } from "./refresh-index.ts";

export function openRootIndex(
  workspace: Workspace,
  root: OpenRoot,
  options: RefreshOptions = {},
): IndexedRoot {
  const kept = openKeptIndex(workspace, root);
  if (kept !== null) {
    const index = refreshKept({ workspace, root, index: kept }, options);
    if (index !== null) return { workspace, root, index };
  }
  return makeMemoryIndex(workspace, root, options);
}

/** For one answer, where none can be kept. */
export function makeMemoryIndex(
  workspace: Workspace,
  root: OpenRoot,
  options: RefreshOptions = {},
): IndexedRoot {
  const index = openMemoryIndex();
  refreshIndex({ workspace, root, index }, options);
  return { workspace, root, index };
}

/** @returns the index file as it is; null when there is no place for one. */
export function openKeptIndex(workspace: Workspace, root: OpenRoot): SearchIndex | null {
  const directory = findCache(workspace, root);
  if (directory === null) return null;
  const first = openIndexFile(join(directory, "index.sqlite"));
  if (first === null || claim(first, root)) return first;
  first.database.close();
  // Work trees of one repository share the root's id; each has files of its own.
  const second = openIndexFile(join(directory, `index-${sha256Hex(root.path).slice(0, 16)}.sqlite`));
  if (second !== null) claim(second, root);
  return second;
}

/** @returns null when the index can be neither updated nor rebuilt. */
function refreshKept(subject: IndexedRoot, options: RefreshOptions): SearchIndex | null {
  const { workspace, root, index } = subject;
  try {
    refreshIndex(subject, options);
    return index;
  } catch (error) {
    index.database.close();
    if (!isSqliteFailure(error)) throw error;
    if (!isDamaged(error) || index.path === null) return null;
    removeIndexFile(index.path);
    const fresh = openKeptIndex(workspace, root);
    return fresh === null ? null : refreshOnce({ workspace, root, index: fresh }, options);
  }
}

function refreshOnce(subject: IndexedRoot, options: RefreshOptions): SearchIndex | null {
  try {
    refreshIndex(subject, options);
    return subject.index;
  } catch (error) {
    subject.index.database.close();
    if (isSqliteFailure(error)) return null;
    throw error;
  }
}

/** An index says whose it is. One that is nobody's, or whose root is gone, is this one's from now on. */
function claim(index: SearchIndex, root: OpenRoot): boolean {
  try {
    const path = readFact(index, "path");
    if (path === root.path) return true;
    if (path !== null && isRoot(path)) return false;
    writeFact(index, "path", root.path);
    return true;
  } catch (error) {
    // Damaged or busy: the refresh finds out which.
    if (isSqliteFailure(error)) return true;
    throw error;
  }
}

/** Private and outside every work tree, like machine state. @returns null when that is impossible. */
function findCache({ cache }: Workspace, root: OpenRoot): string | null {
  try {
    return ensurePrivate(join(ensurePrivate(refuseUnsafeState(cache)), root.id));
  } catch (error) {
    // Refused, or the file system's own trouble, as with a link that leads nowhere.
    if (error instanceof CredenceError || codeOf(error) !== "") return null;
    throw error;
  }
}

// Asks the search indexes of some roots. One that turns out to be damaged while it is read is thrown away, and the answer
// comes from a new one in memory.

export type IndexRequest = RefreshOptions & { readonly roots: readonly OpenRoot[] };

export function withIndexes<Answer>(
  workspace: Workspace,
  { roots, ...options }: IndexRequest,
  ask: (indexed: readonly IndexedRoot[]) => Answer,
): Answer {
  const indexed = roots.map((root) => openRootIndex(workspace, root, options));
  try {
    return ask(indexed);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    if (isDamaged(error))
      for (const { index } of indexed) if (index.path !== null) removeIndexFile(index.path);
    return askInMemory(workspace, { roots, ...options }, ask);
  } finally {
    for (const { index } of indexed) index.database.close();
  }
}

function askInMemory<Answer>(
  workspace: Workspace,
  { roots, ...options }: IndexRequest,
  ask: (indexed: readonly IndexedRoot[]) => Answer,
): Answer {
  const indexed = roots.map((root) => ({ workspace, root, index: openMemoryIndex() }));
  try {
    for (const each of indexed) refreshIndex(each, options);
    return ask(indexed);
  } finally {
    for (const { index } of indexed) index.database.close();
  }
}

// Queries the indexes and checks the answer against the files. A memory that differs from its row is reindexed and the
// query is repeated once; one that still differs is left out of the answer.

export type StaleRow = { readonly subject: IndexedRoot; readonly id: string };

export function retryAfterReindex<Answer extends { readonly stale: readonly StaleRow[] }>(
  ask: () => Answer,
): Answer {
  const first = ask();
  if (first.stale.length === 0) return first;
  for (const [subject, rows] of Map.groupBy(first.stale, (row) => row.subject)) {
    indexIds(
      subject,
      rows.map(({ id }) => id),
    );
  }
  return ask();
}

// The search index of a root, up to date. Fails open: a damaged file is rebuilt, and if none can be stored the index
// is built in memory for this one answer. Deleting it changes no answer.

import { join } from "node:path";
import { checkTime } from "../../memory/answering.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import {
  isDamaged,
  isSqliteFailure,
  openIndexFile,
  openMemoryIndex,
  quietly,
  readFact,
  removeIndexFile,
  type SearchIndex,
  writeFact,
} from "../../search/index/open-index.ts";
import { isUnread } from "../../search/index/queue.ts";
import { isRoot } from "../../store/find-root.ts";
import { codeOf } from "../../store/fs-failure.ts";
import type { RootKind } from "../../store/root-files.ts";
import { ensurePrivate, refuseUnsafeState } from "../../store/state-directory.ts";
import { remarkPartial } from "../workspace/remarks.ts";
import { askEach, type IndexHolder, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { type IndexedRoot, indexIds, type RefreshOptions, refreshIndex } from "./refresh-index.ts";
import { countUnread } from "./survey-files.ts";

export function openRootIndex(
  workspace: Workspace,
  root: OpenRoot,
  options: RefreshOptions = {},
): IndexedRoot {
  const kept = openKeptIndex(workspace, root, workspace.hints.indexes);
  return (
    (kept === null ? null : refreshKept(workspace, root, { index: kept, options })) ??
    makeMemoryIndex(workspace, root, options)
  );
}

/** For one answer, where none can be kept. */
export function makeMemoryIndex(
  workspace: Workspace,
  root: OpenRoot,
  options: RefreshOptions = {},
): IndexedRoot {
  return refreshIndex(workspace, root, { index: openMemoryIndex(), options });
}

/** @returns the index file as it is; null when there is no place for one. What is held is given back after the answer. */
export function openKeptIndex(workspace: Workspace, root: OpenRoot, held?: IndexHolder): SearchIndex | null {
  const directory = findCache(workspace, root);
  if (directory === null) return null;
  const open = held?.open ?? openIndexFile;
  const first = open(join(directory, "index.sqlite"));
  if (first === null || claim(first, root)) return first;
  first.database.close();
  // Work trees of one repository share the root's id; each has files of its own.
  const second = open(join(directory, `index-${sha256Hex(root.path).slice(0, 16)}.sqlite`));
  if (second !== null) claim(second, root);
  return second;
}

/** Fails open: where nothing can be kept, the next process finds out again. */
export function withKept(workspace: Workspace, root: OpenRoot, work: (index: SearchIndex) => void): void {
  const index = openKeptIndex(workspace, root);
  if (index === null) return;
  try {
    quietly(() => work(index));
  } finally {
    index.database.close();
  }
}

/** Would no prompt have found it by the index as it is? */
export function isUnindexed(workspace: Workspace, root: OpenRoot, id: string): boolean {
  const index = openKeptIndex(workspace, root);
  if (index === null) return false;
  try {
    return isUnread(index, id);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    return true;
  } finally {
    index.database.close();
  }
}

type Refreshing = { readonly index: SearchIndex; readonly options: RefreshOptions };

/** @returns null when the index can be neither updated nor rebuilt. */
function refreshKept(workspace: Workspace, root: OpenRoot, refreshing: Refreshing): IndexedRoot | null {
  const { index, options } = refreshing;
  try {
    return refreshIndex(workspace, root, refreshing);
  } catch (error) {
    index.database.close();
    if (!isSqliteFailure(error)) throw error;
    if (!isDamaged(error) || index.path === null) return null;
    removeIndexFile(index.path);
    const fresh = openKeptIndex(workspace, root);
    return fresh === null ? null : refreshOnce(workspace, root, { index: fresh, options });
  }
}

function refreshOnce(workspace: Workspace, root: OpenRoot, refreshing: Refreshing): IndexedRoot | null {
  try {
    return refreshIndex(workspace, root, refreshing);
  } catch (error) {
    refreshing.index.database.close();
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
// comes from a new one in memory. A root that fails is left out and named, and so is one that is indexed in part.

export type IndexRequest = RefreshOptions & { readonly roots: readonly OpenRoot[] };

export function withIndexes<Answer>(
  workspace: Workspace,
  { roots, ...options }: IndexRequest,
  ask: (indexed: readonly IndexedRoot[]) => Answer,
): Answer {
  const indexed = openAll(workspace, roots, (root) => openRootIndex(workspace, root, options));
  // Only after an answer is one held for the next.
  let release = (index: SearchIndex): void => index.database.close();
  try {
    checkTime(workspace);
    const answer = ask(indexed);
    for (const each of indexed) nameIfPartial(each);
    // Fails open: where another process writes, or the disk is full, the answer is worth more than the count.
    quietly(() => {
      for (const each of indexed) each.noteAnswer();
    });
    release = workspace.hints.indexes?.release ?? release;
    return answer;
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    if (isDamaged(error))
      for (const { index } of indexed) if (index.path !== null) removeIndexFile(index.path);
    return askInMemory(workspace, { roots, ...options }, ask);
  } finally {
    for (const { index } of indexed) release(index);
  }
}

/** What a repository brings may take what time is left. */
const OWN_FIRST: readonly RootKind[] = ["user", "personal", "shared"];

/** The person's own roots first. In the order of `roots` again. */
function openAll(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  open: (root: OpenRoot) => IndexedRoot,
): IndexedRoot[] {
  const rank = ({ kind }: OpenRoot): number => OWN_FIRST.indexOf(kind);
  const ownFirst = roots.toSorted((a, b) => rank(a) - rank(b));
  const opened = askEach(workspace, ownFirst, (root) => {
    checkTime(workspace);
    return open(root);
  });
  return opened.sort((a, b) => roots.indexOf(a.root) - roots.indexOf(b.root));
}

/** After the answer: what was about to be shown may have turned out to be unread. */
function nameIfPartial({ workspace, root, index, findLeft }: IndexedRoot): void {
  const found = findLeft();
  // None is left where another process has read them meanwhile, and where only tombstones were not read.
  if (found?.rows)
    workspace.remarks.add(
      remarkPartial(root, { unread: found.left || 1, files: found.rows + countUnread(index) }),
    );
}

function askInMemory<Answer>(
  workspace: Workspace,
  { roots, ...options }: IndexRequest,
  ask: (indexed: readonly IndexedRoot[]) => Answer,
): Answer {
  const indexed = openAll(workspace, roots, (root) => makeMemoryIndex(workspace, root, options));
  try {
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

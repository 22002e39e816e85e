// Asks the search indexes of some roots. One that turns out to be damaged while it is read is thrown away, and the answer
// comes from a new one in memory.

import {
  isDamaged,
  isSqliteFailure,
  openMemoryIndex,
  removeIndexFile,
} from "../../search/index/open-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { IndexedRoot } from "./index-places.ts";
import { openRootIndex } from "./open-index.ts";
import { type RefreshOptions, refreshIndex } from "./refresh-index.ts";

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

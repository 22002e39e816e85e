// After a memory was forgotten its words go from the search index, too. FTS5 only marks what is deleted and keeps its words
// until it merges, so everything is merged here; indexes of other work trees with this root's id are thrown away.

import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isSqliteFailure, removeIndexFile } from "../../search/index/open-index.ts";
import { eraseRemoved } from "../../search/index/reader.ts";
import { openKeptIndex } from "../index/open-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export function eraseFromIndex(workspace: Workspace, root: OpenRoot): void {
  const index = openKeptIndex(workspace, root);
  if (index === null || index.path === null) return;
  removeOthers(index.path);
  try {
    eraseRemoved(index);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    // Busy, full or damaged: without the file there are no words either.
    removeIndexFile(index.path);
  } finally {
    index.database.close();
  }
}

function removeOthers(path: string): void {
  const others = readdirSync(dirname(path)).filter(
    (name) => /^index.*\.sqlite$/.test(name) && name !== basename(path),
  );
  for (const name of others) removeIndexFile(join(dirname(path), name));
}

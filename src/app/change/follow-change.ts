// After each operation on a root its search index and index.md follow. Fails open: the operation is done and both are
// derived, so what cannot be written is left for the next search to mend.

import { sep } from "node:path";
import { parseMemoryId } from "../../memory/memory-id.ts";
import { isSqliteFailure } from "../../search/index/open-index.ts";
import { codeOf } from "../../store/fs-failure.ts";
import type { Change } from "../../store/transaction.ts";
import { removeIndexMd, writeIndexMd } from "../index/index-md.ts";
import type { Places } from "../index/index-places.ts";
import { openKeptIndex } from "../index/open-index.ts";
import { noteChanges, refreshIndex } from "../index/refresh-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** An operation does not wait for an index that has more to catch up with than this. */
const CATCH_UP_MAX = 5_000;

export type Followed = {
  readonly changes: readonly Change[];
  /** The directories just before the operation. */
  readonly before: Places;
};

/** Without `followed` nobody knows what changed: a killed process left it, or a hand. */
export function followChange(workspace: Workspace, root: OpenRoot, followed: Followed | null): void {
  try {
    if (!updateIndex(workspace, root, followed)) removeIndexMd(root);
  } catch (error) {
    if (!isSqliteFailure(error) && codeOf(error) === "") throw error;
    removeIndexMd(root);
  }
}

function updateIndex(workspace: Workspace, root: OpenRoot, followed: Followed | null): boolean {
  const index = openKeptIndex(workspace, root);
  if (index === null) return false;
  const subject = { workspace, root, index };
  try {
    const isNoted = followed !== null && noteChanges(subject, idsOf(followed.changes), followed.before);
    const isCurrent = isNoted || refreshIndex(subject, { filesMax: CATCH_UP_MAX });
    if (isCurrent) writeIndexMd(root, index);
    return isCurrent;
  } finally {
    index.database.close();
  }
}

/** `memories/<id>.md`, `quarantine/<id>.md` and `attest/<id>/<hash>.json`. */
function idsOf(changes: readonly Change[]): string[] {
  const paths = changes.flatMap((change) =>
    change.kind === "move" ? [change.from, change.to] : [change.path],
  );
  return paths.flatMap((path) => parseMemoryId(path.split(sep)[1] ?? "") ?? []);
}

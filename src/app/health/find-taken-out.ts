// Finds approved memories of a shared root that its repository takes out of use, though no trusted signer did: by a status field or
// by the directory of their file. A memory without a file is found by find-vanished.ts.
//
// Attack: a commit retires what a person approved by one line, or moves its file to quarantine. That only withholds, so it must be
// named: at the start of a session and by sync.

import { CAUSES } from "../../memory/law/causes.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { readUnsignedIds } from "../../search/index/waiting.ts";
import { withIndexes } from "../index/open-index.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { isArchivedByHand } from "../memories/review-mark.ts";
import { readUntil } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export function isTakenOut(loaded: LoadedMemory): boolean {
  if (loaded.root.kind !== "shared") return false;
  const isUnsigned = CAUSES[loaded.standing.cause].isUnsigned === true;
  return isArchivedByHand(loaded) || (isUnsigned && wasEverApproved(loaded.input));
}

/** The ids, by the index; after the deadline, those found so far. */
export function findTakenOut(workspace: Workspace, root: OpenRoot, options: RefreshOptions): string[] {
  if (root.kind !== "shared" || root.waits || workspace.seenIn(root).unreadable !== null) return [];
  const { isLate = () => false } = options;
  return withIndexes(workspace, { ...options, roots: [root] }, ([indexed]) => {
    const ids = indexed === undefined ? [] : readUnsignedIds(indexed.index);
    const memories = ids.flatMap((id) =>
      isLate() ? [] : (loadPresent(workspace, root, { id, reading: readUntil(isLate) }) ?? []),
    );
    return memories.filter(isTakenOut).map(({ file }) => file.id);
  });
}

// Memories that a session was shown and that no longer apply. The session still has their text: it is told their names.

import { isRecallable } from "../index/index-row.ts";
import { loadMemory } from "../memories/load-memory.ts";
import { cleanClientId } from "../recall/receipt.ts";
import { readReceipts } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A session that was shown more memories than this is not told of the oldest. */
const SHOWN_MAX = 200;

/** Ids; what was shown last comes first. Found anew each time: nothing is kept of what a session was told. */
export function findWithdrawn(workspace: Workspace, session: string): string[] {
  const shown = readReceipts(workspace)
    .filter((receipt) => receipt.session === cleanClientId(session))
    .reverse()
    .flatMap((receipt) => receipt.shown);
  // Each once before they are cut: what is shown over and over would push out the rest.
  const distinct = new Map(shown.map((each) => [`${each.scope} ${each.id}`, each]));
  const withdrawn = [...distinct.values()].slice(0, SHOWN_MAX).filter(({ id, scope }) => {
    const root = workspace.roots.find((each) => each.scope === scope);
    const loaded = root === undefined ? null : loadMemory(workspace, root, id);
    return loaded === null || !isRecallable(loaded);
  });
  return [...new Set(withdrawn.map(({ id }) => id))];
}

// Approved memories that have no file any more.
//
// Attack: a commit deletes what a person approved, alone or with every statement about it, and nobody misses it. What this
// machine has seen approved, and nobody it trusts took out of use since, is named until the file is back or a person
// forgets it.

import { findApprovalsInForce, selectEvidence } from "../../memory/law/evidence.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import type { Scope } from "../../memory/memory.ts";
import { findArchived, listIds } from "../../store/memory-files.ts";
import { gatherStatements } from "../memories/load-memory.ts";
import { type Reading, readUntil } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Vanished = {
  readonly scope: Scope;
  readonly id: string;
  /** By whom it was approved and when. */
  readonly reason: string;
};

/** Sorted by id; where it is late, those found so far. Not asked of a copy that waits for a person: what is missing there was
 * never there. */
export function findVanished(
  workspace: Workspace,
  root: OpenRoot,
  isLate: () => boolean = () => false,
): Vanished[] {
  if (root.waits || workspace.seenIn(root).unreadable !== null) return [];
  const approved = new Set(
    workspace
      .seenIn(root)
      .recallAct("approve")
      .map(({ id }) => id),
  );
  if (approved.size === 0) return [];
  const present = listIds(root.path);
  return [...approved]
    .filter((id) => !present.has(id) && findArchived(root.path, id).length === 0)
    .sort()
    .flatMap((id) => {
      const reason = isLate() ? null : findApproval(workspace, root, { id, reading: readUntil(isLate) });
      return reason === null ? [] : [{ scope: root.scope, id, reason }];
    });
}

const FILE = { digest: null, tier: "verified", status: "active", directory: "memories" } as const;

/** @returns null when no approval by a trusted person is in force: the memory was retired, lowered or forgotten. */
function findApproval(
  workspace: Workspace,
  root: OpenRoot,
  of: { readonly id: string; readonly reading: Reading },
): string | null {
  const input = gatherStatements(workspace, root, { ...of, remembered: null, file: FILE });
  const approval = findApprovalsInForce(selectEvidence(input))[0];
  if (approval === undefined) return null;
  const { standing, reason } = computeStanding({ ...input, file: { ...FILE, digest: approval.digest } });
  return standing === "quarantined" || standing === "retired" ? null : reason;
}

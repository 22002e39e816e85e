// Finds approved memories that no longer have a file.
//
// Attack: a commit deletes a memory that a person approved, alone or with all its statements, and the deletion goes
// unnoticed. So every memory that this machine has seen approved, and that no trusted signer took out of use since, is
// reported until the file is back or a person forgets the memory.

import { gather } from "../../memory/law/sets/gather.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import type { Scope } from "../../memory/memory.ts";
import { findArchived, listIds } from "../../store/memory-files.ts";
import { gatherStatements } from "../memories/load-memory.ts";
import { type Reading, readUntil } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type MissingMemory = {
  readonly scope: Scope;
  readonly id: string;
  /** Who approved it and when. */
  readonly reason: string;
};

/** Sorted by id; after the deadline, those found so far. Returns none for a copy of a root that awaits consent, because its
 * missing files may never have existed there. */
export function findVanished(
  workspace: Workspace,
  root: OpenRoot,
  isLate: () => boolean = () => false,
): MissingMemory[] {
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

/** @returns null when no approval of a trusted person is in force, because the memory was retired, demoted or forgotten. */
function findApproval(
  workspace: Workspace,
  root: OpenRoot,
  of: { readonly id: string; readonly reading: Reading },
): string | null {
  const input = gatherStatements(workspace, root, { ...of, remembered: null, file: FILE });
  const approval = gather(input).approvals[0];
  if (approval === undefined) return null;
  const { standing, reason } = computeStanding({ ...input, file: { ...FILE, digest: approval.digest } });
  return standing === "quarantined" || standing === "retired" ? null : reason;
}

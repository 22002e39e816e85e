// Repairs what a crash or an edit by hand left behind, always toward less trust, and never by deleting a memory.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { renderDay } from "../../memory/instant.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import type { JournalEntry } from "../../store/journal.ts";
import { listFiles, listTwice, nameArchived } from "../../store/memory-files.ts";
import { isMidMerge } from "../../store/work-tree.ts";
import { commitChanges, followChange, withLock } from "../change/change-root.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import { moveChanges, recordMove } from "../change/move-file.ts";
import { finishForgetting } from "../change/removed/erase-traces.ts";
import { reload } from "../memories/find-memory.ts";
import { listMemories, loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findOrphans } from "./examine-root.ts";
import { chooseTwin } from "./odd-statements.ts";

export type Repairs = {
  readonly recovered: readonly JournalEntry[];
  readonly removed: number;
  readonly moved: number;
};

export function repairRoot(workspace: Workspace, root: OpenRoot): Repairs {
  const { recovered, removed } = finishAndClean(workspace, root);
  // Nothing is moved during a merge; doctor keeps reporting what there is to move.
  if (root.workTree !== null && isMidMerge(root.workTree)) return { recovered, removed, moved: 0 };
  return { recovered, removed, moved: separateTwins(workspace, root) + moveMisplaced(workspace, root) };
}

function moveMisplaced(workspace: Workspace, root: OpenRoot): number {
  const misplaced = listMemories(
    workspace,
    [root],
    ({ memory, file }) => memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory,
  );
  const reason = "the tier and the directory disagreed";
  for (const target of misplaced) {
    if (target.file.directory === "memories") putInQuarantine(workspace, target, reason);
    else demoteMemory(workspace, target, { reason, ifDigest: null, validator: DOCTOR });
  }
  return misplaced.length;
}

const DOCTOR = { name: "credence doctor", rule: "misplaced" } as const;

/** The file says that it is quarantined and only lies in the wrong directory. */
function putInQuarantine(workspace: Workspace, target: LoadedMemory, reason: string): void {
  const { root, file, digest } = target;
  const to = `quarantine/${file.id}.md`;
  withLock(root, () =>
    commitChanges(workspace, root, {
      record: { command: "quarantine", id: file.id, actor: "validator", digest, reason },
      changes: moveChanges(reload(workspace, target, null), to, {}),
    }),
  );
  recordMove(target, to);
}

/** The local archive keeps the text that is set aside. */
function separateTwins(workspace: Workspace, root: OpenRoot): number {
  const month = renderDay(workspace.now).slice(0, "YYYY-MM".length);
  return withLock(root, () => {
    const ids = new Set(listTwice(root.path));
    const { entries } = listFiles(root.path, (id) => ids.has(id));
    const twins = Map.groupBy(loadFiles(workspace, root, entries), ({ file }) => file.id);
    let moved = 0;
    for (const [id, [used, held]] of twins) {
      const from = used === undefined || held === undefined ? null : chooseTwin(used, held);
      if (from === null) continue;
      const reason = `the same id was in ${from === "memories" ? "quarantine" : "memories"}`;
      commitChanges(workspace, root, {
        record: { command: "set-aside", id, actor: "validator", digest: null, reason },
        changes: [{ kind: "move", from: `${from}/${id}.md`, to: nameArchived(root.path, month, id) }],
      });
      moved += 1;
    }
    return moved;
  });
}

function finishAndClean(
  workspace: Workspace,
  root: OpenRoot,
): { recovered: readonly JournalEntry[]; removed: number } {
  return withLock(root, (recovered) => {
    finishForgetting(workspace, root);
    // Under the lock there is no other writer and every intent was carried out, so every temporary file is an orphan.
    const orphans = findOrphans(workspace, root);
    for (const path of orphans) rmSync(path, { recursive: true, force: true });
    // A process killed after its operation leaves `index.md` as it was before the operation.
    if (existsSync(join(root.path, "index.md"))) followChange(workspace, root, null);
    return { recovered, removed: orphans.length };
  });
}

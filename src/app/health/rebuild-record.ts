// Rebuilds the record of what was seen in a root, after its loss or damage, from the present statements and from the acts
// in the journal that took memories out of use.
//
// Attack: the record disappears, a pulled branch removes a negative statement, and the rebuild forgets that it existed. So
// the last entry of the journal about each id is compared with the statements: if the memory was taken out of use and no
// statement says so any more, a new one is signed. That needs a person, because no machine can sign in place of a person's
// lowering.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { findDone } from "../../memory/law/events.ts";
import { hearFile } from "../../memory/law/sets/standing-of-file.ts";

import { isMemoryId, type Scope } from "../../memory/memory.ts";
import { type JournalEntry, readJournal } from "../../store/journal.ts";
import { acquireLock } from "../../store/lock.ts";
import { startRebuild } from "../../trust/seen-history.ts";
import { openSeenSet } from "../../trust/seen-set.ts";
import { commitOperations, type Operation, withLock } from "../change/change-root.ts";
import { attestAct } from "../change/sign/attest.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { gatherStatements, loadMemory } from "../memories/load-memory.ts";
import { placeSeen } from "../workspace/open-records.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";

export type RebuiltRecord = {
  readonly scope: Scope;
  readonly path: string;
  readonly statements: number;
  /** Memories that the journal took out of use and that no remaining statement lowers. */
  readonly keptDown: readonly { readonly id: string; readonly command: string; readonly at: string }[];
};

/** True when the record can be rebuilt. An unreadable file needs its permissions repaired instead. */
export function isRecordLost(workspace: Workspace, root: OpenRoot): boolean {
  const { unreadable } = workspace.seenIn(root);
  return unreadable === "missing" || unreadable === "damaged";
}

/** The caller reopens the workspace afterwards. */
export function rebuildRecord(workspace: Workspace, root: OpenRoot): RebuiltRecord | null {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can rebuild the record of a root");
  const lock = acquireLock(workspace.state.path);
  try {
    const place = placeSeen(root);
    const found = openSeenSet(place);
    found.close();
    // The record is sound: a rebuild of another root in the same file just repaired it, or another process did.
    if (found.unreadable === null || found.unreadable === "closed") return null;
    const { set, end } = startRebuild(place, found.unreadable);
    try {
      const here = {
        ...workspace,
        seenIn: (each: OpenRoot) => (each.id === root.id ? set : workspace.seenIn(each)),
      };
      for (const _ of walkMemories(here, [root])) lock.beat();
      const keptDown = keepDown(here, root);
      const statements = set.recallBetween("", "\u{10ffff}").length;
      end();
      return { scope: root.scope, path: root.shown, statements, keptDown };
    } finally {
      set.close();
    }
  } finally {
    lock.release();
  }
}

const NO_DIGEST = "0".repeat(64);

function keepDown(workspace: Workspace, root: OpenRoot): RebuiltRecord["keptDown"] {
  const last = new Map<string, JournalEntry>();
  for (const entry of readJournal(join(root.records, "journal.ndjson"))) {
    if (isMemoryId(entry.id) && findDone(entry.command)?.isSilent !== true) last.set(entry.id, entry);
    // The journal names a forgotten memory by its uuid.
    if (entry.command === "forget")
      for (const id of workspace.seenIn(root).idsOfBorns([entry.id])) last.set(id, { ...entry, id });
  }
  const operations = [...last.values()].flatMap((entry) => planLowering(workspace, root, entry) ?? []);
  withLock(root, () => commitOperations(workspace, root, { operations }));
  return operations.map(({ record: { id } }) => {
    const { command = "", at = "" } = last.get(id) ?? {};
    return { id, command, at };
  });
}

/** @returns null when the memory was not taken out of use, or a statement still says so. */
function planLowering(workspace: Workspace, root: OpenRoot, entry: JournalEntry): Operation | null {
  const { id, command } = entry;
  // A tombstone that is gone is not signed again: its memory is lowered.
  const act = command === "forget" ? "lower" : findDone(command)?.signs;
  if (act === undefined) return null;
  const loaded = loadMemory(workspace, root, id);
  const digest = loaded?.digest ?? entry.digest ?? NO_DIGEST;
  const file = { digest, tier: null, status: "active", directory: "memories" } as const;
  const input = loaded?.input ?? gatherStatements(workspace, root, { id, remembered: null, file });
  const { against, placed } = hearFile(input);
  if (against.length > 0 || (placed?.memory.wishes.length ?? 0) > 0) return null;
  const reason = `it was taken out of use on ${entry.at.slice(0, 10)}, and the statement that said so is gone`;
  return {
    record: { command, id, actor: "person", digest, reason },
    changes: [attestAct(workspace, input, { act, digest, reason })],
  };
}

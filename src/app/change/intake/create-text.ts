// A new text becomes a memory at once, or, where a machine writes it and the lock cannot be had in time, is accepted: judged, held
// against what a person removed and counted as any other, and signed, it lies in the intake until the next holder of the lock files
// it. Fails closed: what would be refused now is not accepted.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import type { Memory } from "../../../memory/memory.ts";
import { REMEDIES } from "../../../memory/remedies.ts";
import { acquireLock } from "../../../store/lock.ts";
import { ensurePrivate } from "../../../store/state-directory.ts";
import type { Change } from "../../../store/transaction.ts";
import { remarkAccepted } from "../../workspace/remarks.ts";
import { type OpenRoot, refuseUnreadableRecord, type Workspace } from "../../workspace/workspace.ts";
import { commitChanges, withLock } from "../change-root.ts";
import { creationsLeft, overDailyLimit } from "../daily-limit.ts";
import { lookAround, withSurroundings } from "../removed/removed-memories.ts";
import { judgeNew, type NewText, type PassedJudgement, planCreation } from "../write-text.ts";
import { fileDue, judgeDue } from "./drain.ts";
import { clientOf, ENTRIES_MAX, keepEntry, readEntries } from "./entries.ts";
import { placeIntake } from "./place.ts";

export type CreateOutcome =
  | { readonly kind: "written"; readonly judgement: PassedJudgement }
  /** It is stored already. */
  | { readonly kind: "unchanged"; readonly why: string };

export async function createText(
  workspace: Workspace,
  root: OpenRoot,
  { also, ...fresh }: NewText & { readonly also: (memory: Memory) => readonly Change[] },
): Promise<CreateOutcome> {
  const { id, text, by, command } = fresh;
  const judgement = await judgeNew(workspace, id, { text, vouchedBy: by, command });
  const { judged } = judgement;
  const due = await judgeDue(workspace, root);
  const store = (): CreateOutcome => {
    fileDue(workspace, root, due);
    const counts = by !== "person";
    const creation = withSurroundings(workspace, { root, ids: [id] }, (around) =>
      planCreation(workspace, root, { ...fresh, judged, counts, around }),
    );
    if (creation.kind === "unchanged") return { kind: "unchanged", why: creation.why };
    const { record, changes } = creation.operation;
    commitChanges(workspace, root, { record, changes: [...changes, ...also(judged.memory)] });
    return { kind: "written", judgement };
  };
  const instead = (refusal: CredenceError): CreateOutcome =>
    accept(workspace, root, { ...fresh, judgement, refusal });
  return withLock(root, store, by === "machine" ? { instead } : {});
}

type Accepting = NewText & { readonly judgement: PassedJudgement; readonly refusal: CredenceError };

function accept(
  workspace: Workspace,
  root: OpenRoot,
  { judgement, refusal, ...fresh }: Accepting,
): CreateOutcome {
  const lock = acquireLock(ensurePrivate(placeIntake(root)));
  try {
    const { id, text, command } = fresh;
    const { judged } = judgement;
    const entries = readEntries(root, workspace.keys.machine);
    const same = entries.find((each) => each.id === id);
    if (same !== undefined && same.digest === judged.digest)
      return { kind: "unchanged", why: `${id} is about to be filed` };
    if (same !== undefined)
      throw new CredenceError(
        "EXISTS",
        `${id} is about to be filed and says something else`,
        REMEDIES.accepted,
      );
    if (entries.length >= ENTRIES_MAX) throw refusal;
    if (workspace.seenIn(root).unreadable !== null) refuseUnreadableRecord(root);
    if (creationsLeft(workspace, root) === 0) throw overDailyLimit();
    const around = lookAround(workspace, root);
    const creation = planCreation(workspace, root, { ...fresh, judged, counts: false, around });
    if (creation.kind === "unchanged") return creation;
    const [said] = creation.operation.changes;
    if (said?.kind !== "write") throw new CredenceError("INTERNAL", "an accepted text has no statement");
    const client = clientOf(judged.memory.session);
    const at = renderInstant(workspace.now);
    keepEntry(
      root,
      { at, id, command, digest: judged.digest, client, text, path: said.path, statement: said.text },
      workspace.keys.machine,
    );
    workspace.remarks.add(remarkAccepted(root, id, refusal));
    return { kind: "written", judgement };
  } finally {
    lock.release();
  }
}

// Retire, unretire, archive, unarchive: whether a memory is in use. Retiring is a signed statement, because a memory that
// comes back by a merge must stay retired; archiving is only a mark in the file.

import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { isPerson } from "../../memory/law/sets/sets.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { applyStatus, type StatusAction, signedByStatus } from "../../memory/law/status.ts";
import { findArchived, nameArchived } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { reload } from "../memories/find-memory.ts";
import { quarantinedOn, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isArchivedByHand } from "../memories/review-mark.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";
import { commitChanges, withLock } from "./change-root.ts";
import { cleanReason } from "./judge-text.ts";
import { moveChanges } from "./move-file.ts";
import { fileRequest } from "./requests.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";

export type StatusRequest = {
  readonly action: StatusAction;
  readonly reason: string | null;
  readonly ifDigest: string | null;
};

export type StatusOutcome =
  | { readonly kind: "changed"; readonly id: string }
  | { readonly kind: "unchanged"; readonly id: string }
  | { readonly kind: "requested"; readonly id: string; readonly why: string };

export function changeStatus(
  workspace: Workspace,
  target: LoadedMemory,
  request: StatusRequest,
): StatusOutcome {
  const reason = cleanReason(request.reason);
  return withLock(target.root, () =>
    change(workspace, reload(workspace, target, request.ifDigest), { ...request, reason }),
  );
}

function change(
  workspace: Workspace,
  target: LoadedMemory,
  { action, reason }: StatusRequest,
): StatusOutcome {
  const { id } = target.file;
  const actor = actorOf(workspace);
  if (target.standing.standing === "quarantined") return archiveQuarantined(workspace, target, action);
  if (target.memory === null || target.text === null) {
    throw new CredenceError("INVALID_MEMORY", `${id} is broken`);
  }
  const negatives = placeFile(target.input)?.memory.negatives ?? [];
  const isPersonsArchive = negatives.some(
    (each) => STATEMENT_KINDS[each.act].makes === "archived" && isPerson(each),
  );
  const subject = { ...transitionInput(target), status: target.memory.status, isPersonsArchive };
  const law = applyStatus(action, subject, actor);
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
  if (law.kind === "unchanged") {
    if (action !== "archive" || actor !== "person" || !isArchivedByHand(target))
      return { kind: "unchanged", id };
    // The file says archived and no statement does: now a person says that it stays so.
    commitChanges(workspace, target.root, {
      record: { command: action, id, actor, digest: target.digest, reason },
      changes: [attestStatus(workspace, target, { action, reason })],
    });
    return { kind: "changed", id };
  }
  if (law.kind === "request") {
    fileRequest(workspace, target, { command: action, reason });
    return { kind: "requested", id, why: law.why };
  }
  commitChanges(workspace, target.root, {
    record: { command: action, id, actor, digest: target.digest, reason },
    changes: [attestStatus(workspace, target, { action, reason })],
  });
  return { kind: "changed", id };
}

function attestStatus(
  workspace: Workspace,
  target: LoadedMemory,
  { action, reason }: Pick<StatusRequest, "action" | "reason">,
): Change {
  const digest = contentDigest(target);
  return attestAct(workspace, target.input, { act: signedByStatus(action), digest, reason });
}

/**
 * Of one that another takes the place of, as a part of that change; empty if the law does not have it. A signed reason cannot be taken
 * back, so it names no other memory, which may be forgotten.
 */
export function planRetirement(workspace: Workspace, target: LoadedMemory, reason: string): Change[] {
  if (target.memory === null) return [];
  const subject = { ...transitionInput(target), status: target.memory.status };
  const law = applyStatus("retire", subject, actorOf(workspace));
  return law.kind === "applied" ? [attestStatus(workspace, target, { action: "retire", reason })] : [];
}

/** A quarantined memory leaves by restore, or for the local archive: `archive/<month it was quarantined>/`. */
function archiveQuarantined(workspace: Workspace, target: LoadedMemory, action: StatusAction): StatusOutcome {
  const { file, root } = target;
  if (action !== "archive") {
    throw new CredenceError(
      "WRONG_STANDING",
      `${file.id} is quarantined, so it cannot be changed by ${action}`,
    );
  }
  if (actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", `only a person can archive the quarantined ${file.id}`);
  }
  if (findArchived(root.path, file.id).includes(file.path)) return { kind: "unchanged", id: file.id };
  const month = renderDay(quarantinedOn(target, workspace.now)).slice(0, 7);
  const to = nameArchived(root.path, month, file.id);
  commitChanges(workspace, root, {
    record: { command: "archive", id: file.id, actor: "person", digest: target.digest },
    changes: moveChanges(target, to, {}),
  });
  return { kind: "changed", id: file.id };
}

// Retire, unretire, archive, unarchive: whether a memory is in use. Retiring is a signed statement, because a memory that
// comes back by a merge must stay retired; archiving is only a mark in the file.

import { relative } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { renderDay } from "../../memory/instant.ts";
import { applyStatus, type StatusAction, signedByStatus } from "../../memory/law/status.ts";
import { findArchived, nameArchived } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { reload } from "../memories/find-memory.ts";
import { createHiddenFinder } from "../memories/hidden-archived.ts";
import { quarantinedOn, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
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
  const subject = { ...transitionInput(target), status: target.memory.status };
  const law = applyStatus(action, subject, { actor, now: workspace.now, reason });
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
  if (law.kind === "unchanged") {
    const isHidden =
      action === "archive" && actor === "person" && createHiddenFinder(workspace, target.root)(target);
    if (!isHidden) return { kind: "unchanged", id };
    // The file says archived and nobody here did it: now somebody says that it stays so.
    commitChanges(workspace, target.root, {
      record: { command: action, id, actor, digest: target.digest, reason },
      changes: [],
    });
    return { kind: "changed", id };
  }
  if (law.kind === "request") {
    fileRequest(workspace, target, { command: action, reason });
    return { kind: "requested", id, why: law.why };
  }
  commitChanges(workspace, target.root, {
    record: { command: action, id, actor, digest: target.digest, reason },
    changes: changesOf(workspace, target, { action, marks: law.changes, signed: reason }),
  });
  return { kind: "changed", id };
}

type Permitted = {
  readonly action: StatusAction;
  readonly marks: FrontmatterChanges;
  /** What is signed cannot be taken back: it names no other memory, which may be forgotten. */
  readonly signed: string | null;
};

function changesOf(
  workspace: Workspace,
  target: LoadedMemory,
  { action, marks, signed }: Permitted,
): Change[] {
  const { root, file, input, text } = target;
  const [act, digest] = [actOf(action, root), contentDigest(target)];
  return [
    ...(act === null ? [] : [attestAct(workspace, input, { act, digest, reason: signed })]),
    {
      kind: "write",
      path: relative(root.path, file.path),
      text: rewriteFrontmatter(text ?? "", marks) ?? text ?? "",
    },
  ];
}

/** Where a file's marks are output, archiving is signed, too. */
function actOf(action: StatusAction, { kind }: LoadedMemory["root"]): ReturnType<typeof signedByStatus> {
  if (kind !== "shared" && (action === "archive" || action === "unarchive")) return action;
  return signedByStatus(action);
}

/** Of one that another takes the place of, as a part of that change; empty where the law does not have it. */
export function planRetirement(
  workspace: Workspace,
  target: LoadedMemory,
  { reason, signed }: { readonly reason: string; readonly signed: string },
): Change[] {
  if (target.memory === null) return [];
  const subject = { ...transitionInput(target), status: target.memory.status };
  const law = applyStatus("retire", subject, { actor: actorOf(workspace), now: workspace.now, reason });
  if (law.kind !== "applied") return [];
  return changesOf(workspace, target, { action: "retire", marks: law.changes, signed });
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

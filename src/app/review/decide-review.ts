// Carries out what a person decided about one item of the review: one decision, one transaction, and nothing if the memory
// is not to the last byte what they saw. Then the wishes that they saw are answered, and none that came since.

import { changeStatus } from "../change/change-status.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import { dropRequests } from "../change/drop-requests.ts";
import { raiseMemory } from "../change/raise-memory.ts";
import type { Confirm } from "../change/showing.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ReviewAct } from "./choices.ts";
import type { ReviewItem } from "./queue.ts";

export type Decision = {
  /** An edit is a new text, which has its own way: `updateFromText`. */
  readonly act: Exclude<ReviewAct, { readonly kind: "edit" }>;
  /** Of a lowering, in the person's words. */
  readonly reason: string | null;
  /** Asked before a text is vouched for: what is flagged in it has to be taken on. */
  readonly confirm: Confirm;
};

export async function decideReview(
  workspace: Workspace,
  item: ReviewItem,
  decision: Decision,
): Promise<void> {
  await carryOut(workspace, item, decision);
  answerRequests(item);
}

export function answerRequests({ target, requests }: ReviewItem): void {
  if (requests.length > 0) dropRequests(target.root, requests);
}

async function carryOut(workspace: Workspace, { target }: ReviewItem, decision: Decision): Promise<void> {
  const { act, reason, confirm } = decision;
  const ifDigest = target.digest;
  switch (act.kind) {
    case "raise":
      await raiseMemory(workspace, target, { action: act.action, acknowledge: true, ifDigest, confirm });
      return;
    case "demote":
    case "sign-quarantine":
      demoteMemory(workspace, target, { reason, ifDigest });
      return;
    case "record-archive":
      changeStatus(workspace, target, { action: "archive", reason, ifDigest });
      return;
    case "status":
      changeStatus(workspace, target, { action: act.action, reason, ifDigest });
      return;
    case "grant":
      if (act.action === "demote") demoteMemory(workspace, target, { reason: act.reason, ifDigest });
      else changeStatus(workspace, target, { action: act.action, reason: act.reason, ifDigest });
      return;
    case "decline":
      return;
  }
}

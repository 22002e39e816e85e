// What a plain yes does, whatever it means for the standing of a memory. What is not what they saw any more is shown again.

import { changeStatus } from "../../app/change/change-status.ts";
import { raiseMemory } from "../../app/change/raise-memory.ts";
import { wrapFindings } from "../../app/change/wrap-findings.ts";
import { findMemory } from "../../app/memories/find-memory.ts";
import { type Approvable, demandApproval } from "../../app/review/words.ts";
import { CredenceError } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Answer } from "../frames/answer.ts";
import { type ActContext, sayAcknowledged } from "../frames/id-command.ts";
import { confirmShowing, confirmText, isPlayed } from "../terminal/confirm.ts";

const TRIES = 3;

export async function approveMemory(context: ActContext): Promise<Answer> {
  for (let left = TRIES, { target } = context; ; left -= 1) {
    try {
      return await approveOnce({ ...context, target });
    } catch (error) {
      // It is not what they saw any more: it is shown again, and asked about again.
      if (!(error instanceof CredenceError && error.code === "OCC_CONFLICT") || left === 1) throw error;
      context.io.err(says`${error.message}; this is how it stands now\n`);
      target = findMemory(context.workspace, target.file.id);
    }
  }
}

/** Refuses what is refused even to a person. */
export function findApproval({ call, workspace, target }: ActContext): Promise<Approvable> {
  return demandApproval(workspace, target, call.values["restore"] === true);
}

async function approveOnce(context: ActContext): Promise<Answer> {
  const { io, call, workspace, target } = context;
  if (call.values["redact"] === true) return restoreWrapped(context);
  const asking = { io, call, workspace };
  const { approval, showing } = await findApproval(context);
  const { result, question, done } = wordsOf(approval);
  const asked = says`${approval.action}: ${result}\n${question}`;
  const { id } = target.file;
  const outcome = { kind: approval.action, id };
  if (approval.kind === "status") {
    await confirmShowing(asking, asked)(showing);
    changeStatus(workspace, target, { action: approval.action, reason: null, ifDigest: target.digest });
    return { json: outcome, says: [`${id} is ${done}`] };
  }
  const raised = await raiseMemory(workspace, target, {
    action: approval.action,
    // Whoever is asked types the word.
    acknowledge: call.values["acknowledge"] === true || !isPlayed(asking),
    ifDigest: target.digest,
    confirm: confirmText(asking, asked),
  });
  const { acknowledged } = raised;
  return { json: { ...outcome, acknowledged }, says: [`${id} is ${done}`, ...sayAcknowledged(raised)] };
}

/** A rule became stricter than it was when a person approved the text: they keep it, and models are shown less of it. */
async function restoreWrapped({ io, call, workspace, target }: ActContext): Promise<Answer> {
  if (call.values["restore"] !== true) throw new CredenceError("USAGE", "--redact goes with --restore");
  const asking = { io, call, workspace };
  const { result, question, done } = TRANSITION_WORDS.restore;
  const { id } = target.file;
  const { acknowledged } = await raiseMemory(workspace, target, {
    action: "restore",
    acknowledge: call.values["acknowledge"] === true || !isPlayed(asking),
    ifDigest: target.digest,
    text: await wrapFindings(workspace, target),
    confirm: confirmText(asking, says`restore: ${result}\n${question}`),
  });
  return { json: { kind: "restore", id, acknowledged }, says: [`${id} is ${done}`] };
}

function wordsOf(approval: Approvable["approval"]): {
  readonly result: string;
  readonly question: string;
  readonly done: string;
} {
  if (approval.kind === "raise") return TRANSITION_WORDS[approval.action];
  const { result, question, done } = STATUS_WORDS[approval.action];
  return { result, question: question ?? "bring exactly this text back into use?", done };
}

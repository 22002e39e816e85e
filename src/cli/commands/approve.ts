import type { SigningPreview } from "../../app/change/signing-preview.ts";
import type { Approval } from "../../app/review/choices.ts";
import { CredenceError } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { type ActContext, type Answer, defineIdCommand } from "../frames/id-command.ts";
import { confirmShowing, confirmText, isPlayed } from "../terminal/confirm.ts";

const TRIES = 3;

/** Says yes to a memory, whatever that means for its standing: the act and its result are named before the question. */
export const approve = defineIdCommand({
  name: "approve",
  summary: "Approve a memory: as fact, or as advice if foreign",
  form: "ID [--restore [--redact]] [--acknowledge]",
  options: {
    restore: { type: "boolean", help: "also where it is in quarantine" },
    redact: { type: "boolean", help: "with --restore: wrap what looks like a secret" },
    acknowledge: { type: "boolean", help: "acknowledge the injection check's findings" },
  },
  exits: { 0: "done", 2: "a validator fails it" },
  async foresee(context) {
    if (context.call.values["redact"] !== true) await findApproval(context);
  },
  async act(context) {
    const { findMemory } = await import("../../app/memories/find-memory.ts");
    for (let left = TRIES, { target } = context; ; left -= 1) {
      try {
        return await approveOnce({ ...context, target });
      } catch (error) {
        // It is not what they saw any more: it is shown again, and asked about again.
        if (!(error instanceof CredenceError && error.code === "OCC_CONFLICT") || left === 1) throw error;
        context.io.err(`${error.message}; this is how it stands now\n`);
        target = findMemory(context.workspace, target.file.id);
      }
    }
  },
});

async function approveOnce(context: ActContext): Promise<Answer> {
  const { io, call, workspace, target } = context;
  if (call.values["redact"] === true) return restoreWrapped(context);
  const asking = { io, call, workspace };
  const { approval, showing } = await findApproval(context);
  const { result, question, done } = wordsOf(approval);
  const asked = `${approval.action}: ${result}\n${question}`;
  const { id } = target.file;
  const outcome = { kind: approval.action, id };
  if (approval.kind === "status") {
    const { changeStatus } = await import("../../app/change/change-status.ts");
    await confirmShowing(asking, asked)(showing);
    changeStatus(workspace, target, { action: approval.action, reason: null, ifDigest: target.digest });
    return { json: outcome, text: `${id} is ${done}\n` };
  }
  const { raiseMemory } = await import("../../app/change/raise-memory.ts");
  const { acknowledged } = await raiseMemory(workspace, target, {
    action: approval.action,
    // Whoever is asked types the word.
    acknowledge: call.values["acknowledge"] === true || !isPlayed(asking),
    ifDigest: target.digest,
    confirm: confirmText(asking, asked),
  });
  const taken = acknowledged.length === 0 ? "" : `acknowledged: ${acknowledged.join(", ")}\n`;
  return { json: { ...outcome, acknowledged }, text: `${id} is ${done}\n${taken}` };
}

type Found = {
  readonly approval: Exclude<Approval, { readonly kind: "refused" }>;
  readonly showing: SigningPreview;
};

async function findApproval({ call, workspace, target }: ActContext): Promise<Found> {
  const { showTarget } = await import("../../app/change/signing-preview.ts");
  const { approvalOf } = await import("../../app/review/choices.ts");
  const showing = await showTarget(workspace, target);
  const approval = approvalOf(workspace, target, {
    judgement: showing.judgement,
    restores: call.values["restore"] === true,
  });
  if (approval.kind === "refused") throw new CredenceError(approval.code, approval.message, approval.hint);
  return { approval, showing };
}

/** A rule became stricter than it was when a person approved the text: they keep it, and models are shown less of it. */
async function restoreWrapped({ io, call, workspace, target }: ActContext): Promise<Answer> {
  if (call.values["restore"] !== true) throw new CredenceError("USAGE", "--redact goes with --restore");
  const { wrapFindings } = await import("../../app/change/wrap-findings.ts");
  const { raiseMemory } = await import("../../app/change/raise-memory.ts");
  const asking = { io, call, workspace };
  const { result, question, done } = TRANSITION_WORDS.restore;
  const { id } = target.file;
  const { acknowledged } = await raiseMemory(workspace, target, {
    action: "restore",
    acknowledge: call.values["acknowledge"] === true || !isPlayed(asking),
    ifDigest: target.digest,
    text: await wrapFindings(workspace, target),
    confirm: confirmText(asking, `restore: ${result}\n${question}`),
  });
  return { json: { kind: "restore", id, acknowledged }, text: `${id} is ${done}\n` };
}

function wordsOf(approval: Exclude<Approval, { readonly kind: "refused" }>): {
  readonly result: string;
  readonly question: string;
  readonly done: string;
} {
  if (approval.kind === "raise") return TRANSITION_WORDS[approval.action];
  const { result, question, done } = STATUS_WORDS[approval.action];
  return { result, question: question ?? "bring exactly this text back into use?", done };
}

// Carries out an undo. Each step is one that the user could take alone, under the same trust rules and the same
// protocol. The text that was shown is read again under the lock, and the step is done only if every byte is still the
// same.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { contentUpdate, mergeUpdate, rewriteFile } from "../../memory/file/merge-update.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { renderDay, renderInstant } from "../../memory/instant.ts";
import { changeStatus } from "../change/change-status.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import { moveMemory } from "../change/move-memory.ts";
import { raiseMemory } from "../change/raise-memory.ts";
import { type Confirm, showTarget } from "../change/sign/signing-preview.ts";
import { changeText } from "../change/write-text.ts";
import { circumstancesOf, demandLaw } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { answerMemory } from "../review/answer-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { TextStep, UndoPlan, UndoStep } from "./plan-undo.ts";

/** The reason in the journal and in the signed statement. It names no memory, because a memory may be forgotten later. */
const TAKEN_BACK = "taken back";

/** Asks for consent to each step and shows the text concerned. */
export type ConfirmStep = (step: UndoStep) => Confirm;

export async function carryOutUndo(
  workspace: Workspace,
  { target, step }: Pick<UndoPlan, "target" | "step">,
  confirm: ConfirmStep,
): Promise<void> {
  const ifDigest = target.digest;
  switch (step.kind) {
    case "demote":
      await show(workspace, target, confirm(step));
      demoteMemory(workspace, target, { reason: TAKEN_BACK, ifDigest });
      return;
    case "restore":
      await raiseMemory(workspace, target, {
        ...{ action: "restore", acknowledge: true, ifDigest, confirm: confirm(step) },
      });
      return;
    case "status":
      await show(workspace, target, confirm(step));
      changeStatus(workspace, target, { action: step.action, reason: TAKEN_BACK, ifDigest });
      return;
    case "answer":
      await show(workspace, target, confirm(step));
      answerMemory(workspace, target, step);
      return;
    case "text":
      await bringBackText(workspace, target, { step, confirm: confirm(step) });
      return;
    case "move":
      await moveMemory(workspace, target, { destination: step.destination, confirm: confirm(step) });
      return;
    case "unmerge":
      if (step.second !== null) {
        const second = { target: step.second, step: { kind: "status", action: "unretire" } } as const;
        await carryOutUndo(workspace, second, confirm);
      }
      await carryOutUndo(workspace, { target, step: step.text }, confirm);
      return;
  }
}

async function show(workspace: Workspace, target: LoadedMemory, confirm: Confirm): Promise<void> {
  await confirm(await showTarget(workspace, target));
}

/** Restores the text as a new version: earlier statements stay signed, and the new one follows them. */
async function bringBackText(
  workspace: Workspace,
  target: LoadedMemory,
  { step, confirm }: { readonly step: TextStep; readonly confirm: Confirm },
): Promise<void> {
  demandLaw("edit", target, { ...circumstancesOf(workspace, null), actor: "person" });
  await changeText(workspace, target, {
    ...{ text: renderBefore(workspace, target, step), by: "person", keeps: step.keeps },
    ...{ command: "update", reason: TAKEN_BACK, ifDigest: target.digest, confirm },
  });
}

function renderBefore({ now }: Workspace, { file, memory, text }: LoadedMemory, step: TextStep): string {
  if (memory === null || text === null) throw new CredenceError("INVALID_MEMORY", `${file.id} is broken`);
  const update = { ...contentUpdate({ ...memory, ...step.content }), isWhole: true };
  const tier = step.keeps
    ? { "trust-level": "inferred" }
    : { "trust-level": "verified", "last-verified": renderDay(now) };
  const changes = { ...mergeUpdate(memory, update, () => true), "updated-at": renderInstant(now), ...tier };
  const rendered = rewriteFile(text, changes, step.content.body) ?? text;
  const parsed = parseMemory(rendered);
  if (parsed.kind === "broken" || digestMemory(parsed.memory) !== digestMemory(step.content))
    throw new CredenceError("INTERNAL", `the earlier text of ${file.id} cannot be written as it was`);
  return rendered;
}

// The meaning of yes, no and later for a memory in its present state. They select one of the choices of a review, so that
// the command line, the review and the page decide alike; docs/trust.md has the table.
import { CredenceError, type Refusal, refuse } from "../../memory/errors.ts";
import type { StatusAction } from "../../memory/law/status.ts";
import type { RaiseAction } from "../../memory/law/transitions.ts";
import type { Judgement } from "../change/judge-text.ts";
import { askLaw, howToRestore } from "../change/raise-memory.ts";
import { type SigningPreview, showTarget } from "../change/sign/signing-preview.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Decision, findLowering, findRises, type ReviewAct, reviewChoices, TOLD } from "./choices.ts";
import type { ReviewSubject } from "./queue.ts";

/** A yes decides about one memory and no other. */
export type YesAct = Extract<ReviewAct, { readonly kind: "raise" | "status" | "grant" | "show-again" }>;

/** The choice that raises the memory, or the reason why there is none. */
export function yesTo(
  workspace: Workspace,
  subject: ReviewSubject,
  judgement: Judgement | null,
): YesAct | Refusal {
  const { target, pair } = subject;
  const { id } = target.file;
  if (pair !== null)
    return refuse("WRONG_STANDING", `a merge kept two texts of ${id}`, "credence review shows both");
  const { acts } = reviewChoices(workspace, subject, judgement);
  const act = acts.get("y") ?? acts.get("a");
  switch (act?.kind) {
    case "raise":
    case "status":
    case "grant":
    case "show-again":
      return act;
    case "settle":
      return refuse("WRONG_STANDING", `others contradict ${id}`, "credence review shows them together");
  }
  const restores = target.standing.standing === "quarantined";
  const approval = approvalOf(workspace, target, { judgement, restores });
  return approval.kind === "refused" ? approval : refuse("WRONG_STANDING", `${id} waits for another answer`);
}

/** The choice that lowers the memory; for a request, its refusal. */
export function noTo(
  workspace: Workspace,
  subject: ReviewSubject,
  { forAll }: { readonly forAll: boolean },
): Decision["act"] | null {
  return subject.requests.length > 0 ? { kind: "decline" } : findLowering(workspace, subject, forAll);
}

type Approval =
  | { readonly kind: "raise"; readonly action: RaiseAction }
  | { readonly kind: "status"; readonly action: StatusAction }
  | Refusal;

export type Approvable = {
  readonly approval: Exclude<Approval, Refusal>;
  readonly showing: SigningPreview;
};

/** `restores` means that the user allows the memory to leave quarantine. @throws when the trust rules refuse. */
export async function demandApproval(
  workspace: Workspace,
  target: LoadedMemory,
  restores: boolean,
): Promise<Approvable> {
  const showing = await showTarget(workspace, target);
  const approval = approvalOf(workspace, target, { judgement: showing.judgement, restores });
  if (approval.kind === "refused") throw new CredenceError(approval.code, approval.message, approval.hint);
  return { approval, showing };
}

function approvalOf(
  workspace: Workspace,
  target: LoadedMemory,
  { judgement, restores }: { readonly judgement: Judgement | null; readonly restores: boolean },
): Approval {
  const { id } = target.file;
  const isQuarantined = target.standing.standing === "quarantined";
  if (isQuarantined && !restores) {
    return refuse(
      "WRONG_STANDING",
      `${id} is in quarantine`,
      `credence approve ${id} --restore brings it back as a fact`,
    );
  }
  if (restores && !isQuarantined) {
    return refuse("WRONG_STANDING", `${id} is ${target.standing.standing}, not in quarantine`);
  }
  const rises = findRises(workspace, { target }, judgement);
  const open = rises.find(({ act }) => act !== null)?.act;
  if (open?.kind === "raise" || open?.kind === "status") return open;
  const refusals = rises.flatMap(({ law }) => (law?.kind === "refused" ? [law] : []));
  const told = refusals.find(({ code }) => TOLD.has(code)) ?? refusals[0];
  if (told?.code === "OBSERVING") {
    return { ...told, hint: `${told.hint}; ${howToTakeOver(workspace, target, judgement)}` };
  }
  const hint = told?.code === "HARD_FAIL" && restores ? howToRestore(id, judgement) : undefined;
  if (told !== undefined && hint !== undefined) return { ...told, hint };
  if (open?.kind === "show-again")
    return refuse("WRONG_STANDING", `${id} is hidden here`, `credence yes ${id} shows it again`);
  return told ?? refuse("WRONG_STANDING", `${id} cannot be approved as it stands`);
}

/** How a user who has read the text can approve it without waiting. */
function howToTakeOver(workspace: Workspace, target: LoadedMemory, judgement: Judgement | null): string {
  const { id } = target.file;
  const law = askLaw(workspace, target, { action: "mine", acknowledge: true, judgement, by: "person" });
  return law.kind === "applied"
    ? `credence mine ${id} makes it your own words now`
    : `credence edit ${id} signs your own wording now`;
}

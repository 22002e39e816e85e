// What a person can decide about an item of the review, as the law has it: what would be refused is not offered. A key means
// one thing on one screen. y says yes to what is waited for, a keeps a foreign text as advice, n lowers; where somebody
// wishes for a change, y grants it and n declines it.

import { CredenceError, type FailureCode, type Refusal } from "../../memory/errors.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { applyStatus, STATUS_ACTIONS, type StatusAction } from "../../memory/law/status.ts";
import { listRaises, type RaiseKey } from "../../memory/law/transition-words.ts";
import {
  applyTransition,
  isApprovedInferred,
  type RaiseAction,
  type TransitionOutcome,
} from "../../memory/law/transitions.ts";
import { changeStatus } from "../change/change-status.ts";
import { demoteMemory, isUnsignedQuarantine } from "../change/demote-memory.ts";
import type { Judgement } from "../change/judge-text.ts";
import { decidePair, type Kept } from "../change/merge/decide-pair.ts";
import { askLaw, raiseMemory } from "../change/raise-memory.ts";
import { dropRequests, type Request } from "../change/requests.ts";
import { type Confirm, showTarget } from "../change/sign/signing-preview.ts";
import { ageOf, circumstancesOf, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isKeptOut } from "../memories/review-mark.ts";
import { reviewReasons } from "../survey/reasons.ts";
import { digestDispute } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { answerMemory, isOthers } from "./answer-memory.ts";
import type { ReviewSubject } from "./queue.ts";

export type ReviewAct =
  | { readonly kind: "raise"; readonly action: RaiseAction }
  | { readonly kind: "demote" }
  /** Another person's: it is withheld on this machine, and nobody signs that. */
  | { readonly kind: "hide" }
  | { readonly kind: "show-again" }
  /** It is in quarantine, and nobody you trust has signed that yet. */
  | { readonly kind: "sign-quarantine" }
  /** A line in its file archived it, and nobody said so here yet. */
  | { readonly kind: "record-archive" }
  | { readonly kind: "status"; readonly action: StatusAction }
  | { readonly kind: "grant"; readonly action: StatusAction | "demote"; readonly reason: string | null }
  | { readonly kind: "decline" }
  /** Of two texts that a merge kept: the one on the screen, the one beside it, or both. */
  | { readonly kind: "pair"; readonly keeps: Kept }
  /** The fact stays, and everything that contradicts it is demoted. */
  | { readonly kind: "settle" }
  /** The fact and what contradicts it hold together, so nobody is asked again about exactly these texts. */
  | { readonly kind: "agree" }
  /** It waits again in seven days; nobody signs that. */
  | { readonly kind: "later" }
  | { readonly kind: "edit" };

export type ReviewKey = RaiseKey | "n" | "e" | "t" | "o" | "b" | "l";

export type ReviewChoices = {
  /** In the order in which they are offered. */
  readonly acts: ReadonlyMap<ReviewKey, ReviewAct>;
  /** Why it cannot be confirmed, where a person would look for that. */
  readonly refusal: Refusal | null;
};

export const TOLD: ReadonlySet<FailureCode> = new Set(["OBSERVING", "HARD_FAIL"]);

export function reviewChoices(
  workspace: Workspace,
  item: ReviewSubject,
  judgement: Judgement | null,
): ReviewChoices {
  const { target, pair, disputes } = item;
  const wish = item.requests.at(-1);
  const isOne = wish === undefined && pair === null && disputes.length === 0;
  const rises = isOne ? findRises(workspace, item, judgement) : [];
  const refusals = rises.flatMap(({ law }) => (law?.kind === "refused" ? [law] : []));
  const lowering: Offer = ["n", findLowering(workspace, item)];
  const edit: Offer = ["e", isOpen(consult(workspace, target, "edit")) ? { kind: "edit" } : null];
  const later: Offer = ["l", reviewReasons(target, item, workspace).length > 0 ? { kind: "later" } : null];
  const offers = (): readonly Offer[] => {
    if (wish !== undefined)
      return [["y", grantOf(workspace, target, wish)], ["n", { kind: "decline" }], edit];
    if (pair !== null) return [...PAIR_ACTS, lowering];
    return [...(isOne ? rises.map(({ key, act }): Offer => [key, act]) : DISPUTE_ACTS), lowering, edit];
  };
  return {
    acts: new Map([...offers(), later].flatMap(([key, act]) => (act === null ? [] : [[key, act] as const]))),
    refusal: refusals.find(({ code }) => TOLD.has(code)) ?? null,
  };
}

type Offer = readonly [ReviewKey, ReviewAct | null];

const DISPUTE_ACTS: readonly Offer[] = [
  ["y", { kind: "settle" }],
  ["b", { kind: "agree" }],
];

const PAIR_ACTS: readonly Offer[] = [
  ["t", { kind: "pair", keeps: "this" }],
  ["o", { kind: "pair", keeps: "other" }],
  ["b", { kind: "pair", keeps: "both" }],
];

type Rise = {
  readonly key: RaiseKey;
  readonly act: ReviewAct | null;
  readonly law: TransitionOutcome | null;
};

export function findRises(
  workspace: Workspace,
  { target, hidden }: Pick<ReviewSubject, "target" | "hidden">,
  judgement: Judgement | null,
): Rise[] {
  const { standing, cause } = target.standing;
  if (CAUSES[cause].isHiddenHere === true) return [{ key: "y", act: { kind: "show-again" }, law: null }];
  const back = hidden ? "unarchive" : standing === "retired" ? "unretire" : null;
  const rises = listRaises(standing)
    .filter(({ key }) => key !== "y" || back === null)
    .map((offer): Rise => {
      const { key } = offer;
      // What was approved once is not observed again.
      const action = key === "y" && isApprovedInferred(standing, cause) ? "reaffirm" : offer.action;
      const law = askLaw(workspace, target, { action, acknowledge: true, judgement, by: "person" });
      return { key, act: isOpen(law) ? { kind: "raise", action } : null, law };
    });
  return back === null ? rises : [{ key: "y", act: { kind: "status", action: back }, law: null }, ...rises];
}

/** What a no is, of somebody who signs nothing for others unless they say so. */
export function findLowering(
  workspace: Workspace,
  { target, hidden }: Pick<ReviewSubject, "target" | "hidden">,
  forAll = false,
): Decision["act"] | null {
  if (hidden) return { kind: "record-archive" };
  // In quarantine, by standing and by place, there is nothing left to lower.
  const isThere = target.standing.standing === "quarantined" && target.file.directory === "quarantine";
  if (CAUSES[target.standing.cause].isHiddenHere === true && !forAll) return null;
  if (!isThere && isOpen(consult(workspace, target, "demote")))
    return { kind: !forAll && isOthers(workspace, target) ? "hide" : "demote" };
  if (isUnsignedQuarantine(target)) return { kind: "sign-quarantine" };
  const { quarantine } = ageOf(target, workspace);
  if (quarantine === "archive-candidate") return { kind: "status", action: "archive" };
  return quarantine === null || isKeptOut(target) ? null : { kind: "sign-quarantine" };
}

/** @returns null when the request is out of date: it is fulfilled already, or can no longer be. */
function grantOf(workspace: Workspace, target: LoadedMemory, wish: Request): ReviewAct | null {
  const { command, reason } = wish;
  if (command === "demote") {
    return isOpen(consult(workspace, target, command)) ? { kind: "grant", action: command, reason } : null;
  }
  const action = STATUS_ACTIONS.find((each) => each === command);
  if (action === undefined || target.memory === null || target.standing.standing === "quarantined")
    return null;
  const subject = { ...transitionInput(target), status: target.memory.status };
  const law = applyStatus(action, subject, { actor: "person", now: workspace.now, reason });
  return law.kind === "applied" ? { kind: "grant", action, reason } : null;
}

/** What is offered is what the person may do, also before they have unlocked their key; the act asks again, of who acts. */
function consult(workspace: Workspace, target: LoadedMemory, action: "demote" | "edit"): TransitionOutcome {
  const circumstances = { ...circumstancesOf(workspace, null), actor: "person" } as const;
  return applyTransition(action, transitionInput(target), circumstances);
}

function isOpen({ kind }: TransitionOutcome): boolean {
  return kind === "applied";
}

// Carries out what a person decided about one item of the review: one decision, one transaction, and nothing if the memory
// is not to the last byte what they saw. Then the wishes that they saw are answered, and none that came since.

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
  item: ReviewSubject,
  decision: Decision,
): Promise<void> {
  await carryOut(workspace, item, decision);
  // What is put off is not answered: the wish waits with its memory.
  if (decision.act.kind !== "later") answerRequests(item);
}

export function answerRequests({ target, requests }: ReviewSubject): void {
  if (requests.length > 0) dropRequests(target.root, requests);
}

/** It reaches models here again, so it is seen to its end like whatever is vouched for. */
async function showAgain(workspace: Workspace, target: LoadedMemory, confirm: Confirm): Promise<void> {
  const shown = await confirm(await showTarget(workspace, target));
  if (target.digest !== null && !shown.has({ digest: target.digest }))
    throw new CredenceError("INTERNAL", "a text was to be shown again unseen");
  answerMemory(workspace, target, { said: "show" });
}

function settle(workspace: Workspace, { file }: LoadedMemory, disputes: readonly LoadedMemory[]): void {
  for (const each of disputes)
    demoteMemory(workspace, each, { reason: `disagrees with ${file.id}`, ifDigest: each.digest });
}

type Granting = Extract<ReviewAct, { readonly kind: "grant" }>;

function grant(workspace: Workspace, target: LoadedMemory, { action, reason }: Granting): void {
  const { digest: ifDigest } = target;
  if (action === "demote") demoteMemory(workspace, target, { reason, ifDigest });
  else changeStatus(workspace, target, { action, reason, ifDigest });
}

async function carryOut(
  workspace: Workspace,
  { target, pair, disputes }: ReviewSubject,
  { act, reason, confirm }: Decision,
): Promise<void> {
  const ifDigest = target.digest;
  switch (act.kind) {
    case "raise":
      await raiseMemory(workspace, target, { action: act.action, acknowledge: true, ifDigest, confirm });
      return;
    case "demote":
    case "sign-quarantine":
      demoteMemory(workspace, target, { reason, ifDigest, keepsOut: true });
      return;
    case "hide":
    case "later":
      return answerMemory(workspace, target, { said: act.kind });
    case "show-again":
      await showAgain(workspace, target, confirm);
      return;
    case "record-archive":
    case "status":
      changeStatus(workspace, target, { action: "action" in act ? act.action : "archive", reason, ifDigest });
      return;
    case "grant":
      grant(workspace, target, act);
      return;
    case "pair":
      if (pair !== null)
        await decidePair(workspace, { first: pair, second: target }, { keeps: act.keeps, confirm });
      return;
    case "settle":
      return settle(workspace, target, disputes);
    case "agree":
      return answerMemory(workspace, target, { said: "agree", about: digestDispute(target, disputes) });
    case "decline":
      return;
  }
}

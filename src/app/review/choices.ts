// The decisions that the user can make about an item of the review, by the trust rules: a decision that the rules refuse is
// not offered. A key has one meaning per screen: y accepts what the item waits for, a keeps a foreign text as advice, n
// lowers; for a request, y grants it and n declines it.

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
import { type Side, takeSide } from "../change/merge/take-side.ts";
import { askLaw, raiseMemory } from "../change/raise-memory.ts";
import { dropRequests, type Request } from "../change/requests.ts";
import { type Confirm, showTarget } from "../change/sign/signing-preview.ts";
import { ageOf, circumstancesOf, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isArchivedByHand, isKeptOut } from "../memories/review-mark.ts";
import { reviewReasons } from "../survey/reasons.ts";
import { digestDispute } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { answerMemory, isOthers } from "./answer-memory.ts";
import type { ReviewSubject } from "./queue.ts";

export type ReviewAct =
  | { readonly kind: "raise"; readonly action: RaiseAction }
  | { readonly kind: "demote" }
  /** Withholds a teammate's memory on this machine, without a statement. */
  | { readonly kind: "hide" }
  | { readonly kind: "show-again" }
  /** For a memory in quarantine without a trusted statement that puts it there. */
  | { readonly kind: "sign-quarantine" }
  /** For a memory archived by a line in its file, without a statement. */
  | { readonly kind: "record-archive" }
  | { readonly kind: "status"; readonly action: StatusAction }
  | { readonly kind: "grant"; readonly action: StatusAction | "demote"; readonly reason: string | null }
  | { readonly kind: "decline" }
  /** For the two texts of a conflict: keep the one on the screen, the other one, or both. */
  | { readonly kind: "pair"; readonly keeps: Kept }
  /** Leaves one of git's two texts in the file, without a statement. */
  | { readonly kind: "side"; readonly side: Side }
  /** Keeps the fact and demotes everything that contradicts it. */
  | { readonly kind: "settle" }
  /** Records that the fact and what contradicts it hold together, so that these exact texts are never in question again. */
  | { readonly kind: "agree" }
  /** Snoozes it for seven days, without a statement. */
  | { readonly kind: "later" }
  | { readonly kind: "edit" };

export type ReviewKey = RaiseKey | "n" | "e" | "t" | "o" | "b" | "l";

export type ReviewChoices = {
  /** In the order in which they are offered. */
  readonly acts: ReadonlyMap<ReviewKey, ReviewAct>;
  /** Why the memory cannot be confirmed, if a user would expect that choice. */
  readonly refusal: Refusal | null;
};

export const TOLD: ReadonlySet<FailureCode> = new Set(["OBSERVING", "HARD_FAIL"]);

export function reviewChoices(
  workspace: Workspace,
  item: ReviewSubject,
  judgement: Judgement | null,
): ReviewChoices {
  const { target, pair, disputes } = item;
  const request = item.requests.at(-1);
  const isOne = request === undefined && pair === null && disputes.length === 0;
  const rises = isOne ? findRises(workspace, item, judgement) : [];
  const refusals = rises.flatMap(({ law }) => (law?.kind === "refused" ? [law] : []));
  const lowering: Offer = ["n", findLowering(workspace, item)];
  const edit: Offer = ["e", isOpen(consult(workspace, target, "edit")) ? { kind: "edit" } : null];
  const later: Offer = ["l", reviewReasons(target, item, workspace).length > 0 ? { kind: "later" } : null];
  const offers = (): readonly Offer[] => {
    if (request !== undefined)
      return [["y", grantOf(workspace, target, request)], ["n", { kind: "decline" }], edit];
    if (pair !== null) return [...PAIR_ACTS, lowering];
    if (CAUSES[target.standing.cause].fault === "conflicts") return SIDE_ACTS;
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

const SIDE_ACTS: readonly Offer[] = [
  ["t", { kind: "side", side: "upper" }],
  ["o", { kind: "side", side: "lower" }],
];

type Rise = {
  readonly key: RaiseKey;
  readonly act: ReviewAct | null;
  readonly law: TransitionOutcome | null;
};

export function findRises(
  workspace: Workspace,
  { target }: Pick<ReviewSubject, "target">,
  judgement: Judgement | null,
): Rise[] {
  const { standing, cause } = target.standing;
  if (CAUSES[cause].isHiddenHere === true) return [{ key: "y", act: { kind: "show-again" }, law: null }];
  const back = isArchivedByHand(target) ? "unarchive" : standing === "retired" ? "unretire" : null;
  const rises = listRaises(standing)
    .filter(({ key }) => key !== "y" || back === null)
    .map((offer): Rise => {
      const { key } = offer;
      // A memory that was approved once needs no second observation period.
      const action = key === "y" && isApprovedInferred(standing, cause) ? "reaffirm" : offer.action;
      const law = askLaw(workspace, target, { action, acknowledge: true, judgement, by: "person" });
      return { key, act: isOpen(law) ? { kind: "raise", action } : null, law };
    });
  return back === null ? rises : [{ key: "y", act: { kind: "status", action: back }, law: null }, ...rises];
}

/** The lowering that a rejection stands for. A user signs nothing about memories of others unless `forAll` says so. */
export function findLowering(
  workspace: Workspace,
  { target }: Pick<ReviewSubject, "target">,
  forAll = false,
): Decision["act"] | null {
  if (isArchivedByHand(target)) return { kind: "record-archive" };
  // A memory that is quarantined by standing and by directory cannot be lowered further.
  const isThere = target.standing.standing === "quarantined" && target.file.directory === "quarantine";
  if (CAUSES[target.standing.cause].isHiddenHere === true && !forAll) return null;
  if (!isThere && isOpen(consult(workspace, target, "demote")))
    return { kind: !forAll && isOthers(workspace, target) ? "hide" : "demote" };
  if (isUnsignedQuarantine(target)) return { kind: "sign-quarantine" };
  const { quarantine } = ageOf(target, workspace);
  if (quarantine === "archive-candidate") return { kind: "status", action: "archive" };
  return quarantine === null || isKeptOut(target) ? null : { kind: "sign-quarantine" };
}

/** @returns null when the request is out of date: it is already fulfilled, or can no longer be. */
function grantOf(workspace: Workspace, target: LoadedMemory, request: Request): ReviewAct | null {
  const { command, reason } = request;
  if (command === "demote") {
    return isOpen(consult(workspace, target, command)) ? { kind: "grant", action: command, reason } : null;
  }
  const action = STATUS_ACTIONS.find((each) => each === command);
  if (action === undefined || target.memory === null || target.standing.standing === "quarantined")
    return null;
  const subject = { ...transitionInput(target), status: target.memory.status };
  const law = applyStatus(action, subject, "person");
  return law.kind === "applied" ? { kind: "grant", action, reason } : null;
}

/** Offers what the user may do even before they have unlocked their key; the act itself asks again with the real actor. */
function consult(workspace: Workspace, target: LoadedMemory, action: "demote" | "edit"): TransitionOutcome {
  const circumstances = { ...circumstancesOf(workspace, null), actor: "person" } as const;
  return applyTransition(action, transitionInput(target), circumstances);
}

function isOpen({ kind }: TransitionOutcome): boolean {
  return kind === "applied";
}

// Carries out the user's decision about one item of the review: one decision, one transaction, and nothing happens unless
// every byte of the memory is as the user saw it. Then the requests that the user saw are answered, and no later ones.

export type Decision = {
  /** An edit is a new text, which has its own way: `updateFromText`. */
  readonly act: Exclude<ReviewAct, { readonly kind: "edit" }>;
  /** For a lowering, the reason in the user's words. */
  readonly reason: string | null;
  /** Called before a text is vouched for, because the user must acknowledge its findings. */
  readonly confirm: Confirm;
};

export async function decideReview(
  workspace: Workspace,
  item: ReviewSubject,
  decision: Decision,
): Promise<void> {
  await carryOut(workspace, item, decision);
  // A snooze answers no request: the request waits together with its memory.
  if (decision.act.kind !== "later") answerRequests(item);
}

export function answerRequests({ target, requests }: ReviewSubject): void {
  if (requests.length > 0) dropRequests(target.root, requests);
}

/** The text reaches models on this machine again, so the user must see it to its end, as for every act that vouches. */
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

type Grant = Extract<ReviewAct, { readonly kind: "grant" }>;

function grant(workspace: Workspace, target: LoadedMemory, { action, reason }: Grant): void {
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
      return showAgain(workspace, target, confirm);
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
    case "side":
      return takeSide(workspace, target, act.side);
    case "settle":
      return settle(workspace, target, disputes);
    case "agree":
      return answerMemory(workspace, target, { said: "agree", about: digestDispute(target, disputes) });
    case "decline":
      return;
  }
}

// The acts of a review in words, and what each act requires before it counts. The terminal and the page require the same.
//
// Attack: none, only haste. For a text that is withheld or flagged, a key pressed by habit is not enough.

import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import type { SigningPreview } from "../change/sign/signing-preview.ts";
import type { ReviewAct } from "./choices.ts";
import type { ReviewSubject } from "./queue.ts";

export function sayAct(act: ReviewAct, hasDraft = false): string {
  switch (act.kind) {
    case "raise":
      return TRANSITION_WORDS[act.action].offer;
    case "demote":
      return TRANSITION_WORDS.demote.offer;
    case "hide":
      return "hide here";
    case "show-again":
      return "show here again";
    case "sign-quarantine":
      return "leave in quarantine";
    case "record-archive":
      return "leave archived";
    case "status":
      return STATUS_WORDS[act.action].offer;
    case "grant":
      return `${act.action} as asked`;
    case "decline":
      return "decline";
    case "pair":
      return PAIR_WORDS[act.keeps];
    case "side":
      return `keep the ${act.side} text`;
    case "settle":
      return "only this";
    case "agree":
      return "both";
    case "later":
      return "later";
    case "edit":
      return hasDraft ? "continue editing" : "edit";
  }
}

const PAIR_WORDS = { this: "keep this text", other: "keep the other", both: "keep both" } as const;

type Asks = {
  /** The act vouches for the text, so the user must have read it. */
  readonly vouches: boolean;
  readonly wantsReason: boolean;
};

/** A status change that takes a memory out of use does not vouch; one that restores a memory does. */
const ASKS: Readonly<Record<ReviewAct["kind"], Asks>> = {
  raise: { vouches: true, wantsReason: false },
  demote: { vouches: false, wantsReason: true },
  hide: { vouches: false, wantsReason: false },
  "show-again": { vouches: true, wantsReason: false },
  "sign-quarantine": { vouches: false, wantsReason: true },
  "record-archive": { vouches: false, wantsReason: false },
  status: { vouches: false, wantsReason: false },
  grant: { vouches: true, wantsReason: false },
  decline: { vouches: false, wantsReason: false },
  pair: { vouches: true, wantsReason: false },
  side: { vouches: false, wantsReason: false },
  settle: { vouches: false, wantsReason: false },
  agree: { vouches: false, wantsReason: false },
  later: { vouches: false, wantsReason: false },
  edit: { vouches: false, wantsReason: false },
};

export function isVouching(act: ReviewAct): boolean {
  const isBack = act.kind === "status" && STATUS_WORDS[act.action].end === "confirmed";
  return isBack || ASKS[act.kind].vouches;
}

/** An edit signs the previous text together with its changes, so the user must have seen that text to its end. */
export function wantsSeen(act: ReviewAct): boolean {
  return isVouching(act) || act.kind === "edit";
}

/** True for a foreign, quarantined or flagged memory. */
export function isWithheld(
  { target }: Pick<ReviewSubject, "target">,
  { judgement }: Pick<SigningPreview, "judgement">,
): boolean {
  const { standing } = target.standing;
  return standing === "foreign" || standing === "quarantined" || (judgement?.flags.length ?? 0) > 0;
}

/** The word to type where a single key is not enough. */
export function wordOf(act: ReviewAct): string {
  if (act.kind === "grant") return act.action;
  if (act.kind === "pair" || (act.kind === "raise" && act.action === "keep")) return "keep";
  return act.kind === "raise" && act.action === "restore" ? "restore" : "confirm";
}

export function wantsReason({ kind }: ReviewAct): boolean {
  return ASKS[kind].wantsReason;
}

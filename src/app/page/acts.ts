// The decisions that the user can make about any memory on the page: those that a review offers, and those that have
// commands of their own. The page names an act by the name that this module gave it; an act that the trust rules do not
// offer at that moment has no name.

import { type Refusal, refuse } from "../../memory/errors.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { applyStatus, STATUS_ACTIONS, type StatusAction } from "../../memory/law/status.ts";
import { isMemoryId, type Scope } from "../../memory/memory.ts";
import { isErasable } from "../change/forget-memory.ts";
import { type SigningPreview, showTarget } from "../change/sign/signing-preview.ts";
import { sayCutShort, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isVouching, isWithheld, sayAct, wantsReason, wantsSeen, wordOf } from "../review/act-words.ts";
import { type ReviewAct, reviewChoices } from "../review/choices.ts";
import { type ReviewSubject, reviewSubject } from "../review/queue.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChoiceView, MemoryRef } from "./views.ts";

export type PageAct = ReviewAct | { readonly kind: "forget" };

/** An act with its name, its key and its requirements. */
export type OfferedAct = { readonly choice: ChoiceView; readonly act: PageAct };

export type Offer = {
  readonly subject: ReviewSubject;
  /** The text on the screen, which would be signed. */
  readonly showing: SigningPreview;
  /** The other text of a conflict, which is decided about together with this one. */
  readonly beside: SigningPreview | null;
  /** The names of the change since the approval and of the change from the other text of a conflict; null without such a
   * change. */
  readonly changes: { readonly difference: string | null; readonly pair: string | null };
  readonly acts: readonly OfferedAct[];
  /** Why the memory cannot be confirmed, if a user would expect that choice. */
  readonly refusal: Refusal | null;
};

/** @returns null when there is no such memory. */
export async function offerActs(workspace: Workspace, { scope, id }: MemoryRef): Promise<Offer | null> {
  const subject = await findSubject(workspace, scope, id);
  return subject === null ? null : offerFor(workspace, subject);
}

export async function offerFor(workspace: Workspace, subject: ReviewSubject): Promise<Offer> {
  const { target } = subject;
  const showing = await showTarget(workspace, target);
  const beside = subject.pair === null ? null : await showTarget(workspace, subject.pair);
  const shown = { subject, showing, beside, changes: nameChanges(showing, beside) };
  const refusal = refuseAll(target);
  if (refusal !== null) return { ...shown, acts: [], refusal };
  const choices = reviewChoices(workspace, subject, showing.judgement);
  const toOffered = (keyed: KeyedAct): OfferedAct => describe(subject, { showing, beside }, keyed);
  const acts = [...choices.acts].map(([key, act]) => toOffered({ key, act }));
  const more = findStatusActs(subject, acts).map(toOffered);
  const forget = target.text !== null || isErasable(target) ? [FORGET] : [];
  return { ...shown, acts: [...acts, ...more, ...forget], refusal: choices.refusal };
}

/** Named by both digests, so that a user who saw another change to its end has not seen this one. */
function nameChanges({ digest, previous }: SigningPreview, beside: SigningPreview | null): Offer["changes"] {
  const nameFrom = (from: string | null): string | null =>
    from === null || digest === null ? null : `${from}..${digest}`;
  const isChanged = previous !== null && previous.digest !== digest;
  return { difference: isChanged ? nameFrom(previous.digest) : null, pair: nameFrom(beside?.digest ?? null) };
}

/** Rejects an invalid id, which could lead out of the root. */
async function findSubject(workspace: Workspace, scope: Scope, id: string): Promise<ReviewSubject | null> {
  if (!isMemoryId(id)) return null;
  for (const root of workspace.roots.filter((each) => each.scope === scope)) {
    const subject = await reviewSubject(workspace, root, id);
    if (subject !== null) return subject;
  }
  return null;
}

/** Refuses every act in a copy of a root, and when the record of the root cannot be read. */
function refuseAll({ root, standing }: LoadedMemory): Refusal | null {
  if (root.waits) return refuse("SECOND_LOCATION", `${root.shown} is a copy of a root`);
  return CAUSES[standing.cause].isUndecidable === true
    ? refuse("STATE_REFUSED", standing.reason, "credence doctor says what is wrong")
    : null;
}

type KeyedAct = { readonly key: string; readonly act: ReviewAct };

/** The text on the screen, and the other text of a conflict. */
type ScreenTexts = { readonly showing: SigningPreview; readonly beside: SigningPreview | null };

function describe(
  subject: ReviewSubject,
  { showing, beside }: ScreenTexts,
  { key, act }: KeyedAct,
): OfferedAct {
  const flags = showing.judgement?.flags ?? [];
  const both = [...new Set([...flags, ...(beside?.judgement?.flags ?? [])])];
  const acknowledges = act.kind === "pair" ? both : act.kind === "raise" ? flags : [];
  const isWordWanted = acknowledges.length === 0 && isWithheld(subject, showing) && isVouching(act);
  const choice = {
    key,
    act: nameAct(subject, act),
    says: sayAct(act),
    acknowledges,
    word: isWordWanted ? wordOf(act) : null,
    wantsReason: wantsReason(act),
    wantsSeen: wantsSeen(act),
    note: isRestore(act) && showing.cutShort !== null ? sayCutShort(showing.cutShort) : null,
  };
  return { choice, act };
}

function isRestore(act: ReviewAct): boolean {
  return act.kind === "raise" && act.action === "restore";
}

/** The name of a request contains its time, because the decision about one request does not apply to the next. */
function nameAct({ requests, disputes }: ReviewSubject, act: ReviewAct): string {
  const request = requests.at(-1)?.at ?? "";
  switch (act.kind) {
    case "raise":
    case "status":
      return `${act.kind}:${act.action}`;
    case "grant":
      return `${act.kind}:${act.action}:${request}`;
    case "decline":
      return `${act.kind}:${request}`;
    case "pair":
      return `${act.kind}:${act.keeps}`;
    case "side":
      return `${act.kind}:${act.side}`;
    // The names contain the memories that were shown, so that a later one is not part of the decision.
    case "settle":
    case "agree":
      return `${act.kind}:${disputes.map(({ file, digest }) => `${file.id}@${digest}`).join(":")}`;
    case "demote":
    case "hide":
    case "show-again":
    case "sign-quarantine":
    case "record-archive":
    case "later":
    case "edit":
      return act.kind;
  }
}

const STATUS_KEYS: Readonly<Record<StatusAction, string>> = {
  retire: "r",
  unretire: "r",
  archive: "x",
  unarchive: "x",
};

/** Status changes that the trust rules permit, that have an effect, and that the review does not offer already. */
function findStatusActs({ target }: ReviewSubject, offered: readonly OfferedAct[]): KeyedAct[] {
  if (target.memory === null || target.standing.standing === "quarantined") return [];
  const law = { ...transitionInput(target), status: target.memory.status };
  const isForeign = target.standing.standing === "foreign";
  const known = new Set(offered.map(({ choice }) => choice.act));
  return STATUS_ACTIONS.filter(
    (action) =>
      !known.has(`status:${action}`) &&
      // A foreign memory is withheld and waits even if it is archived.
      !(isForeign && (action === "archive" || action === "unarchive")) &&
      applyStatus(action, law, "person").kind === "applied",
  ).map((action) => ({ key: STATUS_KEYS[action], act: { kind: "status", action } }));
}

const FORGET: OfferedAct = {
  choice: {
    key: "f",
    act: "forget",
    says: "erase for good",
    acknowledges: [],
    word: "forget",
    wantsReason: true,
    wantsSeen: false,
    note: null,
  },
  act: { kind: "forget" },
};

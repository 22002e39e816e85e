// What a person can decide about any memory on the page: what a review offers for it, and what commands of its own do. The
// page names an act by the name that it was given here; whatever the law does not offer at that moment has no name.

import { type Refusal, refuse } from "../../memory/errors.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { applyStatus, STATUS_ACTIONS, type StatusAction, signedByStatus } from "../../memory/law/status.ts";
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

/** One act with its name, its key and what it asks for. */
export type OfferedAct = { readonly choice: ChoiceView; readonly act: PageAct };

export type Offer = {
  readonly subject: ReviewSubject;
  /** What is on the screen, and would be signed. */
  readonly showing: SigningPreview;
  /** The other text of a pair, which is decided about together with it. */
  readonly beside: SigningPreview | null;
  /** The change since the approval, and the one from the other text of a pair, each by its name; null where there is none. */
  readonly changes: { readonly difference: string | null; readonly pair: string | null };
  readonly acts: readonly OfferedAct[];
  /** Why it cannot be confirmed, where a person would look for that. */
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
  const toOffered = (keyed: Keyed): OfferedAct => describe(subject, { showing, beside }, keyed);
  const acts = [...choices.acts].map(([key, act]) => toOffered({ key, act }));
  const more = findStatusActs(workspace, subject, acts).map(toOffered);
  const forget = target.text !== null || isErasable(target) ? [FORGET] : [];
  return { ...shown, acts: [...acts, ...more, ...forget], refusal: choices.refusal };
}

/** By both digests: whoever saw another change to its end has not seen this one. */
function nameChanges({ digest, previous }: SigningPreview, beside: SigningPreview | null): Offer["changes"] {
  const nameFrom = (from: string | null): string | null =>
    from === null || digest === null ? null : `${from}..${digest}`;
  const isChanged = previous !== null && previous.digest !== digest;
  return { difference: isChanged ? nameFrom(previous.digest) : null, pair: nameFrom(beside?.digest ?? null) };
}

/** An id that is none could lead out of the root. */
async function findSubject(workspace: Workspace, scope: Scope, id: string): Promise<ReviewSubject | null> {
  if (!isMemoryId(id)) return null;
  for (const root of workspace.roots.filter((each) => each.scope === scope)) {
    const subject = await reviewSubject(workspace, root, id);
    if (subject !== null) return subject;
  }
  return null;
}

/** Nothing is written to a copy of a root, or where its record cannot be read. */
function refuseAll({ root, standing }: LoadedMemory): Refusal | null {
  if (root.waits) return refuse("SECOND_LOCATION", `${root.shown} is a copy of a root`);
  return CAUSES[standing.cause].isUndecidable === true
    ? refuse("STATE_REFUSED", standing.reason, "credence doctor says what is wrong")
    : null;
}

type Keyed = { readonly key: string; readonly act: ReviewAct };

/** What is on the screen, and beside it where two texts are decided about together. */
type Shown = { readonly showing: SigningPreview; readonly beside: SigningPreview | null };

function describe(subject: ReviewSubject, { showing, beside }: Shown, { key, act }: Keyed): OfferedAct {
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

/** A wish is named with its time: the answer to one is no answer to the next. */
function nameAct({ requests, disputes }: ReviewSubject, act: ReviewAct): string {
  const wish = requests.at(-1)?.at ?? "";
  switch (act.kind) {
    case "raise":
    case "status":
      return `${act.kind}:${act.action}`;
    case "grant":
      return `${act.kind}:${act.action}:${wish}`;
    case "decline":
      return `${act.kind}:${wish}`;
    case "pair":
      return `${act.kind}:${act.keeps}`;
    // What came since is not among what was decided about.
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

/** In use or not: offered where the law permits it, it has an effect, and the review does not offer it already. */
function findStatusActs(
  { now }: Workspace,
  { target }: ReviewSubject,
  offered: readonly OfferedAct[],
): Keyed[] {
  if (target.memory === null || target.standing.standing === "quarantined") return [];
  const law = { ...transitionInput(target), status: target.memory.status };
  const isForeign = target.standing.standing === "foreign";
  const known = new Set(offered.map(({ choice }) => choice.act));
  return STATUS_ACTIONS.filter(
    (action) =>
      !known.has(`status:${action}`) &&
      // Archived or not, what is foreign is withheld, and waits.
      !(isForeign && signedByStatus(action) === null) &&
      applyStatus(action, law, { actor: "person", now, reason: null }).kind === "applied",
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

// A decision of the page becomes a mark. Attack: a mark for a text that was not on the screen, for an act that the law does
// not offer, or with findings that nobody took on; whoever can send one may send anything. So the memory is read anew, the
// digest of the screen must be its digest, the act must be one that is offered now, and what the act asks for must be there:
// of one that vouches also the page's word that this very text, and what changed in it, stood there to its last line. That is
// the browser's word, and no proof: whoever drives the server can give it. A mark signs nothing, and the terminal shows every
// long text again.

import { cleanReason } from "../../app/change/judge-text.ts";
import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import { previewFromText } from "../../app/change/update-memory.ts";
import { noteShown, type ShownToEnd } from "../../app/memories/shown-to-end.ts";
import { type Offer, type OfferedAct, offerActs, type PageAct } from "../../app/page/acts.ts";
import { rowOf } from "../../app/page/shown/rows.ts";
import type { MemoryRef } from "../../app/page/views.ts";
import { refuseFixedChanges } from "../../app/review/edit-text.ts";
import type { ReviewSubject } from "../../app/review/queue.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { MarkRequest } from "../protocol.ts";

/** What a person decided about what was on their screen. */
export type Decided = {
  readonly ref: MemoryRef;
  /** As a list shows it: what a check takes for a secret is covered. */
  readonly name: string;
  readonly says: string;
  readonly at: Instant;
  /** As it was when it was marked; signed only while it is the same to the last byte. */
  readonly subject: ReviewSubject;
  readonly act: PageAct;
  /** Of what will be signed: the memory's own, or an edit's. */
  readonly digest: string | null;
  /** What is flagged in it and was taken on. */
  readonly flags: readonly string[];
  readonly reason: string | null;
  /** What the page told them about it. */
  readonly note: string | null;
  /** Of an edit: the whole new file. */
  readonly text: string | null;
  /** What will be signed, and what is decided about together with it. */
  readonly showing: SigningPreview;
  readonly beside: SigningPreview | null;
  /** Null for an act that vouches for nothing. */
  readonly shown: ShownToEnd | null;
};

/** What a person said of one, beside the act. */
export type Said = Omit<MarkRequest, "act">;

/** Which of the acts that are offered now is meant; undefined where none is. */
export type FindAct = (workspace: Workspace, offer: Offer) => OfferedAct | undefined;

export async function makeMark(workspace: Workspace, request: Said, findAct: FindAct): Promise<Decided> {
  const { scope, id } = request;
  const offer = await offerActs(workspace, request);
  if (offer === null)
    throw new CredenceError("NOT_FOUND", `${id} no longer exists`, "look at the list again");
  const { subject, showing, beside, refusal } = offer;
  if (request.digest !== subject.target.digest) {
    throw new CredenceError("OCC_CONFLICT", `${id} has changed since it was on your screen`, "read it again");
  }
  const offered = findAct(workspace, offer);
  if (offered === undefined) throw notOffered(id, refusal);
  if (offered.choice.wantsSeen) demandSeen(listParts(offer, offered), request);
  const reason = readReason(offered, request);
  const base = {
    ref: { scope, id },
    name: rowOf(workspace, subject.target).name,
    says: offered.choice.says,
    at: workspace.now,
    subject,
    act: offered.act,
    reason,
    note: offered.choice.note,
  };
  if (offered.act.kind === "edit")
    return { ...base, beside: null, ...(await readEdit(workspace, subject, request)) };
  const { acknowledges } = offered.choice;
  const flags = [...new Set([...(showing.judgement?.flags ?? []), ...acknowledges])];
  if (acknowledges.length > 0) demandAcknowledged(acknowledges, request);
  demandWord(offered, request);
  const shown = offered.choice.wantsSeen ? noteShown(showing, beside) : null;
  return { ...base, digest: showing.digest, flags, text: null, showing, beside, shown };
}

/** The page names an act by the name that it was given. */
export function named(name: string): FindAct {
  return (_, { acts }) => acts.find(({ choice }) => choice.act === name);
}

/** An edit brings a change of its own, and is no answer to those that stand there. */
function listParts({ subject, changes }: Offer, { act }: OfferedAct): readonly (string | null)[] {
  const { digest } = subject.target;
  return act.kind === "edit" ? [digest] : [digest, changes.difference, changes.pair];
}

function demandSeen(parts: readonly (string | null)[], { id, seen }: Said): void {
  if (parts.every((part) => part === null || seen.includes(part))) return;
  throw new CredenceError(
    "DECLINED",
    `${id} was not shown to its end`,
    "read its text and what changed in it to the last line, then decide",
  );
}

function notOffered(
  id: string,
  refusal: { readonly message: string; readonly hint?: string } | null,
): CredenceError {
  return new CredenceError(
    "WRONG_STANDING",
    refusal?.message ?? `this cannot be decided about ${id} as it stands`,
    refusal?.hint ?? "look at it again: it may have changed",
  );
}

function readReason({ choice }: OfferedAct, { reason }: Said): string | null {
  const clean = cleanReason(reason) || null;
  if (choice.wantsReason && clean === null)
    throw new CredenceError("USAGE", "give a reason", "one line is enough");
  return clean;
}

function demandAcknowledged(flags: readonly string[], { acknowledged }: Said): void {
  const missing = flags.filter((flag) => !acknowledged.includes(flag));
  if (missing.length === 0) return;
  throw new CredenceError(
    "FLAGGED",
    `the injection check flags it: ${missing.join(", ")}`,
    "read each finding and accept it",
  );
}

function demandWord({ choice }: OfferedAct, request: Said): void {
  if (choice.word === null || request.word?.trim().toLowerCase() === choice.word) return;
  throw new CredenceError("DECLINED", `you did not type ${choice.word}`, "nothing was marked");
}

async function readEdit(
  workspace: Workspace,
  { target }: ReviewSubject,
  request: Said,
): Promise<Pick<Decided, "digest" | "flags" | "text" | "showing" | "shown">> {
  const { text } = request;
  if (text === null || text.trim() === "") throw new CredenceError("USAGE", "the text is empty");
  refuseFixedChanges(target.text ?? "", text);
  const showing = await previewFromText(workspace, target, text);
  if (showing === null) {
    throw new CredenceError("DECLINED", "your edit changes no word, so there is nothing to sign");
  }
  const flags = showing.judgement?.flags ?? [];
  demandSeen([showing.digest], request);
  demandAcknowledged(flags, request);
  return { digest: showing.digest, flags, text, showing, shown: noteShown(showing) };
}

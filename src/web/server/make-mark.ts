// Turns a decision of the page into a mark.
//
// Attack: a mark for a text that was not on the screen, for an act that the trust rules do not offer, or with findings that
// the user did not acknowledge; anyone who can send a mark can send any mark. So the memory is read again, its digest must
// be that of the screen, the act must be offered at this moment, and every input that the act requires must be there. An
// act that vouches also needs the page's claim that this text and its changes were shown to their last lines. That claim is
// the browser's and no proof, because a program that drives the server can make it. A mark signs nothing, and the terminal
// shows every long text again.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Hono } from "hono";
import { cleanReason } from "../../app/change/judge-text.ts";
import { previewFromText } from "../../app/change/update-memory.ts";
import { noteShown } from "../../app/memories/shown-to-end.ts";
import { type Offer, type OfferedAct, offerActs } from "../../app/page/acts.ts";
import { rowOf } from "../../app/page/shown/rows.ts";
import { refuseFixedChanges } from "../../app/review/edit-text.ts";
import type { ReviewSubject } from "../../app/review/queue.ts";
import { yesTo } from "../../app/review/words.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import {
  API,
  type ManyRequest,
  type ManyView,
  type MarkRequest,
  type MarksView,
  type SignedView,
} from "../protocol.ts";
import { dropChanged } from "./drop-changed.ts";
import type { HeldMark, PageDecision } from "./marks.ts";
import { hintOnPage } from "./page-hints.ts";
import { demandText, readBody, readMany, readMark } from "./read-request.ts";
import { type RouteContext, tabOf } from "./routes.ts";

/** The user's input about one memory, besides the act. */
type MarkInput = Omit<MarkRequest, "act">;

/** Selects one of the offered acts; undefined when none fits. */
type FindAct = (workspace: Workspace, offer: Offer) => OfferedAct | undefined;

async function makeMark(workspace: Workspace, request: MarkInput, findAct: FindAct): Promise<PageDecision> {
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

/** Finds an act by the name that it was given. */
function named(name: string): FindAct {
  return (_, { acts }) => acts.find(({ choice }) => choice.act === name);
}

/** The parts that must have been seen. An edit brings its own change and does not decide about the other ones. */
function listParts({ subject, changes }: Offer, { act }: OfferedAct): readonly (string | null)[] {
  const { digest } = subject.target;
  return act.kind === "edit" ? [digest] : [digest, changes.difference, changes.pair];
}

function demandSeen(parts: readonly (string | null)[], { id, seen }: MarkInput): void {
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

function readReason({ choice }: OfferedAct, { reason }: MarkInput): string | null {
  const clean = cleanReason(reason) || null;
  if (choice.wantsReason && clean === null)
    throw new CredenceError("USAGE", "give a reason", "one line is enough");
  return clean;
}

function demandAcknowledged(flags: readonly string[], { acknowledged }: MarkInput): void {
  const missing = flags.filter((flag) => !acknowledged.includes(flag));
  if (missing.length === 0) return;
  throw new CredenceError(
    "FLAGGED",
    `the injection check flags it: ${missing.join(", ")}`,
    "read each finding and accept it",
  );
}

function demandWord({ choice }: OfferedAct, request: MarkInput): void {
  if (choice.word === null || request.word?.trim().toLowerCase() === choice.word) return;
  throw new CredenceError("DECLINED", `you did not type ${choice.word}`, "nothing was marked");
}

async function readEdit(
  workspace: Workspace,
  { target }: ReviewSubject,
  request: MarkInput,
): Promise<Pick<PageDecision, "digest" | "flags" | "text" | "showing" | "shown">> {
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

export function addMarks(app: Hono, answering: RouteContext): Hono {
  const { open, marks, live } = answering;
  const changed = (tab: string): Response => {
    live.tell({ kind: "changed", what: ["marks"] });
    return Response.json(viewMarks(answering, tab));
  };
  app.get(`${API}/marks`, ({ req }) => Response.json(viewMarks(answering, tabOf(req))));
  app.post(`${API}/marks`, async ({ req }) => {
    const tab = tabOf(req);
    const request = readMark(await readBody(req.raw));
    marks.add(tab, await makeMark(open(), request, named(request.act)));
    return changed(tab);
  });
  app.post(`${API}/marks/many`, async ({ req }) => {
    const tab = tabOf(req);
    const told = await markMany(answering, tab, readMany(await readBody(req.raw)));
    live.tell({ kind: "changed", what: ["marks"] });
    return Response.json({ ...told, marks: viewMarks(answering, tab) } satisfies ManyView);
  });
  app.post(`${API}/marks/undo`, async ({ req }) => {
    marks.undo(tabOf(req), demandText(await readBody(req.raw), "mark"));
    return changed(tabOf(req));
  });
  app.post(`${API}/marks/heard`, async ({ req }) => {
    await readBody(req.raw);
    marks.hearDropped();
    return changed(tabOf(req));
  });
  app.post(`${API}/sign`, async ({ req }) => {
    await readBody(req.raw);
    return Response.json(await signMarks(answering, tabOf(req)));
  });
  return app;
}

function viewMarks({ marks, signing }: RouteContext, tab: string): MarksView {
  const until = signing.unlockedUntil();
  return { ...marks.view(tab), unlockedUntil: until === null ? null : renderInstant(until) };
}

/** Answers when the terminal has finished. */
async function signMarks(
  { marks, live, signing, open, views }: RouteContext,
  tab: string,
): Promise<SignedView> {
  dropChanged(open(), { marks, live });
  const signed = marks.sign(tab, async (held, isHeld) => {
    live.tell({ kind: "changed", what: ["marks"] });
    const result = await signing.sign(held, isHeld);
    const settled = held.filter((each) => isSettled(each, result));
    return { result, done: new Set(settled.map(({ mark }) => mark)) };
  });
  return signed.finally(() => {
    // Discards cached views, because the next request must see the result.
    views.changed();
    live.tell({ kind: "changed", what: ["marks", "queue", "memories"] });
    // Drops marks whose memory changed while the terminal asked and that were not signed.
    dropChanged(open(), { marks, live });
  });
}

/** True when the mark is over: carried out, or handed back for another look. */
function isSettled({ ref }: HeldMark, { done, again }: SignedView): boolean {
  return [...done, ...again].some((each) => each.id === ref.id && each.scope === ref.scope);
}

// One decision about several memories becomes a mark for each.
//
// Attack: a filter selects, among many, a memory that the user never read, or one whose text changed after the selection.
// So each item carries its digest at the selection and must satisfy all requirements of a single mark: a yes needs its text
// seen to its end, and a text that is flagged, foreign or in quarantine, or that is decided together with another, is
// excluded, because it is decided one at a time. Fails closed per item: a refused item is named with its reason, and the
// others are marked.

async function markMany(
  { open, marks }: RouteContext,
  tab: string,
  { word, reason, items }: ManyRequest,
): Promise<Pick<ManyView, "done" | "again">> {
  const workspace = open();
  const done: ManyView["done"][number][] = [];
  const again: ManyView["again"][number][] = [];
  for (const item of items) {
    const { scope, id } = item;
    try {
      const said = { ...item, reason, acknowledged: [], word: null, text: null };
      const decided = await makeMark(workspace, said, FINDERS[word]);
      marks.add(tab, decided);
      done.push({ scope, id, says: decided.says });
    } catch (error) {
      if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
      again.push({ scope, id, code: error.code, why: `${error.message}; ${hintOnPage(error)}` });
    }
    // Serves other requests in between.
    await nextTurn();
  }
  return { done, again };
}

const FINDERS: Readonly<Record<ManyRequest["word"], FindAct>> = {
  yes: findYes,
  no: (_, offer) => withKey(offer, "n", "is kept out already"),
  later: (_, offer) => withKey(offer, "l", "does not wait for you"),
};

/** The same choice as in a review, or the reason of the trust rules why there is none. */
function findYes(workspace: Workspace, offer: Offer): OfferedAct | undefined {
  const { acts, subject, showing } = offer;
  const offered = findKey(offer, "y") ?? findKey(offer, "a");
  if (offered === undefined) {
    const refused = acts.length === 0 ? undefined : yesTo(workspace, subject, showing.judgement);
    if (refused?.kind === "refused") throw new CredenceError(refused.code, refused.message, refused.hint);
    return undefined;
  }
  const { acknowledges, word, wantsSeen } = offered.choice;
  if (acknowledges.length === 0 && word === null && wantsSeen) return offered;
  const why = subject.disputes.length > 0 ? "is contradicted" : "is flagged, foreign or in quarantine";
  throw new CredenceError("DECLINED", `${idOf(offer)} ${why}`, "open it and answer it by itself");
}

/** @returns undefined when no decision at all is possible. */
function withKey(offer: Offer, key: string, otherwise: string): OfferedAct | undefined {
  const offered = findKey(offer, key);
  if (offered !== undefined || offer.acts.length === 0) return offered;
  throw new CredenceError("WRONG_STANDING", `${idOf(offer)} ${otherwise}`);
}

function findKey({ acts }: Offer, key: string): OfferedAct | undefined {
  return acts.find(({ choice }) => choice.key === key);
}

function idOf({ subject }: Offer): string {
  return subject.target.file.id;
}

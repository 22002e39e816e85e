// A decision of the page becomes a mark. Attack: a mark for a text that was not on the screen, for an act that the law does
// not offer, or with findings that nobody took on; whoever can send one may send anything. So the memory is read anew, the
// digest of the screen must be its digest, the act must be one that is offered now, and what the act asks for must be there:
// of one that vouches also the page's word that this very text, and what changed in it, stood there to its last line. That is
// the browser's word, and no proof: whoever drives the server can give it. A mark signs nothing, and the terminal shows every
// long text again.

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
import type { Decided, HeldMark } from "./marks.ts";
import { hintOnPage } from "./page-hints.ts";
import { demandText, readBody, readMany, readMark } from "./read-request.ts";
import { type Answering, tabOf } from "./routes.ts";

/** What a person said of one, beside the act. */
type Said = Omit<MarkRequest, "act">;

/** Which of the acts that are offered now is meant; undefined where none is. */
type FindAct = (workspace: Workspace, offer: Offer) => OfferedAct | undefined;

async function makeMark(workspace: Workspace, request: Said, findAct: FindAct): Promise<Decided> {
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
function named(name: string): FindAct {
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

export function addMarks(app: Hono, answering: Answering): Hono {
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

function viewMarks({ marks, signing }: Answering, tab: string): MarksView {
  const until = signing.unlockedUntil();
  return { ...marks.view(tab), unlockedUntil: until === null ? null : renderInstant(until) };
}

/** Answered when the terminal is done. */
async function signMarks({ marks, live, signing, open, views }: Answering, tab: string): Promise<SignedView> {
  dropChanged(open(), { marks, live });
  const signed = marks.sign(tab, async (held, isHeld) => {
    live.tell({ kind: "changed", what: ["marks"] });
    const result = await signing.sign(held, isHeld);
    const settled = held.filter((each) => isSettled(each, result));
    return { result, done: new Set(settled.map(({ mark }) => mark)) };
  });
  return signed.finally(() => {
    // Whoever asks now is not answered with what was known before.
    views.changed();
    live.tell({ kind: "changed", what: ["marks", "queue", "memories"] });
    // What changed while the terminal asked, and nobody signed.
    dropChanged(open(), { marks, live });
  });
}

/** Done, or handed back to be looked at again: either way this mark is over. */
function isSettled({ ref }: HeldMark, { done, again }: SignedView): boolean {
  return [...done, ...again].some((each) => each.id === ref.id && each.scope === ref.scope);
}

// One word about several memories becomes a mark for each. Attack: among many that a person chose by a filter stands one that
// they never read, or one that was another text when they chose it. So each has the digest of when it was chosen and is held
// to everything that a mark of its own is: a yes wants its text seen to its end, and a text that is flagged, foreign or in
// quarantine, or that is decided about together with another, is no part of it: those are answered one at a time. Fails
// closed, each for itself: what is refused is named with its reason, and the rest is marked.

async function markMany(
  { open, marks }: Answering,
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
    // Others are served in between.
    await nextTurn();
  }
  return { done, again };
}

const FINDERS: Readonly<Record<ManyRequest["word"], FindAct>> = {
  yes: findYes,
  no: (_, offer) => withKey(offer, "n", "is kept out already"),
  later: (_, offer) => withKey(offer, "l", "does not wait for you"),
};

/** The same choice as everywhere, or the law's own words for why there is none. */
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

/** @returns undefined where nothing at all can be decided about it. */
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

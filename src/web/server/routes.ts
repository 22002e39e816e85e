// What is answered to what. A GET changes nothing. The gate has let the request in; here its values are read, and a use case
// answers. Views are made of the workspace as it is at that moment.

import { Hono } from "hono";
import { explainFailure } from "../../app/health/explain-failure.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import {
  API,
  type Failure,
  type ManyView,
  type MarksView,
  type SignedView,
  TAB_HEADER,
} from "../protocol.ts";
import { dropChanged } from "./drop-changed.ts";
import type { Live } from "./live.ts";
import { makeMark, named } from "./make-mark.ts";
import { markMany } from "./mark-many.ts";
import type { HeldMark, Marks } from "./marks.ts";
import { hintOnPage } from "./page-hints.ts";
import { demandText, readBody, readMany, readMark, readTab, TooLarge } from "./read-request.ts";
import type { Tickets } from "./tickets.ts";
import { addViews, type Views } from "./view-routes.ts";

export type Signing = {
  /** What became of each, and which are done with. Asks at the terminal, unless it is unlocked. */
  readonly sign: (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<SignedView>;
  readonly unlockedUntil: () => Instant | null;
};

export type Answering = {
  readonly open: () => Workspace;
  readonly tickets: Tickets;
  readonly marks: Marks;
  readonly live: Live;
  readonly signing: Signing;
  readonly views: Views;
  readonly onExchange: (ticket: string) => void;
  /** Somebody tries tickets that are none. */
  readonly onGuessing: () => void;
  readonly end: (why: string) => void;
};

export function createRoutes(answering: Answering): Hono {
  const app = new Hono();
  app.onError((error) => answerFailure(error));
  app.notFound(() => answerFailure(new CredenceError("NOT_FOUND", "there is nothing at this address")));
  app.post(`${API}/exchange`, async ({ req }) => exchange(answering, await readBody(req.raw)));
  addViews(app, answering);
  addMarks(app, answering);
  app.get(`${API}/live`, ({ req }) => {
    const stream = answering.live.open(tabOf(req));
    return new Response(stream, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
  });
  app.post(`${API}/end`, async ({ req }) => {
    await readBody(req.raw);
    // The answer goes out first.
    setImmediate(() => answering.end("ended from the page"));
    return Response.json({});
  });
  return app;
}

function exchange(
  { tickets, onExchange, onGuessing }: Answering,
  body: Readonly<Record<string, unknown>>,
): Response {
  const outcome = tickets.exchange(demandText(body, "token"));
  switch (outcome.kind) {
    case "secret":
      onExchange(outcome.ticket);
      return Response.json({ secret: outcome.secret });
    case "wrong":
      throw new CredenceError("NEEDS_PERSON", "this link was used already or is too old", NEW_LINK);
    case "too-many":
      if (outcome.isNew) onGuessing();
      throw new CredenceError("RATE_LIMIT", "too many wrong links in a minute", NEW_LINK);
  }
}

const NEW_LINK = "press o at the terminal of credence ui";

function addMarks(app: Hono, answering: Answering): void {
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
    const request = readMany(await readBody(req.raw));
    const workspace = open();
    const told = await markMany(request, async (said, findAct) => {
      const decided = await makeMark(workspace, said, findAct);
      marks.add(tab, decided);
      return decided;
    });
    live.tell({ kind: "changed", what: ["marks"] });
    const view: ManyView = { ...told, marks: viewMarks(answering, tab) };
    return Response.json(view);
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
}

function tabOf(request: { header(name: string): string | undefined }): string {
  return readTab(request.header(TAB_HEADER));
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

const STATUSES: Partial<Readonly<Record<FailureCode, number>>> = {
  USAGE: 400,
  NEEDS_PERSON: 403,
  NOT_FOUND: 404,
  OCC_CONFLICT: 409,
  RATE_LIMIT: 429,
  LOCK_TIMEOUT: 503,
  INTERNAL: 500,
};
const REFUSED = 422;
const TOO_LARGE = 413;

function answerFailure(error: unknown): Response {
  const isLarge = error instanceof TooLarge;
  const explained = isLarge
    ? new CredenceError("USAGE", "that is too much", "make the text shorter")
    : explainFailure(error);
  const { code, message } = explained;
  const failure: Failure = { error: { code, message, hint: hintOnPage(explained) } };
  // What is left of a body that is too large is not read.
  const headers = isLarge ? { connection: "close" } : undefined;
  const answered = isLarge ? TOO_LARGE : (STATUSES[code] ?? REFUSED);
  return Response.json(failure, { status: answered, ...(headers === undefined ? {} : { headers }) });
}

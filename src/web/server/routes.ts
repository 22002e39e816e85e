// The routes. A GET changes nothing. The gate has admitted the request; the route reads its values and calls a use case.
// Views are made from the present workspace.

import { Hono } from "hono";
import { explainFailure } from "../../app/health/explain-failure.ts";
import type { ListQuery, MemoryRef } from "../../app/page/views.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import { API, type Failure, type SignedView, TAB_HEADER } from "../protocol.ts";
import type { Live } from "./live.ts";
import type { HeldMark, Marks } from "./marks.ts";
import { hintOnPage } from "./page-hints.ts";
import {
  demandText,
  PROMPT_CHARS_MAX,
  readBody,
  readEdited,
  readListQuery,
  readRef,
  readTab,
  TooLarge,
} from "./read-request.ts";
import type { Tickets } from "./tickets.ts";

export type Signer = {
  /** Signs the marks and returns the result of each. Asks at the terminal, unless it is unlocked. */
  readonly sign: (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<SignedView>;
  readonly unlockedUntil: () => Instant | null;
};

export type RouteContext = {
  readonly open: () => Workspace;
  readonly tickets: Tickets;
  readonly marks: Marks;
  readonly live: Live;
  readonly signing: Signer;
  readonly views: Views;
  readonly onExchange: (ticket: string) => void;
  /** Called when tickets are being guessed. */
  readonly onGuessing: () => void;
  readonly end: (why: string) => void;
};

export function createRoutes(answering: RouteContext): Hono {
  const app = new Hono();
  app.onError((error) => answerFailure(error));
  app.notFound(() => answerFailure(new CredenceError("NOT_FOUND", "there is nothing at this address")));
  app.post(`${API}/exchange`, async ({ req }) => exchange(answering, await readBody(req.raw)));
  addViews(app, answering);
  app.get(`${API}/live`, ({ req }) => {
    const stream = answering.live.open(tabOf(req));
    return new Response(stream, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
  });
  app.post(`${API}/end`, async ({ req }) => {
    await readBody(req.raw);
    // The answer is sent first.
    setImmediate(() => answering.end("ended from the page"));
    return Response.json({});
  });
  return app;
}

function exchange(
  { tickets, onExchange, onGuessing }: RouteContext,
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

export function tabOf(request: { header(name: string): string | undefined }): string {
  return readTab(request.header(TAB_HEADER));
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
  // The rest of a body that is too large is not read, so the connection closes.
  const headers = isLarge ? { connection: "close" } : undefined;
  const answered = isLarge ? TOO_LARGE : (STATUSES[code] ?? REFUSED);
  return Response.json(failure, { status: answered, ...(headers === undefined ? {} : { headers }) });
}

// The views of the page, one use case each.

/** Each takes the present workspace and returns data of app/page/views.ts. */
export type Views = {
  readonly overview: (workspace: Workspace) => unknown;
  readonly queue: (workspace: Workspace) => unknown;
  readonly memory: (workspace: Workspace, ref: MemoryRef) => unknown;
  readonly memories: (workspace: Workspace, query: ListQuery) => unknown;
  readonly recall: (workspace: Workspace, prompt: string) => unknown;
  readonly keptOut: (workspace: Workspace) => unknown;
  readonly sessions: (workspace: Workspace) => unknown;
  readonly health: (workspace: Workspace) => unknown;
  readonly check: (
    workspace: Workspace,
    edited: { readonly ref: MemoryRef; readonly text: string },
  ) => unknown;
  /** The audit report as a file, in the given format. */
  readonly audit: (workspace: Workspace, format: string) => Promise<ExportFile>;
  /** Discards caches, because something changed on disk. */
  readonly changed: () => void;
  readonly close: () => void;
};

export type ExportFile = { readonly name: string; readonly type: string; readonly text: string };

function addViews(
  app: Hono,
  { open, views }: { readonly open: () => Workspace; readonly views: Views },
): void {
  const plain = {
    overview: "overview",
    queue: "queue",
    "kept-out": "keptOut",
    sessions: "sessions",
    health: "health",
  };
  for (const [path, name] of Object.entries(plain) as [string, "overview"][]) {
    app.get(`${API}/${path}`, async () => Response.json(await views[name](open())));
  }
  app.get(`${API}/memory`, async ({ req }) =>
    Response.json(await views.memory(open(), readRef(req.query()))),
  );
  app.get(`${API}/memories`, async ({ req }) => {
    const query = readListQuery(new URL(req.url).searchParams);
    return Response.json(await views.memories(open(), query));
  });
  app.post(`${API}/recall`, async ({ req }) => {
    const prompt = demandText(await readBody(req.raw), "prompt", PROMPT_CHARS_MAX);
    return Response.json(await views.recall(open(), prompt));
  });
  app.post(`${API}/check`, async ({ req }) => {
    const body = await readBody(req.raw);
    return Response.json(await views.check(open(), { ref: readRef(body), text: readEdited(body) }));
  });
  app.get(`${API}/audit`, async ({ req }) => {
    const { name, type, text } = await views.audit(open(), req.query("format") ?? "markdown");
    return new Response(text, {
      headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
    });
  });
}

// The page's server: loopback, a port of the system's choice, nobody let in but by the gate. Attack: so many connections, or
// such slow ones, that the page or the machine stands still. Connections, headers, bodies and waiting are bounded. It ends by
// itself when nobody looks any more.

import { type FSWatcher, statSync, watch } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createNewsReader, type LiveKind, listLivePlaces } from "../../app/page/launch/news.ts";
import { takeUnsigned, writeUnsigned } from "../../app/page/launch/unsigned.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Instant } from "../../memory/instant.ts";
import { dropChanged } from "./drop-changed.ts";
import { ANSWER_HEADERS, type Gate, judgeRequest, pathOf, type Refused } from "./gate.ts";
import { createLive, type Live } from "./live.ts";
import { addMarks } from "./make-mark.ts";
import { createMarks, type Marks } from "./marks.ts";
import type { PageFile, PageFiles } from "./page-files.ts";
import { createRoutes, type Signing, type Views } from "./routes.ts";
import { createTickets } from "./tickets.ts";

const ADDRESS = "127.0.0.1";
const CONNECTIONS_MAX = 96;
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
const KEPT_MS = 5_000;
const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 1_000;

export type PageOptions = Signing & {
  readonly open: () => Workspace;
  readonly now: () => Instant;
  readonly files: PageFiles;
  /** `onRead` is called when everything was read that had to be. */
  readonly views: (onRead: () => void) => Views;
  readonly onExchange: (ticket: string) => void;
  readonly onGuessing: () => void;
  /** Told once, when it has ended. */
  readonly onEnd: (why: string) => void;
};

/** An address that is good once, for a minute, and the ticket in it. */
export type Invitation = { readonly address: string; readonly ticket: string };

export type PageServer = {
  readonly port: number;
  readonly invite: () => Invitation;
  readonly countMarks: () => number;
  /** Whose live streams are open. */
  readonly countTabs: () => number;
  readonly end: (why: string) => Promise<void>;
};

export async function servePage(options: PageOptions): Promise<PageServer> {
  const { open, now, files } = options;
  const tickets = createTickets(now);
  const live = createLive(now);
  const views = options.views(() => live.tell({ kind: "changed", what: ["queue", "memories", "health"] }));
  const marks = openMarks(open());
  const server = createBoundedServer();
  const port = await listen(server);
  const watch = keepWatch({ live, marks, now, onIdle: (why) => void end(why) });
  const stopWatching = watchRoots(open, { live, marks, views });
  let ended: Promise<void> | null = null;
  const end = (why: string): Promise<void> => {
    // What the terminal asks about at this moment is not signed any more.
    marks.drop(marks.list().map((each) => each.tab));
    ended ??= stop(server, live, why).then(() => {
      watch.end();
      stopWatching();
      views.close();
      options.onEnd(why);
    });
    return ended;
  };
  const authority = `${ADDRESS}:${port}`;
  const gate: Gate = { authority, isSecret: tickets.isSecret, isPage: (path) => files.has(path) };
  const answering = { ...options, signing: options, views, tickets, marks, live, end };
  const routes = addMarks(createRoutes(answering), answering);
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  server.on(
    "request",
    createListener(gate, files, (request, response) => {
      watch.touch();
      return answer(request, response);
    }),
  );
  const invite = (): Invitation => {
    const ticket = tickets.issue();
    return { address: `http://${authority}/#${ticket}`, ticket };
  };
  return { port, invite, countMarks: () => marks.list().length, countTabs: live.count, end };
}

/** Tells of marks of before, and keeps those of now on disk. */
function openMarks(workspace: Workspace): Marks {
  return createMarks({
    write: (unsigned) => writeUnsigned(workspace, unsigned),
    takeEarlier: () => takeUnsigned(workspace),
  });
}

function createBoundedServer(): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEPT_MS,
    connectionsCheckingInterval: SWEEP_MS,
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The gate, then the page's own files, then whatever is answered. */
function createListener(gate: Gate, files: PageFiles, answer: RequestHandler): RequestHandler {
  return (request, response) => {
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.setHeader(name, value);
    const refused = judgeRequest(request, gate);
    if (refused !== null) return refuse(response, refused);
    const file = files.get(pathOf(request));
    return file === undefined ? answer(request, response) : sendFile(response, file);
  };
}

type Keeping = {
  readonly live: Live;
  readonly marks: Marks;
  readonly now: () => Instant;
  readonly onIdle: (why: string) => void;
};

/** Drops the marks of tabs that are gone, and says when nobody has looked for long. */
function keepWatch({ live, marks, now, onIdle }: Keeping): {
  readonly touch: () => void;
  readonly end: () => void;
} {
  let touched = now();
  const dropGone = (): void => {
    marks.drop(live.findGone(marks.list().map((each) => each.tab)));
  };
  const timer = setInterval(() => {
    dropGone();
    if (live.count() > 0) touched = now();
    else if (now() - touched > IDLE_MS) onIdle("nobody has looked at it for half an hour");
  }, SWEEP_MS);
  const touch = (): void => {
    touched = now();
    dropGone();
  };
  return { touch, end: () => clearInterval(timer) };
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host: ADDRESS, port: 0, exclusive: true }, resolve);
  await promise;
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server, live: Live, why: string): Promise<void> {
  live.end(why);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  // Whoever is still being answered gets a moment, and no more.
  const timer = setTimeout(() => server.closeAllConnections(), SWEEP_MS);
  await promise;
  clearTimeout(timer);
}

function refuse(response: ServerResponse, { status, error }: Refused): void {
  const { code, message, hint } = error;
  const body = JSON.stringify({ error: { code, message, hint } });
  // What follows it, a body or another request, is not looked at.
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(body);
}

function sendFile(response: ServerResponse, { bytes, type }: PageFile): void {
  response.writeHead(200, { "content-type": type, "content-length": bytes.byteLength });
  response.end(bytes);
}

type Watching = { readonly live: Live; readonly marks: Marks; readonly views: Views };

const SEEN_IN: Readonly<Record<LiveKind, readonly ("queue" | "memories" | "sessions" | "health")[]>> = {
  memories: ["memories", "queue", "health"],
  queue: ["queue"],
  sessions: ["sessions"],
};

/** Tells of what agents, terminals and editors do. */
function watchRoots(open: () => Workspace, { live, marks, views }: Watching): () => void {
  const workspace = open();
  const readNews = createNewsReader(workspace);
  return watchPlaces(listLivePlaces(workspace), (kinds) => {
    // A receipt changes no memory, and every prompt writes one.
    if ([...kinds].some((kind) => kind !== "sessions")) views.changed();
    const what = new Set([...kinds].flatMap((kind) => SEEN_IN[kind]));
    live.tell({ kind: "changed", what: [...what] });
    for (const news of readNews()) live.tell({ kind: "news", ...news });
    if (kinds.has("memories")) dropChanged(open(), { marks, live });
  });
}

// Says when something in a place has changed. The system tells at once where it can; where it cannot, a look every two seconds
// at the times of the directories and files finds it. Nothing is read.

const LOOK_MS = 2_000;
const SETTLE_MS = 150;

type Watched<Kind extends string> = { readonly path: string; readonly kind: Kind };

/** @returns what ends it. `tell` gets each kind at most once, when it has settled. */
function watchPlaces<Kind extends string>(
  places: readonly Watched<Kind>[],
  tell: (kinds: ReadonlySet<Kind>) => void,
): () => void {
  const settling = createSettling(tell);
  const watchers = new Map<string, FSWatcher>();
  const marks = new Map(places.map(({ path }) => [path, markOf(path)]));
  const look = (): void => {
    for (const { path, kind } of places) {
      if (!watchers.has(path)) follow(watchers, path, () => settling.note(kind));
      const mark = markOf(path);
      if (mark !== marks.get(path)) settling.note(kind);
      marks.set(path, mark);
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    settling.end();
    for (const watcher of watchers.values()) watcher.close();
  };
}

type Settling<Kind> = { readonly note: (kind: Kind) => void; readonly end: () => void };

/** What comes in a burst is told once. */
function createSettling<Kind>(tell: (kinds: ReadonlySet<Kind>) => void): Settling<Kind> {
  let changed = new Set<Kind>();
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    const kinds = changed;
    [changed, timer] = [new Set(), undefined];
    tell(kinds);
  };
  return {
    note: (kind) => {
      changed.add(kind);
      timer ??= setTimeout(settle, SETTLE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

function follow(watchers: Map<string, FSWatcher>, path: string, note: () => void): void {
  try {
    const watcher = watch(path, { persistent: false }, note);
    watchers.set(path, watcher);
    watcher.on("error", () => watchers.delete(path) && watcher.close());
  } catch {
    // Not there yet, or the system watches no more: the look finds what there is to find, and tries again.
    watchers.delete(path);
  }
}

/** Another one where anything was added, removed or written; empty where it is not there. */
function markOf(path: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    // Not there, or not ours to look at: either way there is nothing to tell until that changes.
    return "";
  }
}

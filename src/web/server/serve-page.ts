// The server of the page: loopback, a port chosen by the system, and the gate in front of every request.
//
// Attack: so many connections, or such slow ones, that the page or the machine stands still. So connections, headers,
// bodies and waiting times are bounded. The server ends by itself when the page is no longer in view.

import { type FSWatcher, statSync, watch } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createNewsReader, type LiveKind, listLivePlaces } from "../../app/page/launch/news.ts";
import { takeUnsigned, writeUnsigned } from "../../app/page/launch/unsigned.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Instant } from "../../memory/instant.ts";
import { dropChanged } from "./drop-changed.ts";
import { ANSWER_HEADERS, type Gate, type GateRefusal, judgeRequest, pathOf } from "./gate.ts";
import { createLive, type Live } from "./live.ts";
import { addMarks } from "./make-mark.ts";
import { createMarks, type Marks } from "./marks.ts";
import type { PageFile, PageFiles } from "./page-files.ts";
import { createRoutes, type Signer, type Views } from "./routes.ts";
import { createTickets } from "./tickets.ts";

const ADDRESS = "127.0.0.1";
const CONNECTIONS_MAX = 96;
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
const KEPT_MS = 5_000;
const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 1_000;

export type PageOptions = Signer & {
  readonly open: () => Workspace;
  readonly now: () => Instant;
  readonly files: PageFiles;
  /** `onRead` is called when a background computation of a view has finished. */
  readonly views: (onRead: () => void) => Views;
  readonly onExchange: (ticket: string) => void;
  readonly onGuessing: () => void;
  /** Called once, after the end. */
  readonly onEnd: (why: string) => void;
};

/** An address valid once and for a minute, and its ticket. */
export type Invitation = { readonly address: string; readonly ticket: string };

export type PageServer = {
  readonly port: number;
  readonly invite: () => Invitation;
  readonly countMarks: () => number;
  /** The number of tabs with an open live stream. */
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
    // Dropped first, so that the terminal signs nothing more.
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

/** Loads the dropped marks of earlier pages, and records the present ones on disk. */
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

/** The gate, then the page's own files, then the routes. */
function createListener(gate: Gate, files: PageFiles, answer: RequestHandler): RequestHandler {
  return (request, response) => {
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.setHeader(name, value);
    const refused = judgeRequest(request, gate);
    if (refused !== null) return refuse(response, refused);
    const file = files.get(pathOf(request));
    return file === undefined ? answer(request, response) : sendFile(response, file);
  };
}

type WatchContext = {
  readonly live: Live;
  readonly marks: Marks;
  readonly now: () => Instant;
  readonly onIdle: (why: string) => void;
};

/** Drops the marks of tabs that are gone, and calls `onIdle` when no tab has been open for a long time. */
function keepWatch({ live, marks, now, onIdle }: WatchContext): {
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
  // Gives running answers a moment to finish.
  const timer = setTimeout(() => server.closeAllConnections(), SWEEP_MS);
  await promise;
  clearTimeout(timer);
}

function refuse(response: ServerResponse, { status, error }: GateRefusal): void {
  const { code, message, hint } = error;
  const body = JSON.stringify({ error: { code, message, hint } });
  // The connection closes, so that a body or another request behind this one is never read.
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(body);
}

function sendFile(response: ServerResponse, { bytes, type }: PageFile): void {
  response.writeHead(200, { "content-type": type, "content-length": bytes.byteLength });
  response.end(bytes);
}

type RootWatch = { readonly live: Live; readonly marks: Marks; readonly views: Views };

const SEEN_IN: Readonly<Record<LiveKind, readonly ("queue" | "memories" | "sessions" | "health")[]>> = {
  memories: ["memories", "queue", "health"],
  queue: ["queue"],
  sessions: ["sessions"],
};

/** Reports acts of agents, terminals and editors. */
function watchRoots(open: () => Workspace, { live, marks, views }: RootWatch): () => void {
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

// Watches paths for changes. The system reports most changes at once; in addition, the times of directories and files are
// compared every two seconds. No file is read.

const LOOK_MS = 2_000;
const SETTLE_MS = 150;

type WatchedPath<Kind extends string> = { readonly path: string; readonly kind: Kind };

/** @returns a function that ends the watch. `tell` receives each kind at most once per burst. */
function watchPlaces<Kind extends string>(
  places: readonly WatchedPath<Kind>[],
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

type Burst<Kind> = { readonly note: (kind: Kind) => void; readonly end: () => void };

/** Collects a burst of changes into one report. */
function createSettling<Kind>(tell: (kinds: ReadonlySet<Kind>) => void): Burst<Kind> {
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
    // The path is not there yet, or the system cannot watch more paths: the comparison finds changes and tries again.
    watchers.delete(path);
  }
}

/** A value that changes when anything is added, removed or written; empty when the path is absent. */
function markOf(path: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    // The path is absent or unreadable, so there is nothing to report until that changes.
    return "";
  }
}

// A page's server over a real root, in this process, and whoever talks to it: over real sockets, with the headers that a
// browser sends unless a test says otherwise.

import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { MemoryView } from "../../src/app/page/views.ts";
import type { Workspace } from "../../src/app/workspace/workspace.ts";
import type { PageFiles } from "../../src/web/server/page-files.ts";
import { type PageOptions, type PageServer, servePage } from "../../src/web/server/serve-page.ts";
import { createViews, type ViewOptions } from "../../src/web/server/views.ts";
import type { OpenProject } from "../fixture/open-project.ts";
import type { Owner } from "../temp-dir.ts";

export type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

export type Sent = {
  readonly method?: string;
  /** Over those of the page; undefined takes one away. */
  readonly headers?: OutgoingHttpHeaders;
  readonly json?: unknown;
  /** Instead of `json`, as it is. */
  readonly body?: string | Buffer;
};

export type StartedPage = {
  readonly server: PageServer;
  readonly port: number;
  readonly told: string[];
  /** As the page itself sends it, without the secret. */
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  /** A tab of the page, let in. */
  readonly enter: (tab?: string) => Promise<Tab>;
  /** The clock of the server, moved. */
  readonly pass: (ms: number) => void;
};

export type Tab = {
  readonly secret: string;
  readonly tab: string;
  readonly get: (path: string, sent?: Sent) => Promise<Answer>;
  readonly post: (path: string, json: unknown, sent?: Sent) => Promise<Answer>;
  /** Another tab with the same secret. */
  readonly beside: (tab: string) => Tab;
  /** Its live stream, until it is left. */
  readonly live: () => Promise<LiveStream>;
};

export type LiveStream = {
  readonly status: number;
  readonly lines: string[];
  readonly leave: () => void;
  readonly ended: Promise<void>;
};

const FILES: PageFiles = new Map(
  Object.entries({
    "/": ["<!doctype html><title>Credence</title>", "text/html; charset=utf-8"],
    "/page.js": ["void 0;", "text/javascript; charset=utf-8"],
  } as const).map(([path, [body, type]]) => [path, { bytes: new TextEncoder().encode(body), type }]),
);

const AROUND: ViewOptions = {
  audit: async () => ({ name: "audit.json", type: "application/json", text: "{}" }),
  around: () => ({ program: "0.0.0", surveys: [] }),
};

export async function startPage(
  owner: Owner,
  project: Pick<OpenProject, "hints"> & { readonly open: () => Promise<Workspace> },
  options: Partial<PageOptions> = {},
): Promise<StartedPage> {
  const workspace = await project.open();
  const told: string[] = [];
  let passed = 0;
  const now = (): number => workspace.now + passed;
  const server = await servePage({
    open: () => ({ ...workspace, now: now() }),
    now,
    files: FILES,
    views: (onRead) => createViews(AROUND, onRead),
    sign: async () => ({ done: [], again: [], declined: "nobody is there" }),
    unlockedUntil: () => null,
    onExchange: (ticket) => told.push(`exchanged ${ticket.length}`),
    onGuessing: () => told.push("guessing"),
    onEnd: (why) => told.push(`ended: ${why}`),
    ...options,
  });
  owner.after(() => server.end("the test is over"));
  const { port } = server;
  const send = (path: string, sent: Sent = {}): Promise<Answer> => sendTo(port, path, sent);
  const enter = async (tab = "tab-of-the-test-0001"): Promise<Tab> => {
    const { ticket } = server.invite();
    return enterWith(port, ticket, tab);
  };
  const pass = (ms: number): void => {
    passed += ms;
  };
  return { server, port, told, send, enter, pass };
}

/** As a page does that came from the redirect file. */
export async function enterWith(port: number, token: string, tab: string): Promise<Tab> {
  const { body } = await sendTo(port, "/api/exchange", { method: "POST", json: { token } });
  return tabOf({ port, secret: JSON.parse(body).secret, tab });
}

type Place = { readonly port: number; readonly secret: string; readonly tab: string };

function tabOf({ port, secret, tab }: Place): Tab {
  const own = { "credence-secret": secret, "credence-tab": tab };
  const send = (path: string, { headers, ...sent }: Sent): Promise<Answer> =>
    sendTo(port, path, { ...sent, headers: { ...own, ...headers } });
  return {
    secret,
    tab,
    get: (path, sent = {}) => send(path, sent),
    post: (path, json, sent = {}) => send(path, { method: "POST", json, ...sent }),
    beside: (other) => tabOf({ port, secret, tab: other }),
    live: () => openLive(port, own),
  };
}

/** Everything that a browser says for the page, which a test then changes. */
function pageHeaders(port: number, method: string): OutgoingHttpHeaders {
  const isPost = method === "POST";
  return {
    host: `127.0.0.1:${port}`,
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    ...(isPost ? { origin: `http://127.0.0.1:${port}`, "content-type": "application/json" } : {}),
  };
}

async function sendTo(port: number, path: string, sent: Sent): Promise<Answer> {
  const { method = "GET", headers = {}, json, body } = sent;
  const all = Object.entries({ ...pageHeaders(port, method), ...headers }).filter(
    ([, value]) => value !== undefined,
  );
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest(
    { host: "127.0.0.1", port, method, path, headers: Object.fromEntries(all), agent: false, setHost: false },
    resolve,
  );
  request.on("error", reject);
  request.end(body ?? (json === undefined ? undefined : JSON.stringify(json)));
  const response = await promise;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await readText(response) };
}

async function openLive(port: number, own: OutgoingHttpHeaders): Promise<LiveStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { ...pageHeaders(port, "GET"), ...own };
  const request = httpRequest({ host: "127.0.0.1", port, path: "/api/live", headers, agent: false }, resolve);
  request.on("error", reject);
  request.end();
  const response = await promise;
  const lines: string[] = [];
  const ended = Promise.withResolvers<void>();
  let rest = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  response.on("close", () => ended.resolve());
  response.on("error", () => ended.resolve());
  const status = response.statusCode ?? 0;
  return { status, lines, leave: () => request.destroy(), ended: ended.promise };
}

/** What a page sends that has shown all of this to its end. */
export function seenOf({
  digest,
  difference,
  pair,
}: Pick<MemoryView, "digest" | "difference" | "pair">): string[] {
  return [digest, difference?.name, pair?.name].filter((each) => typeof each === "string");
}

export function codeOf({ body }: Answer): string {
  return JSON.parse(body).error?.code ?? "";
}

// Listens, admits requests, identifies the bearer, and answers. No state is kept between requests, so any number of such
// processes may serve one database behind any proxy.
//
// Attack: anyone who reaches the port. A token is read from one header alone, never from an address; nothing is ever
// redirected; an error reveals only its code; slow requests are ended.

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AccessLog } from "../access/access-log.ts";
import { createRateLimit } from "../access/rate-limit.ts";
import { type Bearer, findBearer } from "../access/tokens.ts";
import { codeOf, type Sql } from "../database/connect.ts";
import { admitRequest, type Door } from "./admit-request.ts";
import type { Metrics } from "./metrics.ts";
import { readBody } from "./read-body.ts";
import { REFUSALS, Refused } from "./refusals.ts";
import type { Mount, Route } from "./routes.ts";

export type ServeOptions = {
  readonly sql: Sql;
  readonly door: Door;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly routes: readonly Route[];
  readonly mounts: readonly Mount[];
  readonly metrics: Metrics;
  readonly accessLog: AccessLog;
  /** One line of JSON each, never the content of a request or an answer. */
  readonly log: (event: Readonly<Record<string, unknown>>) => void;
  readonly perMinute: number;
};

/** For addresses without a valid token. */
const STRANGERS = { perMinute: 60, burst: 30 };
const [HEADERS_MS, REQUEST_MS, KEEP_ALIVE_MS] = [10_000, 120_000, 65_000];

export async function serveHttp(
  serving: ServeOptions,
): Promise<{ readonly server: Server; readonly door: Door }> {
  const limits = {
    strangers: createRateLimit(STRANGERS),
    bearers: createRateLimit({ perMinute: serving.perMinute, burst: serving.perMinute }),
  };
  let door = serving.door;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void serveOne({ ...serving, door, limits }, request, response);
  };
  const server = serving.tls === null ? createServer(listener) : createTlsServer(serving.tls, listener);
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(door.port, door.host, resolve);
  });
  const address = server.address();
  if (address !== null && typeof address === "object") door = { ...door, port: address.port };
  return { server, door };
}

type Limits = {
  readonly strangers: ReturnType<typeof createRateLimit>;
  readonly bearers: ReturnType<typeof createRateLimit>;
};
type Here = ServeOptions & { readonly limits: Limits };
type RequestInfo = { readonly route: string; readonly bearer: Bearer | null };

async function serveOne(here: Here, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [began, id] = [performance.now(), randomUUID()];
  const ended: { route: string; bearer: Bearer | null } = { route: "none", bearer: null };
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Request-Id", id);
  try {
    await answer(here, { request, response }, ended);
  } catch (error) {
    refuse(here, { request, response, id }, error);
  }
  const ms = performance.now() - began;
  here.metrics.count(ended.route, response.statusCode, ms);
  const { route, bearer } = ended;
  const who = bearer === null ? {} : { token: bearer.id, org: bearer.org };
  here.log({ event: "request", id, route, status: response.statusCode, ms: Math.round(ms), ...who });
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function answer(
  here: Here,
  { request, response }: Exchange,
  ended: { -readonly [Key in keyof RequestInfo]: RequestInfo[Key] },
): Promise<void> {
  const { sql, door, routes, mounts, limits } = here;
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (path === "/healthz") return sayHealth(here, response, ended);
  admitRequest(request, door);
  const mount = mounts.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  if (mount !== undefined) ended.route = mount.name;
  if (mount?.isPublic === true) return mount.serve(request, response, null);
  const bearer = await admitBearer(request, { sql, limits });
  ended.bearer = bearer;
  if (mount !== undefined) return mount.serve(request, response, bearer);
  if (path === "/metrics") return sayMetrics(here, { response, bearer }, ended);
  const route = routes.find((each) => each.path.test(path));
  if (route === undefined) throw new Refused("NOT_FOUND", "there is nothing here");
  ended.route = route.name;
  if (route.method !== request.method) throw new Refused("NOT_ALLOWED", `ask with ${route.method}`);
  const parts = route.path.exec(path)?.slice(1) ?? [];
  const access = { bearer, root: parts[0] ?? null, act: route.name };
  try {
    await route.admit?.({ sql, bearer, parts });
    const body = await readBody(request, route.bodyBytesMax);
    const { json, objects = 0, isLogged } = await route.answer({ sql, bearer, parts, body });
    if (isLogged !== true) here.accessLog.add({ ...access, outcome: "answered", objects });
    send(response, 200, json);
  } catch (error) {
    here.accessLog.add({ ...access, outcome: refusalOf(error).code, objects: 0 });
    throw error;
  }
}

async function admitBearer(
  request: IncomingMessage,
  { sql, limits }: { readonly sql: Sql; readonly limits: Limits },
): Promise<Bearer> {
  const address = request.socket.remoteAddress ?? "";
  const bearer = await findBearer(sql, request.headers.authorization);
  const wait = bearer === null ? limits.strangers.take(address) : limits.bearers.take(bearer.id);
  if (wait > 0) throw new Refused("RATE_LIMITED", "too many requests", wait);
  if (bearer === null) throw new Refused("UNAUTHORIZED", "no token that counts");
  return bearer;
}

async function sayHealth({ sql }: Here, response: ServerResponse, ended: { route: string }): Promise<void> {
  ended.route = "healthz";
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("late")), 3_000).unref());
  const isWell = await Promise.race([sql`SELECT 1`, late]).then(
    () => true,
    () => false,
  );
  send(response, isWell ? 200 : 503, { ok: isWell });
}

async function sayMetrics(
  { metrics }: Here,
  { response, bearer }: { readonly response: ServerResponse; readonly bearer: Bearer },
  ended: { route: string },
): Promise<void> {
  ended.route = "metrics";
  if (!bearer.scopes.includes("metrics")) throw new Refused("FORBIDDEN", "this token reads no metrics");
  const { rss } = process.memoryUsage();
  response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" });
  response.end(metrics.render({ resident_bytes: rss, uptime_seconds: Math.round(process.uptime()) }));
}

function refuse(
  { log }: Here,
  { request, response, id }: Exchange & { readonly id: string },
  error: unknown,
): void {
  const refused = refusalOf(error);
  // Neither the message nor a value is logged, because both may hold text of a user.
  if (refused.code === "INTERNAL" || refused.code === "BUSY")
    log({ event: "failed", id, code: codeOf(error), at: frameOf(error) });
  if (response.headersSent) return void response.destroy();
  if (refused.code === "UNAUTHORIZED") response.setHeader("WWW-Authenticate", 'Bearer realm="credence-hub"');
  if (refused.retryAfter !== null) response.setHeader("Retry-After", String(refused.retryAfter));
  // Unread bytes of the body would be taken for the next request, so the connection is closed.
  if (!request.complete) response.setHeader("Connection", "close");
  send(response, REFUSALS[refused.code], { error: refused.code, message: refused.message });
}

function frameOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return /\/(hub\/src\/[\w./-]+:\d+)/.exec(stack)?.[1] ?? "";
}

/** PostgreSQL is down, full or overloaded: the request had no effect and may be repeated. */
const BUSY = /^(?:08|40|53|55P03|57|CONNECTION_|CONNECT_|ECONN|ENOENT|EPIPE|ETIMEDOUT)/;

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const code = codeOf(error);
  if (code === "53100") return new Refused("QUOTA", "the hub has no room");
  if (code === "57014") return new Refused("BUSY", "that took too long", 5);
  return BUSY.test(code)
    ? new Refused("BUSY", "the hub is busy", 1)
    : new Refused("INTERNAL", "the hub failed");
}

function send(response: ServerResponse, status: number, json: unknown): void {
  if (response.headersSent) return;
  // Set for the metrics and the log, even if the client has disconnected.
  response.statusCode = status;
  if (response.destroyed) return;
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(json));
}

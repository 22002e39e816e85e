// Decides which requests are admitted.
//
// Attack: anything that can reach a port of loopback. A web page in the same browser, by fetch, form, frame or a host name
// rebound to this address; a page of another server on loopback; a program or another user of this machine. None of them
// has the secret of this launch, and a browser reports where each request comes from. So every request is checked for the
// name by which it addresses us, its origin, the browser's report of its source, its method, the type of its body, and the
// secret. There are no cookies, and nothing is shared with another origin. Fails closed: headers that every current browser
// sends are required.

import type { IncomingMessage } from "node:http";
import { CredenceError } from "../../memory/errors.ts";
import { API, SECRET_HEADER, TAB_HEADER } from "../protocol.ts";

const URL_CHARS_MAX = 4_096;

export type Gate = {
  /** `127.0.0.1:45678`, and no other name. */
  readonly authority: string;
  /** Compares in constant time. */
  readonly isSecret: (given: string) => boolean;
  /** Paths of the page itself, which hold no data of a user. */
  readonly isPage: (path: string) => boolean;
};

export type GateRefusal = { readonly status: number; readonly error: CredenceError };

type RequestHead = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">;

/** @returns null for a request that may pass. */
export function judgeRequest(request: RequestHead, gate: Gate): GateRefusal | null {
  return (
    judgeTarget(request) ??
    judgeHost(request, gate) ??
    judgeOrigin(request, gate) ??
    judgeSource(request) ??
    judgeMethod(request) ??
    judgeSecret(request, gate)
  );
}

/** The path without the query. */
export function pathOf({ url = "" }: Pick<IncomingMessage, "url">): string {
  return url.split("?", 1)[0] ?? "";
}

/** Headers that must not occur twice, because two readers could take different values. */
const ONCE: ReadonlySet<string> = new Set([
  ...[
    "host",
    "origin",
    "content-type",
    "content-length",
    "sec-fetch-site",
    "sec-fetch-mode",
    "sec-fetch-dest",
  ],
  ...[SECRET_HEADER, TAB_HEADER],
]);

function judgeTarget({ url = "", rawHeaders }: RequestHead): GateRefusal | null {
  if (!/^\/(?!\/)/.test(url) || url.length > URL_CHARS_MAX)
    return refused(400, "this is no address of the page");
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
  const twice = names.find((name, place) => ONCE.has(name) && names.indexOf(name) !== place);
  return twice === undefined ? null : refused(400, `the header ${twice} is there twice`);
}

/** Refuses a host name rebound to this address, and `localhost`, which programs resolve in different ways. */
function judgeHost({ headers }: RequestHead, { authority }: Gate): GateRefusal | null {
  return headers.host === authority ? null : refused(421, "the page is served under its own address only");
}

function judgeOrigin({ headers, method }: RequestHead, { authority }: Gate): GateRefusal | null {
  const { origin } = headers;
  // A browser sends the origin with every request that could change something.
  if (origin === undefined && method !== "POST") return null;
  return origin === `http://${authority}` ? null : refused(403, "the request comes from another origin");
}

/** Only the document may be opened from elsewhere: by the redirect file, or by a pasted address. It holds no data. */
function judgeSource(request: RequestHead): GateRefusal | null {
  const { headers } = request;
  const isDocument = pathOf(request) === "/";
  const isNavigation = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (isDocument && isNavigation) return null;
  return !isDocument && headers["sec-fetch-site"] === "same-origin"
    ? null
    : refused(403, "the request does not come from the page");
}

function judgeMethod(request: RequestHead): GateRefusal | null {
  const { method, headers } = request;
  const isApi = pathOf(request).startsWith(`${API}/`);
  if (method === "GET") return null;
  if (method !== "POST" || !isApi) return refused(405, "this cannot be done with this address");
  const isJson = /^application\/json(?:; ?charset=utf-8)?$/i.test(headers["content-type"] ?? "");
  return isJson ? null : refused(415, "the page sends JSON");
}

function judgeSecret(request: RequestHead, { isSecret, isPage }: Gate): GateRefusal | null {
  const path = pathOf(request);
  if (isPage(path) || path === `${API}/exchange`) return null;
  const given = request.headers[SECRET_HEADER];
  if (typeof given === "string" && isSecret(given)) return null;
  const message = "this tab does not belong to the page that runs now";
  const hint = "credence ui opens the page anew; so does the key o at its terminal";
  return { status: 401, error: new CredenceError("NEEDS_PERSON", message, hint) };
}

function refused(status: number, message: string): GateRefusal {
  return { status, error: new CredenceError("NEEDS_PERSON", message, "credence ui opens the page") };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sent with every answer, including refusals. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

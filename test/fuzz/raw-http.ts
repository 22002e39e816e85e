// One request as bytes, and what comes back: a mangled method, path or header reaches the server as it was made.

import { connect } from "node:net";
import fc from "fast-check";
import { isRecord } from "../../src/memory/json.ts";
import { hostileText } from "../memory/text/hostile-text.ts";
import { fieldOf, textOf } from "./target.ts";

export type RawRequest = {
  readonly method: string;
  readonly path: string;
  /** Over those of an honest client; null takes one away. */
  readonly headers: Readonly<Record<string, string | null>>;
  /** A string is sent as it is; null is no body. */
  readonly body: unknown;
  /** Whose token it bears, by a name of the target's. */
  readonly who: string;
};

export type RawAnswer = { readonly status: number; readonly text: string };

const ANSWER_CHARS_MAX = 4_000_000;
const PATIENCE_MS = 10_000;

/** A status of 0: the server closed without a word. */
export function sendRaw(
  port: number,
  request: RawRequest,
  own: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const body =
    request.body === null
      ? ""
      : typeof request.body === "string"
        ? request.body
        : JSON.stringify(request.body);
  const length = request.body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const headers = Object.entries({ ...own, ...length, ...request.headers, connection: "close" });
  const lines = headers.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const bytes = `${request.method} ${request.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const end = (): void => {
    socket.destroy();
    resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0), text });
  };
  socket.setTimeout(PATIENCE_MS, () =>
    reject(
      new Error(`no end after ${text.length} characters, ${text.slice(0, 300)}, to ${bytes.slice(0, 300)}`),
    ),
  );
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    // A stream of news has no end, and one of events ends without the connection.
    if (text.length > ANSWER_CHARS_MAX || /^content-type: application\/x-ndjson/im.test(text)) end();
    else if (text.endsWith("\r\n0\r\n\r\n")) end();
  });
  socket.on("end", end).on("close", end).on("error", end);
  socket.write(bytes);
  return promise.finally(() => socket.destroy());
}

export function readRequests(value: unknown, most: number): RawRequest[] | null {
  const given = fieldOf(value, "requests");
  if (!Array.isArray(given)) return null;
  return given.slice(0, most).flatMap((each) => {
    const [method, path, who, headers] = [
      textOf(each, "method"),
      textOf(each, "path"),
      textOf(each, "who"),
      fieldOf(each, "headers"),
    ];
    if (method === null || path === null || who === null || !isRecord(headers)) return [];
    const named = Object.entries(headers).map(
      ([name, text]) => [name, typeof text === "string" ? text : null] as const,
    );
    return [{ method, path, who, headers: Object.fromEntries(named), body: fieldOf(each, "body") ?? null }];
  });
}

export type RequestWords = {
  readonly paths: readonly string[];
  readonly who: readonly string[];
  readonly body: fc.Arbitrary<unknown>;
};

const METHODS = [
  "GET",
  "GET",
  "POST",
  "POST",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "get",
  "X",
];
const HEADERS = [
  "host",
  "origin",
  "content-type",
  "content-length",
  "transfer-encoding",
  "sec-fetch-site",
  "sec-fetch-mode",
  "expect",
  "cookie",
  "authorization",
  "x-forwarded-proto",
  "x-forwarded-for",
  "accept",
  "range",
  "upgrade",
];
const VALUES = [
  "null",
  "",
  "*",
  "chunked",
  "cross-site",
  "same-origin",
  "navigate",
  "0",
  "-1",
  "99999999",
  "application/json",
  "text/plain",
  "http://evil.example",
  "https",
  "100-continue",
  "websocket",
  "bytes=0-1",
];
const PATH_ENDS = [
  "",
  "",
  "",
  "",
  "?",
  "?a=1",
  "/",
  "/..",
  "/%2e%2e/",
  "//",
  "%00",
  "#x",
  "?scope=project&id=project_a",
  "?id=../../x",
  "?limit=-1",
];

export function requestsOf({ paths, who, body }: RequestWords): fc.Arbitrary<{ requests: RawRequest[] }> {
  const oneLine = hostileText.map((text) => text.replace(/[\r\n\0]/g, ""));
  const headers = fc.dictionary(
    fc.constantFrom(...HEADERS),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...VALUES, null) }, { weight: 1, arbitrary: oneLine }),
    { maxKeys: 2 },
  );
  const request = fc.record({
    method: fc.constantFrom(...METHODS),
    path: fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...PATH_ENDS)).map((parts) => parts.join("")),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: headers }),
    body: fc.oneof(
      { weight: 5, arbitrary: body },
      { weight: 1, arbitrary: fc.jsonValue() },
      { weight: 1, arbitrary: oneLine },
      { weight: 2, arbitrary: fc.constant(null) },
    ),
    who: fc.constantFrom(...who),
  });
  return fc.array(request, { minLength: 1, maxLength: 4 }).map((requests) => ({ requests }));
}

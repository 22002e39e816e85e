// One request, one answer: the transport of a plain completion.
//
// Attack: a server that redirects the key and the session elsewhere, never ends, sends gigabytes, or sends something other
// than JSON; or a repository that sets variables for this process, to route the request through its own proxy or to have
// any certificate accepted. Refused: redirects, answers over a limit in bytes or time, and anything that is not JSON. An
// agent of our own uses no proxy, and certificates are always checked; `fetch` would follow the variables.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type IncomingMessage, Agent as PlainAgent, request as requestPlainly } from "node:http";
import { request as requestSecurely, Agent as SecureAgent } from "node:https";
import { join } from "node:path";
import { readField, readText } from "../model/parse-candidates.ts";
import { ProviderError, type ProviderFault, type Question, SettingError } from "../model/provider.ts";
import type { ProviderSetup } from "./provider-setup.ts";

export type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

/** A longer call has gone wrong. */
export const CALL_MS_MAX = 180_000;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

export async function postJson(post: Post): Promise<unknown> {
  try {
    return await exchange(post, AbortSignal.any([post.signal, AbortSignal.timeout(post.timeoutMs)]));
  } catch (error) {
    post.signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("transient", "the provider could not be reached, or took too long");
  }
}

async function exchange(post: Post, signal: AbortSignal): Promise<unknown> {
  const response = await send(post, signal);
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    response.destroy();
    throw new SettingError("the provider redirects, which is refused: check observer.base_url");
  }
  const answer = parse(await readBounded(response));
  if (status === 200 && answer !== null) return answer;
  if (status === 200) throw new SettingError("the provider's answer is not JSON");
  const error = readField(answer, "error");
  const code = readText(error, "code") ?? readText(error, "type");
  const retryAfter = response.headers["retry-after"] ?? null;
  throw errorOfStatus({ status, code, retryAfter, now: Date.now() });
}

function send({ url, headers, body }: Post, signal: AbortSignal): Promise<IncomingMessage> {
  const json = { "content-type": "application/json", accept: "application/json" };
  const options = { method: "POST", headers: { ...headers, ...json }, signal };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? requestSecurely(url, { ...options, agent: new SecureAgent(), rejectUnauthorized: true })
        : requestPlainly(url, { ...options, agent: new PlainAgent() });
    sent.on("response", resolve).on("error", reject).end(JSON.stringify(body));
  });
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > ANSWER_BYTES_MAX) throw new ProviderError("final", "the provider's answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** @returns null when the text is not a JSON object. */
function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    // Any parse error means that there is nothing to read.
    return null;
  }
}

// The meaning of an HTTP status and the provider's own code for the caller. Messages of the provider are never read or
// repeated, because they may quote the key.

/** Codes that mean an exhausted account, whatever the status. */
const QUOTA_CODES = [
  "insufficient_quota",
  "billing_error",
  "billing_not_active",
  "billing_hard_limit_reached",
];
/** Statuses that refuse the text of a request. Every other final status would refuse any text. */
const TEXT_STATUSES = [400, 413, 422];
const MODEL_CODES = ["model_not_found", "invalid_model"];
const RETRY_MS_MAX = 3_600_000;

const WORDS: Readonly<Record<ProviderFault, string>> = {
  transient: "failed for the moment",
  rate: "asks us to slow down",
  auth: "does not accept the key",
  quota: "says that its quota is used up",
  final: "refuses the request",
  unsafe: "is not safe",
};

export type FailedCall = {
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly now: number;
};

export function errorOfStatus(call: FailedCall): ProviderError {
  const fault = faultOfStatus(call.status, call.code);
  const code = call.code !== null && /^[a-z_]{1,40}$/.test(call.code) ? ` ${call.code}` : "";
  const message = `the provider ${WORDS[fault]} (${call.status}${code})`;
  if (fault === "final" && isSettings(call)) return new SettingError(message);
  return new ProviderError(fault, message, parseRetryAfter(call.retryAfter, call.now));
}

function faultOfStatus(status: number, code: string | null): ProviderFault {
  if (status === 402 || (code !== null && QUOTA_CODES.includes(code))) return "quota";
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rate";
  return status >= 500 || [408, 409, 425].includes(status) ? "transient" : "final";
}

function isSettings({ status, code }: FailedCall): boolean {
  return !TEXT_STATUSES.includes(status) || (code !== null && MODEL_CODES.includes(code));
}

/** Seconds, or a date. */
function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_MS_MAX);
}

// The key for a provider: from a private file in machine state, else from the environment of the process. The file takes
// precedence, because a repository can set variables for the processes of a client.
//
// Attack: a file that others can read or that another user put there, and a key that breaks out of its header. Fails
// closed. No key is part of any message.

const FILE = "observer.key";
const BYTES_MAX = 4_096;
const KEY = /^[\x21-\x7e]{1,1000}$/;

/** @returns null when neither the key file nor a variable has a key. */
export function findKey({ state, env }: ProviderSetup, variables: readonly string[]): string | null {
  const key = readKeyFile(state) ?? variables.map((name) => env[name]?.trim() ?? "").find(Boolean);
  if (key === undefined) return null;
  if (!KEY.test(key))
    throw new ProviderError("auth", "the key must be one word of printable ASCII characters");
  return key;
}

export function keyMissing(variable: string): ProviderError {
  return new ProviderError(
    "auth",
    `there is no key: put one in ${FILE} in machine state (mode 0600), or set ${variable}`,
  );
}

function readKeyFile(state: string): string | null {
  const descriptor = openKeyFile(join(state, FILE));
  if (descriptor === null) return null;
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw refused("is not a regular file");
    if (stat.uid !== statSync(state).uid) throw refused("belongs to another user");
    if ((stat.mode & 0o077) !== 0) throw refused("is open to other users: chmod 600 it");
    if (stat.size > BYTES_MAX) throw refused("is too large for a key");
    const buffer = Buffer.alloc(BYTES_MAX);
    const key = buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, BYTES_MAX, 0)).trim();
    if (key === "") throw refused("is empty");
    return key;
  } finally {
    closeSync(descriptor);
  }
}

function openKeyFile(path: string): number | null {
  try {
    // Neither follows a link nor waits for the writer of a FIFO.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw refused("cannot be opened");
  }
}

function refused(what: string): ProviderError {
  return new ProviderError("auth", `${FILE} in machine state ${what}`);
}

// Plain completions that are not answers, and calls of tools that were never offered.

export type NamedCall = { readonly id: string | null; readonly tool: string | null; readonly input: unknown };

export function reportToolUse({ onAttempt }: Question, { id, tool, input }: NamedCall): void {
  onAttempt({ id, tool: tool ?? "unnamed", input, result: "denied", message: "no tool was offered" });
}

export function cutOff(): ProviderError {
  return new ProviderError("final", "the answer was cut off at the output token limit");
}

export function noAnswer(): ProviderError {
  return new ProviderError("final", "the provider gave no text");
}

// One question to a hub and its answer.
//
// Attack: a hub that answers without end, never, with garbage, or with a redirect to where the token would be sent next; whoever
// listens on the way. So an answer has limits of size and time, nothing is followed, and the token goes to the address that a person
// named alone, encrypted unless it is this machine. What a hub says of its failures is not repeated.

import { type ClientRequest, type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestEncrypted } from "node:https";
import { setTimeout } from "node:timers/promises";
import { HUB_PATH } from "../memory/carried.ts";
import { CredenceError } from "../memory/errors.ts";
import { parseJson } from "../memory/json.ts";

export type Hub = {
  /** `https://HOST/credence-hub/ROOT`. */
  readonly url: string;
  readonly token: string;
  readonly limits: { readonly idleMs: number; readonly totalMs: number };
  /** Since when the limit of time runs, for all questions together; absent where each has its own. */
  readonly unattendedSince?: number | undefined;
  /** Called now and then while something is under way. */
  readonly onWait: () => void;
};

type Failing = "REMOTE_FAILED" | "PUSH_FAILED";

export type Question = {
  readonly path: string;
  readonly body: object;
  readonly bytesMax: number;
  readonly code: Failing;
};

/** A hub that is being started again, or that somebody else keeps busy. Every question may be asked twice. */
const AGAIN_MS = [200, 500, 1_500, 3_000];
const WAIT_MS = 1_000;

export async function askHub(hub: Hub, question: Question): Promise<unknown> {
  const until = (hub.unattendedSince ?? performance.now()) + hub.limits.totalMs;
  for (const waitMs of [...AGAIN_MS, null]) {
    const answer = await askOnce(hub, question, until);
    if ("body" in answer) return answer.body;
    if (waitMs === null || !answer.mayRepeat || performance.now() + waitMs > until) throw answer.error;
    await setTimeout(waitMs);
    hub.onWait();
  }
  throw new Error("the last try ends it");
}

type Answered = { readonly body: unknown } | { readonly error: CredenceError; readonly mayRepeat: boolean };

async function askOnce(hub: Hub, question: Question, until: number): Promise<Answered> {
  const beat = setInterval(hub.onWait, WAIT_MS);
  const late = new AbortController();
  const timer = globalThis.setTimeout(() => late.abort(), Math.max(1, until - performance.now()));
  try {
    const { status, text } = await exchange(hub, question, late.signal);
    if (status !== 200) return explainStatus(status, question.code);
    const body = parseJson(text);
    if (body === null) return fail(question.code, "the hub answers what is not understood");
    return { body };
  } catch (error) {
    if (error instanceof CredenceError) return { error, mayRepeat: false };
    if (late.signal.aborted) return fail(question.code, "the hub took too long");
    return { ...fail(question.code, `the hub cannot be reached${nameOf(error)}`), mayRepeat: true };
  } finally {
    clearTimeout(timer);
    clearInterval(beat);
  }
}

function fail(
  code: Failing,
  why: string,
  hint?: string,
): { readonly error: CredenceError; readonly mayRepeat: false } {
  const fix = hint ?? "check the address and the network, then run credence sync again";
  return { error: new CredenceError(code, why, fix), mayRepeat: false };
}

/** The system's own word for it, never a text. */
function nameOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : "";
}

const ASK_AGAIN = "name it again with another token: credence sync --remote URL";

function explainStatus(status: number, code: Failing): Answered {
  switch (status) {
    case 401:
      return fail(
        code,
        "the hub does not take this machine's token: it is over, or was never one",
        ASK_AGAIN,
      );
    case 403:
      return fail(code, "this machine's token may not write there", ASK_AGAIN);
    case 404:
      return fail(code, "the hub has no such root for this machine's token", ASK_AGAIN);
    case 409:
      return fail(code, "another token speaks for this machine there", ASK_AGAIN);
    case 413:
    case 507:
      return fail(code, "the hub has no room for more of this root", "ask whoever runs the hub");
    case 429:
    case 503:
      return { ...fail(code, "the hub is busy"), mayRepeat: true };
    default:
      return fail(code, `the hub answered with status ${status}`);
  }
}

function exchange(
  hub: Hub,
  { path, body, bytesMax, code }: Question,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const url = new URL(`${hub.url.replace(`${HUB_PATH}/`, `${HUB_PATH}/v1/roots/`)}/${path}`);
  const bytes = Buffer.from(JSON.stringify(body));
  const send = url.protocol === "https:" ? requestEncrypted : requestPlainly;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, {
      method: "POST",
      signal,
      timeout: hub.limits.idleMs,
      headers: {
        Authorization: `Bearer ${hub.token}`,
        "Content-Type": "application/json",
        "Content-Length": bytes.length,
      },
    });
    request.on("timeout", () => {
      const seconds = Math.round(hub.limits.idleMs / 1_000);
      request.destroy(new CredenceError(code, `the hub did not answer for ${seconds} seconds`));
    });
    request.on("error", reject);
    request.on("response", (response: IncomingMessage) => {
      readAll(response, bytesMax).then((text) => {
        if (text === null) reject(new CredenceError(code, "the hub sent more than it was asked for"));
        else resolve({ status: response.statusCode ?? 0, text });
      }, reject);
    });
    request.end(bytes);
  });
}

/** @returns null when it is too much. */
async function readAll(response: IncomingMessage, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function notUnderstood(): CredenceError {
  return new CredenceError("REMOTE_FAILED", "the hub answers what is not understood");
}

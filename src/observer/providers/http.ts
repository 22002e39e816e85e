// One request, one answer: the whole of a plain completion.
//
// Attack: a server that redirects the key and the session elsewhere, never ends, sends gigabytes, or answers with something
// else; or a repository that sets variables for this process, to lead the request through a proxy of its own or to have any
// certificate believed. Refused: redirects, answers over a limit in bytes or time, and whatever is no JSON. An agent of our
// own knows no proxy, and certificates are always checked; `fetch` would do as the variables say.

import { type IncomingMessage, Agent as PlainAgent, request as requestPlainly } from "node:http";
import { request as requestSecurely, Agent as SecureAgent } from "node:https";
import { readField, readText } from "../model/json-fields.ts";
import { ProviderError, SettingError } from "../model/provider.ts";
import { errorOfStatus } from "./fault-of-status.ts";

export type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

/** A call that takes longer has gone wrong. */
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

/** Null for what is no JSON object. */
function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    // Whatever is wrong with it, there is nothing to read.
    return null;
  }
}

// One request, one answer: the whole of a plain completion.
//
// Attack: a server that redirects the key and the session elsewhere, never ends, sends gigabytes, or answers with something
// else. Refused: redirects, answers over a limit in bytes or time, and whatever is no JSON.

import { readField, readText } from "../json-fields.ts";
import { ProviderError } from "../provider.ts";
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

async function exchange({ url, headers, body }: Post, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new ProviderError("final", "the provider redirects, which is refused: check observer.base_url");
  }
  const answer = parse(await readBounded(response));
  if (status === 200 && answer !== null) return answer;
  if (status === 200) throw new ProviderError("final", "the provider's answer is not JSON");
  const error = readField(answer, "error");
  const code = readText(error, "code") ?? readText(error, "type");
  throw errorOfStatus({ status, code, retryAfter: response.headers.get("retry-after"), now: Date.now() });
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
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

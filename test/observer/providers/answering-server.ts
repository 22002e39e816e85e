// A provider on the loopback interface that answers as a test says, and a question that keeps what is reported.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Provider,
  ProviderError,
  type Question,
  type Reply,
  type ToolAttempt,
  type Usage,
} from "../../../src/observer/model/provider.ts";
import type { Owner } from "../../temp-dir.ts";

export type Seen = {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
};
export type Answer = (response: ServerResponse) => void;
export type AnsweringServer = { readonly url: string; readonly seen: Seen[] };

export async function startServer(owner: Owner, answer: Answer): Promise<AnsweringServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      seen.push({ path: request.url ?? "", headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen };
}

export function sendJson(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

export type Asked = {
  readonly usages: Usage[];
  readonly attempts: ToolAttempt[];
  readonly reply: Promise<Reply>;
};

export function askProvider(provider: Provider, change: Partial<Question> = {}): Asked {
  const [usages, attempts]: [Usage[], ToolAttempt[]] = [[], []];
  const reply = provider.ask({
    system: "You do not have access to tools.",
    prompt: "what was said",
    outputTokensMax: 900,
    signal: new AbortController().signal,
    onUsage: (usage) => usages.push(usage),
    onAttempt: (attempt) => attempts.push(attempt),
    ...change,
  });
  return { usages, attempts, reply };
}

/** What went wrong, in a form that a test can spell out. */
export async function faultOf(reply: Promise<unknown>): Promise<readonly [string, string, number | null]> {
  try {
    await reply;
  } catch (error) {
    if (error instanceof ProviderError) return [error.fault, error.message, error.retryAfterMs];
    throw error;
  }
  throw new Error("it did not fail");
}

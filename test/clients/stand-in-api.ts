// A stand-in for the model behind a client: an HTTP server on the loopback interface that speaks enough of the Messages API
// for the real program to run a session. It answers `ok`, or calls the tools that a test put into the prompt as
// `@@TOOL Name {json}@@`, and keeps every request body, because that is what a model would have seen.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Block, messageOf, type Spent, streamMessage } from "./stream-message.ts";

/** What the model answers to the request of that number, from 1; null never answers. */
export type Script = (asked: unknown, place: number) => readonly Block[] | null;

export type StandIn = {
  readonly url: string;
  /** The bodies of all requests for a message, oldest first, as text. */
  readonly requests: readonly string[];
  /** Method and path of everything that was asked for. */
  readonly calls: readonly string[];
  readonly close: () => Promise<void>;
};

export async function startStandIn(script: Script = replyTo, spent: Partial<Spent> = {}): Promise<StandIn> {
  const [requests, calls]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${(request.url ?? "").split("?")[0]}`);
    const answerWith = (asked: unknown): void => {
      const reply = script(asked, requests.length);
      if (reply === null) response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      else if (property(asked, "stream") === true) streamMessage(response, reply, spent);
      else end(response, messageOf(reply, spent));
    };
    answer(request, response, (body) => {
      requests.push(body);
      answerWith(JSON.parse(body));
    }).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, calls, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  asked: (body: string) => void,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0];
  const body = await readBody(request);
  if (request.method !== "POST") return end(response, {});
  if (path === "/v1/messages/count_tokens") return end(response, { input_tokens: 10 });
  if (path !== "/v1/messages") return end(response, {});
  asked(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const TOOL = /@@TOOL (\w+) (\{.*?\})@@/gs;

/** The tools asked for in the last message of the person, unless their results came back already. */
function replyTo(asked: unknown): Block[] {
  const messages = property(asked, "messages");
  const list = Array.isArray(messages) ? messages : [];
  const spoken = list.filter((message) => property(message, "role") === "user");
  const last = JSON.stringify(property(spoken.at(-1), "content") ?? "");
  if (last.includes('"tool_result"')) return [{ type: "text", text: "done" }];
  const text = textsOf(property(spoken.at(-1), "content")).join("\n");
  const calls = [...text.matchAll(TOOL)].map(([, name = "", input = "{}"], place): Block => {
    return { type: "tool_use", id: `toolu_${list.length}_${place}`, name, input: JSON.parse(input) };
  });
  return calls.length > 0 ? calls : [{ type: "text", text: "ok" }];
}

function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const text = property(block, "text");
    return typeof text === "string" ? [text] : [];
  });
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}

function end(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

// A stand-in for the model behind a client: an HTTP server on the loopback interface that speaks enough of the Messages API
// for the real program to run a session. It answers `ok`, or calls the tools that a test put into the prompt as
// `@@TOOL Name {json}@@`, and keeps every request body, because that is what a model would have seen.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type StandIn = {
  readonly url: string;
  /** The bodies of all requests for a message, oldest first, as text. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, requests).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function answer(request: IncomingMessage, response: ServerResponse, requests: string[]): Promise<void> {
  const path = (request.url ?? "").split("?")[0];
  const body = await readBody(request);
  if (request.method !== "POST") return end(response, {});
  if (path === "/v1/messages/count_tokens") return end(response, { input_tokens: 10 });
  if (path !== "/v1/messages") return end(response, {});
  requests.push(body);
  const asked: unknown = JSON.parse(body);
  const reply = replyTo(asked);
  if (property(asked, "stream") === true) stream(response, reply);
  else end(response, messageOf(reply));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

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

const USAGE = {
  input_tokens: 10,
  output_tokens: 2,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

function messageOf(content: readonly Block[]): Readonly<Record<string, unknown>> {
  const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-stand-in",
    content,
    stop_reason,
    stop_sequence: null,
    usage: USAGE,
  };
}

function stream(response: ServerResponse, content: readonly Block[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  const { stop_reason, ...message } = messageOf(content);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    const empty = isText ? { type: "text", text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send("content_block_start", { index, content_block: empty });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: USAGE });
  send("message_stop", {});
  response.end();
}

function end(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

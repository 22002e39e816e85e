// One message of the Messages API, whole or as the events of a stream.

import type { ServerResponse } from "node:http";

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

const USAGE = {
  input_tokens: 10,
  output_tokens: 2,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
export type Spent = typeof USAGE;

let count = 0;

export function messageOf(
  content: readonly Block[],
  spent: Partial<Spent>,
): Readonly<Record<string, unknown>> {
  const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  count += 1;
  return {
    id: `msg_${count}`,
    type: "message",
    role: "assistant",
    model: "claude-stand-in",
    content,
    stop_reason,
    stop_sequence: null,
    usage: { ...USAGE, ...spent },
  };
}

export function streamMessage(
  response: ServerResponse,
  content: readonly Block[],
  spent: Partial<Spent>,
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  const { stop_reason, ...message } = messageOf(content, spent);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    const { empty, delta } = deltaOf(block);
    send("content_block_start", { index, content_block: empty });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", {
    delta: { stop_reason, stop_sequence: null },
    usage: message["usage"],
  });
  send("message_stop", {});
  response.end();
}

function deltaOf(block: Block): { readonly empty: object; readonly delta: object } {
  switch (block.type) {
    case "text":
      return { empty: { ...block, text: "" }, delta: { type: "text_delta", text: block.text } };
    case "thinking":
      return {
        empty: { ...block, thinking: "", signature: "" },
        delta: { type: "thinking_delta", thinking: block.thinking },
      };
    case "tool_use":
      return {
        empty: { ...block, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
      };
  }
}

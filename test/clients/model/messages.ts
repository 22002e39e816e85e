// The Messages API, which Claude Code speaks.

import {
  type Block,
  type Dialect,
  listIn,
  nextId,
  property,
  type Said,
  type Spent,
  type StreamEvent,
  textIn,
  textOf,
} from "./asked.ts";

export const MESSAGES: Dialect = {
  isAsked: (path) => path === "/v1/messages",
  read: (body) => ({
    body,
    isStreamed: property(body, "stream") === true,
    said: [
      { by: "system", text: textOf(property(body, "system")) },
      ...listIn(body, "messages").flatMap(readMessage),
    ],
  }),
  stream: streamMessage,
  whole: messageOf,
};

function readMessage(message: unknown): Said[] {
  const content = property(message, "content");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const results = parts
    .filter((part) => textIn(part, "type") === "tool_result")
    .map((part): Said => {
      const inside = property(part, "content");
      const isError = property(part, "is_error") === true;
      return { by: "tool", call: textIn(part, "tool_use_id"), text: JSON.stringify(inside) ?? "", isError };
    });
  const text = textOf(content);
  const isCall = parts.some((part) => textIn(part, "type") === "tool_use");
  const by = textIn(message, "role") === "assistant" ? "model" : "person";
  return [...results, ...(text === "" && !isCall ? [] : [{ by, text, isCall } as const])];
}

function messageOf(content: readonly Block[], spent: Spent) {
  const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return {
    id: nextId("msg"),
    type: "message",
    role: "assistant",
    model: "claude-stand-in",
    content,
    stop_reason,
    stop_sequence: null,
    usage: spent,
  };
}

function streamMessage(content: readonly Block[], spent: Spent): StreamEvent[] {
  const { stop_reason, ...message } = messageOf(content, spent);
  const event = (type: string, data: object): StreamEvent => ({ type, data: { type, ...data } });
  return [
    event("message_start", { message: { ...message, content: [], stop_reason: null } }),
    ...content.flatMap((block, index) => {
      const { empty, delta } = deltaOf(block);
      return [
        event("content_block_start", { index, content_block: empty }),
        event("content_block_delta", { index, delta }),
        event("content_block_stop", { index }),
      ];
    }),
    event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: spent }),
    event("message_stop", {}),
  ];
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

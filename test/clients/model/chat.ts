// Chat completions, which OpenCode and the Observer's openai-compatible provider speak.

import {
  type Block,
  type Dialect,
  listIn,
  nextId,
  property,
  type Said,
  type Spent,
  textIn,
  textOf,
} from "./asked.ts";

const MODEL = "stand-in";

export const CHAT: Dialect = {
  isAsked: (path) => path === "/v1/chat/completions",
  read: (body) => ({
    body,
    isStreamed: property(body, "stream") === true,
    said: listIn(body, "messages").map(readMessage),
  }),
  stream: (content, spent) => {
    const id = nextId("chatcmpl");
    const chunk = (delta: object, finish_reason: string | null, more: object = {}) => ({
      data: {
        ...{ id, object: "chat.completion.chunk", created: 0, model: MODEL },
        choices: [{ index: 0, delta, finish_reason }],
        ...more,
      },
    });
    const { calls, text, reason } = splitBlocks(content);
    return [
      chunk({ role: "assistant", content: text }, null),
      ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] }, null)),
      chunk({}, reason, { usage: usageOf(spent) }),
    ];
  },
  whole: (content, spent) => {
    const { calls, text, reason } = splitBlocks(content);
    const message = {
      role: "assistant",
      content: text,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    return {
      ...{ id: nextId("chatcmpl"), object: "chat.completion", created: 0, model: MODEL },
      choices: [{ index: 0, message, finish_reason: reason }],
      usage: usageOf(spent),
    };
  },
  end: "data: [DONE]\n\n",
};

function readMessage(message: unknown): Said {
  const text = textOf(property(message, "content"));
  switch (textIn(message, "role")) {
    case "tool":
      return { by: "tool", call: textIn(message, "tool_call_id"), text };
    case "assistant":
      return { by: "model", text, isCall: listIn(message, "tool_calls").length > 0 };
    case "user":
      return { by: "person", text };
    default:
      return { by: "system", text };
  }
}

function splitBlocks(content: readonly Block[]) {
  const calls = content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  const text = textOf(content.filter(({ type }) => type === "text"));
  return { calls, text, reason: calls.length === 0 ? "stop" : "tool_calls" };
}

function usageOf({ input_tokens: prompt_tokens, output_tokens: completion_tokens }: Spent): object {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

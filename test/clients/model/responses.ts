// OpenAI's Responses API, which Codex speaks. The tools of a server have a name of two parts, `SERVER/TOOL`.

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

export const RESPONSES: Dialect = {
  isAsked: (path) => path === "/v1/responses",
  read: (body) => ({
    body: withTools(body),
    isStreamed: property(body, "stream") === true,
    said: [{ by: "system", text: textIn(body, "instructions") }, ...listIn(body, "input").flatMap(readItem)],
  }),
  stream: (content, spent) => {
    const { output, ...response } = responseOf(content, spent);
    return [
      event("response.created", { response: { id: response.id } }),
      ...output.map((item) => event("response.output_item.done", { item })),
      event("response.completed", { response: { ...response, output } }),
    ];
  },
  whole: responseOf,
};

/** A model that only runs code is given its tools among the conversation. */
function withTools(body: unknown): unknown {
  if (typeof body !== "object" || property(body, "tools") !== undefined) return body;
  const given = listIn(body, "input").filter((item) => textIn(item, "type") === "additional_tools");
  return { ...body, tools: given.flatMap((item) => listIn(item, "tools")) };
}

function event(type: string, data: object) {
  return { type, data: { type, ...data } };
}

const SPEAKERS: Readonly<Record<string, Said["by"]>> = {
  user: "person",
  assistant: "model",
  developer: "system",
  system: "system",
};

function readItem(item: unknown): Said[] {
  const type = textIn(item, "type");
  if (type.endsWith("_output")) {
    const output = property(item, "output") ?? property(item, "tools");
    const text = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
    return [{ by: "tool", call: textIn(item, "call_id"), text }];
  }
  if (type.endsWith("_call")) return [{ by: "model", text: "", isCall: true }];
  const by = SPEAKERS[textIn(item, "role")];
  return by === undefined ? [] : [{ by, text: textOf(property(item, "content")) }];
}

function responseOf(content: readonly Block[], { input_tokens, output_tokens }: Spent) {
  const usage = {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
  return {
    id: nextId("resp"),
    object: "response",
    status: "completed",
    output: content.map(itemOf),
    usage,
  };
}

function itemOf(block: Block): object {
  switch (block.type) {
    case "text": {
      const content = [{ type: "output_text", text: block.text, annotations: [] }];
      return { type: "message", id: nextId("msg"), role: "assistant", content };
    }
    case "thinking":
      return {
        type: "reasoning",
        id: nextId("rs"),
        summary: [{ type: "summary_text", text: block.thinking }],
      };
    case "tool_use": {
      const { id: call_id, name: full, input } = block;
      const [name = "", namespace] = full.split("/").toReversed();
      if (typeof input === "string")
        return { type: "custom_tool_call", id: nextId("ctc"), call_id, name, input };
      if (name === "tool_search")
        return { type: "tool_search_call", id: nextId("ts"), call_id, execution: "client", arguments: input };
      const call = {
        type: "function_call",
        id: nextId("fc"),
        call_id,
        name,
        arguments: JSON.stringify(input),
      };
      return namespace === undefined ? call : { ...call, namespace };
    }
  }
}

// Gemini's API.

import {
  type Block,
  type Dialect,
  listIn,
  property,
  type Said,
  type Spent,
  textIn,
  textOf,
} from "./asked.ts";

const METHOD = /^\/v1(?:beta)?\/models\/[^/:]+:(generateContent|streamGenerateContent)$/;

export const GENERATE_CONTENT: Dialect = {
  isAsked: (path) => METHOD.test(path),
  read: (body, path) => ({
    body,
    isStreamed: METHOD.exec(path)?.[1] === "streamGenerateContent",
    said: [
      { by: "system", text: textOf(listIn(property(body, "systemInstruction"), "parts")) },
      ...listIn(body, "contents").flatMap(readContent),
    ],
  }),
  stream: (content, spent) => [{ data: answerOf(content, spent) }],
  whole: answerOf,
};

function readContent(content: unknown): Said[] {
  const parts = listIn(content, "parts");
  const results = parts.flatMap((part): Said[] => {
    const result = property(part, "functionResponse");
    if (result === undefined) return [];
    const text = JSON.stringify(property(result, "response")) ?? "";
    return [{ by: "tool", call: textIn(result, "id"), text }];
  });
  const text = textOf(parts);
  const isCall = parts.some((part) => property(part, "functionCall") !== undefined);
  const by = textIn(content, "role") === "model" ? "model" : "person";
  return [...results, ...(text === "" && !isCall ? [] : [{ by, text, isCall } as const])];
}

function answerOf(content: readonly Block[], { input_tokens, output_tokens }: Spent) {
  return {
    candidates: [{ content: { role: "model", parts: content.map(partOf) }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: input_tokens,
      candidatesTokenCount: output_tokens,
      totalTokenCount: input_tokens + output_tokens,
    },
    modelVersion: "stand-in",
  };
}

function partOf(block: Block): object {
  switch (block.type) {
    case "text":
      return { text: block.text };
    case "thinking":
      return { text: block.thinking, thought: true };
    case "tool_use":
      return { functionCall: { id: block.id, name: block.name, args: block.input } };
  }
}

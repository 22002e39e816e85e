// What a client asked of the model, whichever API it speaks, and what the model answers: the words that scripts are written in.

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string }
  /** An input that is a text is for a tool that takes no JSON. */
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

/** One thing that was said in a conversation. */
export type Said = {
  readonly by: "system" | "person" | "model" | "tool";
  readonly text: string;
  /** The call that a tool answers. */
  readonly call?: string;
  /** The model called tools with it. */
  readonly isCall?: boolean;
  /** The API says of a tool's answer that the call failed. */
  readonly isError?: boolean;
};

export type Asked = {
  /** The request as JSON. */
  readonly body: unknown;
  readonly isStreamed: boolean;
  /** Oldest first. */
  readonly said: readonly Said[];
};

export type Spent = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
};

export const SPENT: Spent = {
  input_tokens: 10,
  output_tokens: 2,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** How one API says it: a file beside this one for each. */
export type Dialect = {
  /** Whether a path is where a model is asked in this API. */
  readonly isAsked: (path: string) => boolean;
  readonly read: (body: unknown, path: string) => Asked;
  /** The events of a stream, each with its type where the API names it in a line of its own. */
  readonly stream: (content: readonly Block[], spent: Spent) => readonly StreamEvent[];
  readonly whole: (content: readonly Block[], spent: Spent) => object;
  /** The last line of a stream, where there is one. */
  readonly end?: string;
};

export type StreamEvent = { readonly type?: string; readonly data: object };

let count = 0;

/** An id that no other answer of this process has. */
export function nextId(prefix: string): string {
  count += 1;
  return `${prefix}_${count}`;
}

export function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}

export function listIn(value: unknown, key: string): readonly unknown[] {
  const list = property(value, key);
  return Array.isArray(list) ? list : [];
}

export function textIn(value: unknown, key: string): string {
  const text = property(value, key);
  return typeof text === "string" ? text : "";
}

/** A text, or the texts of a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => textIn(part, "text"))
    .filter((text) => text !== "")
    .join("\n");
}

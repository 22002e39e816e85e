// What a tool is. It translates: a use-case decides, and whatever goes wrong becomes an answer that says so and what to do.
//
// No tool but memory_update asks Claude Code for a person's consent at every call (requiresUserInteraction): that one replaces
// words that were there. What memory_save adds is marked, and waits for review anyway; where nobody can be asked the client
// would refuse it, and a model would only turn to the shell.

import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { PlainAnswer } from "../app/hub/memories.ts";
import { type CredenceError, FAILURES, type FailureCode } from "../memory/errors.ts";
import { renderLine } from "../memory/text/sanitize.ts";
import type { Tell, ToolPlace } from "./place.ts";

/** The two forms of one answer; what both cost is added to the first. */
export type Answer<Value> = {
  readonly value: Value;
  readonly text: string;
  /** What it lacks, or how it came about. */
  readonly notice?: string | null;
};

type Words<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, "title" | "openWorldHint">>;
  readonly input: Input;
  /** Has a field `tokens`, which is filled in here. */
  readonly output: Output;
  readonly meta?: Record<string, unknown>;
  readonly run: (
    place: ToolPlace,
    args: z.output<Input>,
  ) => Promise<Answer<Omit<z.output<Output>, "tokens">> | PlainAnswer>;
};

export type ToolHost = {
  /** For a call of that client, as the call itself names it. */
  readonly placeOf: (client: string | null, tell?: Tell) => Promise<ToolPlace>;
  /** After each call, whatever became of it. */
  readonly onAnswer: () => void;
};

export type Tool = {
  readonly name: string;
  readonly register: (server: McpServer, host: ToolHost) => void;
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  words: Words<Input, Output>,
): Tool {
  const { name, title, description, input, output, meta, run } = words;
  // Everything is on this machine.
  const annotations: ToolAnnotations = { title, ...words.annotations, openWorldHint: false };
  return {
    name,
    register: (server, { placeOf, onAnswer }) => {
      const config = {
        title,
        description,
        inputSchema: input as z.ZodObject,
        outputSchema: (output as z.ZodObject).extend(NOTICES),
        annotations,
        ...(meta === undefined ? {} : { _meta: meta }),
      };
      server.registerTool(name, config, async (args, { mcpReq }) => {
        let hide = (text: string): string => text;
        try {
          const place = await placeOf(nameClient(mcpReq.envelope), tellerOf(mcpReq));
          hide = place.hide;
          // What was called off while the client was asked where its project is, is not begun.
          mcpReq.signal.throwIfAborted();
          // The SDK has held the arguments against exactly this schema.
          const answer = await run(place, args as z.output<Input>);
          return toResult(answer, place.remarks.map(hide));
        } catch (error) {
          return renderFailure(error, hide);
        } finally {
          onAnswer();
        }
      });
    },
  };
}

/** Any answer may lack a root, or a part of one, or leave something unremembered, and then says so. */
const NOTICES = {
  notices: z.array(z.string()).optional().describe("what this answer lacks, and why"),
};

/** In the newer revision there is no hello: every call says who makes it. */
function nameClient(envelope: Readonly<Record<string, unknown>> | undefined): string | null {
  const info = envelope?.[CLIENT_INFO_META_KEY];
  const name = typeof info === "object" && info !== null && "name" in info ? info.name : null;
  return typeof name === "string" ? name : null;
}

/** Only a client that asked for progress can be told anything before the answer. */
function tellerOf({ _meta, notify }: ServerContext["mcpReq"]): Tell | undefined {
  const token = _meta?.progressToken;
  if (token === undefined) return undefined;
  return (message) => {
    const params = { progressToken: token, progress: 1, message };
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function toResult(
  answer: Answer<Record<string, unknown>> | PlainAnswer,
  remarks: readonly string[],
): CallToolResult {
  if ("plain" in answer)
    return { content: [{ type: "text", text: answer.plain }], structuredContent: { ...answer.value } };
  const notices = [...remarks, ...(typeof answer.notice === "string" ? [answer.notice] : [])].map((remark) =>
    renderLine(remark, MESSAGE_CHARS_MAX),
  );
  const value = notices.length === 0 ? answer.value : { ...answer.value, notices };
  const text = [answer.text, ...notices.map((notice) => `note: ${notice}`)].join("\n");
  const tokens = estimateTokens(JSON.stringify(value));
  return {
    content: [{ type: "text", text: `${text}\n(about ${estimateTokens(text)} tokens)` }],
    structuredContent: { ...value, tokens },
  };
}

// A failure as an answer: a code, what is wrong, and what to do about it in the words of the tools. Never a text that was
// refused, never a stack.

const MESSAGE_CHARS_MAX = 400;

type Advice = Readonly<Partial<Record<FailureCode, string>>>;

/** Whatever comes with the failure: that names options of commands. */
const INSTEAD: Advice = {
  NOT_FOUND: "find ids with memory_search; if the id exists in both scopes, pass scope",
  INVALID_MEMORY: "correct the named fields and call again",
};

/** Where nothing comes with it, and the table's advice is for somebody who types commands. */
const FIXES: Advice = {
  USAGE: "check the tool's input schema",
  EXISTS: "memory_get returns it, or why it is withheld; another name creates a new one",
  NO_ROOT: "ask the user to run credence init in the project",
  NEEDS_PERSON: "only the user can do this, at a terminal",
  DAILY_LIMIT: "continue without saving: the limit resets tomorrow and does not apply to the user",
  OCC_CONFLICT: "read it again with memory_get and repeat the change",
};

async function renderFailure(error: unknown, hide: (text: string) => string): Promise<CallToolResult> {
  const { explainFailure } = await import("../app/health/explain-failure.ts");
  const failure = explainFailure(error);
  const message = renderLine(hide(failure.message), MESSAGE_CHARS_MAX);
  const text = `error: ${failure.code}: ${message}\nhint: ${hide(adviseOn(failure))}`;
  return { content: [{ type: "text", text }], isError: true };
}

function adviseOn({ code, hint }: CredenceError): string {
  const isOfTable = hint === FAILURES[code].fix;
  return INSTEAD[code] ?? (isOfTable ? FIXES[code] : undefined) ?? hint;
}

/** About four bytes a token: right for English, and for other scripts rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

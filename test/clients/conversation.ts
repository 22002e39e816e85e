// Several prompts to one session of the real Claude Code. Starting the program costs more than a prompt does, and its hooks
// are started anew for each.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Owner } from "../temp-dir.ts";
import { claudeProgram } from "./claude-program.ts";
import type { StandIn } from "./stand-in-api.ts";

const STREAMED = "-p --input-format stream-json --output-format stream-json --verbose".split(" ");

export type ClientPlace = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly standIn: StandIn;
};

export type Answer = {
  /** What the client says that the model answered. */
  readonly text: string;
  /** What the model would have seen since the prompt; each has the whole conversation in it. */
  readonly requests: readonly string[];
};

export type Conversation = {
  readonly ask: (prompt: string) => Promise<Answer>;
  /** Ends the session and says with which exit code. */
  readonly end: () => Promise<number | null>;
};

type Client = ChildProcessByStdio<Writable, Readable, Readable>;

export function startConversation(
  owner: Owner,
  { cwd, env, standIn }: ClientPlace,
  args: readonly string[],
): Conversation {
  const child: Client = spawn(claudeProgram(), [...STREAMED, ...args], {
    ...{ cwd, env, stdio: ["pipe", "pipe", "pipe"] },
  });
  // Of a test that failed.
  owner.after(() => child.kill("SIGKILL"));
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const said: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (content) => {
      const from = standIn.requests.length;
      const message = { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
      child.stdin.write(`${JSON.stringify(message)}\n`);
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        const { type, result = "" }: { type: string; result?: string } = JSON.parse(line.value);
        if (type === "result") return { text: result, requests: standIn.requests.slice(from) };
      }
      throw new Error(`the client ended with ${await closed}: ${said.join("")}`);
    },
    end: async () => {
      child.stdin.end();
      for (let line = await lines.next(); line.done !== true; line = await lines.next());
      return closed;
    },
  };
}

type Message = { readonly role: string; readonly content: unknown };

/** The messages since the model last spoke. */
function newsIn(request: string): readonly Message[] {
  const { messages = [] }: { readonly messages?: readonly Message[] } = JSON.parse(request);
  return messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
}

/** What the model was told since it last spoke, and nothing of what was said before. */
export function newsOf({ requests }: { readonly requests: readonly string[] }): string {
  return JSON.stringify(newsIn(requests.at(-1) ?? "{}"));
}

/** What each tool of one answer told the model, in the order of the calls. */
export function resultsOf({ requests }: { readonly requests: readonly string[] }): string[] {
  const blocks: ToolResult[] = newsIn(requests.at(-1) ?? "{}").flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  return blocks
    .filter(({ type }) => type === "tool_result")
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ content }) => JSON.stringify(content));
}

type ToolResult = { readonly type: string; readonly tool_use_id: string; readonly content: unknown };

/** The stand-in counts the calls of an answer in their ids. */
function placeOf({ tool_use_id: id }: ToolResult): number {
  return Number(id.split("_").at(-1));
}

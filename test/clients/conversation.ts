// Several prompts to one session of the real Claude Code. Starting the program costs more than a prompt does, and its hooks
// are started anew for each.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Owner } from "../temp-dir.ts";
import { claudeProgram } from "./client-program.ts";
import type { Asked } from "./model/asked.ts";
import { newsOf as newsIn, resultsOf as resultsIn } from "./model/script.ts";
import type { StandIn } from "./model/stand-in.ts";

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
  /** The same, read. */
  readonly asked: readonly Asked[];
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
        if (type === "result")
          return {
            text: result,
            requests: standIn.requests.slice(from),
            asked: standIn.asked.slice(from),
          };
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

type Told = { readonly asked: readonly Asked[] };

/** What the model was told since it last spoke, and nothing of what was said before. */
export function newsOf({ asked }: Told): string {
  const last = asked.at(-1);
  return JSON.stringify(last === undefined ? [] : newsIn(last));
}

/** What each tool of one answer told the model, in the order of the calls. */
export function resultsOf({ asked }: Told): string[] {
  const last = asked.at(-1);
  return last === undefined ? [] : resultsIn(last);
}

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

const STREAMED =
  "-p --input-format stream-json --output-format stream-json --verbose --replay-user-messages".split(" ");

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
  /** Takes the conversation back to before its first prompt. */
  readonly rewind: () => Promise<void>;
  /** Ends the session and says with which exit code. */
  readonly end: () => Promise<number | null>;
};

/** What of a line of its output is looked at. */
type Line = {
  readonly type: string;
  readonly result?: string;
  readonly isReplay?: boolean;
  readonly uuid?: string;
  readonly response?: { readonly response?: { readonly rewound?: boolean } };
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
  const prompts: string[] = [];
  const until = async (wanted: string): Promise<Line> => {
    const found = await readUntil(lines, wanted, prompts);
    if (found !== null) return found;
    throw new Error(`the client ended with ${await closed}: ${said.join("")}`);
  };
  return {
    ask: async (content) => {
      const from = standIn.requests.length;
      const message = { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
      child.stdin.write(`${JSON.stringify(message)}\n`);
      const { result = "" } = await until("result");
      return { text: result, requests: standIn.requests.slice(from), asked: standIn.asked.slice(from) };
    },
    rewind: async () => {
      child.stdin.write(`${JSON.stringify(rewindRequest(prompts))}\n`);
      const { response } = await until("control_response");
      if (response?.response?.rewound !== true) throw new Error(JSON.stringify(response));
    },
    end: async () => {
      child.stdin.end();
      for (let line = await lines.next(); line.done !== true; line = await lines.next());
      return closed;
    },
  };
}

/** The ids of the prompts go to `prompts`. @returns null when there is no such line. */
async function readUntil(
  lines: AsyncIterator<string>,
  wanted: string,
  prompts: string[],
): Promise<Line | null> {
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    const read: Line = JSON.parse(line.value);
    if (read.type === "user" && read.isReplay === true) prompts.push(read.uuid ?? "");
    if (read.type === wanted) return read;
  }
  return null;
}

function rewindRequest(prompts: readonly string[]): object {
  const request = {
    subtype: "rewind_conversation",
    target_message_uuid: prompts[0],
    last_seen_user_message_uuid: prompts.at(-1),
  };
  return { type: "control_request", request_id: "rewind", request };
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

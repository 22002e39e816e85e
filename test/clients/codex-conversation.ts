// Several prompts to one session of the real Codex, and what its terminal does besides: taking a conversation back to an earlier
// prompt, compacting it, going on with it. All of it goes through the server that its terminal talks to.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Owner } from "../temp-dir.ts";
import { codexProgram } from "./client-program.ts";
import type { ClientProject } from "./client-project.ts";
import { codexSettings } from "./codex-client.ts";
import type { Asked } from "./model/asked.ts";

export type CodexTurn = { readonly id: string; readonly asked: readonly Asked[] };

export type CodexConversation = {
  readonly ask: (prompt: string) => Promise<CodexTurn>;
  /** Takes a turn and everything after it back. */
  readonly revert: (turn: string) => Promise<void>;
  readonly compact: () => Promise<void>;
  readonly thread: string;
  readonly end: () => Promise<void>;
};

type Message = {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the server answers is looked at by whoever asked
  readonly result?: any;
  readonly error?: { readonly message: string };
  readonly params?: { readonly threadId?: string };
};

/** A new session, or one that is resumed. */
export async function startCodex(
  owner: Owner,
  project: ClientProject,
  resumed?: string,
): Promise<CodexConversation> {
  const { top, clientEnv, standIn } = project;
  const child = spawn(codexProgram(), ["app-server", ...codexSettings(standIn.url)], {
    ...{ cwd: top, env: clientEnv, stdio: ["pipe", "pipe", "ignore"] },
  });
  owner.after(() => child.kill("SIGKILL"));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const waiting = new Set<(message: Message) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    for (const each of waiting) each(JSON.parse(line));
  });
  const until = (isIt: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const look = (message: Message): void => {
        if (!isIt(message)) return;
        waiting.delete(look);
        resolve(message);
      };
      waiting.add(look);
    });
  let last = 0;
  const call = async (method: string, params: object): Promise<Message["result"]> => {
    last += 1;
    const id = last;
    const answered = until((message) => message.id === id && message.method === undefined);
    child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const clientInfo = { name: "test", version: "1" };
  await call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  child.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
  const { thread } =
    resumed === undefined
      ? await call("thread/start", { cwd: top, historyMode: "paginated" })
      : await call("thread/resume", { threadId: resumed });
  const threadId: string = thread.id;
  const ended = (): Promise<Message> =>
    until(({ method, params }) => method === "turn/completed" && params?.threadId === threadId);
  return {
    thread: threadId,
    ask: async (text) => {
      const from = standIn.asked.length;
      const done = ended();
      const { turn } = await call("turn/start", { threadId, input: [{ type: "text", text }] });
      await done;
      return { id: turn.id, asked: standIn.asked.slice(from) };
    },
    revert: (beforeTurnId) => call("thread/revert", { threadId, beforeTurnId }),
    compact: async () => {
      const done = ended();
      await call("thread/compact/start", { threadId });
      await done;
    },
    end: () => {
      child.kill();
      return closed;
    },
  };
}

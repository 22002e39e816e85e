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

type Answer = { readonly thread?: { readonly id: string }; readonly turn?: { readonly id: string } };

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
  readonly params?: { readonly threadId?: string };
};

type Server = {
  readonly call: (method: string, params: object) => Promise<Answer>;
  readonly until: (isIt: (message: Message) => boolean) => Promise<Message>;
  readonly end: () => Promise<void>;
};

/** A new session, or one that is resumed. */
export async function startCodex(
  owner: Owner,
  project: ClientProject,
  resumed?: string,
): Promise<CodexConversation> {
  const { call, until, end } = await startServer(owner, project);
  const { thread } =
    resumed === undefined
      ? await call("thread/start", { cwd: project.top, historyMode: "paginated" })
      : await call("thread/resume", { threadId: resumed });
  const threadId = thread?.id ?? "";
  const ended = (): Promise<Message> =>
    until(({ method, params }) => method === "turn/completed" && params?.threadId === threadId);
  return {
    thread: threadId,
    ask: async (text) => {
      const from = project.standIn.asked.length;
      const done = ended();
      const { turn } = await call("turn/start", { threadId, input: [{ type: "text", text }] });
      await done;
      return { id: turn?.id ?? "", asked: project.standIn.asked.slice(from) };
    },
    revert: async (beforeTurnId) => void (await call("thread/revert", { threadId, beforeTurnId })),
    compact: async () => {
      const done = ended();
      await call("thread/compact/start", { threadId });
      await done;
    },
    end,
  };
}

async function startServer(owner: Owner, { top, clientEnv, standIn }: ClientProject): Promise<Server> {
  const child = spawn(codexProgram(), ["app-server", ...codexSettings(standIn.url)], {
    ...{ cwd: top, env: clientEnv, stdio: ["pipe", "pipe", "ignore"] },
  });
  owner.after(() => child.kill("SIGKILL"));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const waiting: Waiting = new Set();
  createInterface({ input: child.stdout }).on("line", (line) => {
    for (const each of waiting) each(JSON.parse(line));
  });
  const until: Server["until"] = (isIt) => waitIn(waiting, isIt);
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  let last = 0;
  const call: Server["call"] = async (method, params) => {
    last += 1;
    const id = last;
    const answered = until((message) => message.id === id && message.method === undefined);
    send({ id, method, params });
    const { result, error } = await answered;
    if (result === undefined) throw new Error(`${method}: ${error?.message}`);
    return result;
  };
  const clientInfo = { name: "test", version: "1" };
  await call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  send({ method: "initialized" });
  const end = (): Promise<void> => {
    child.kill();
    return closed;
  };
  return { call, until, end };
}

type Waiting = Set<(message: Message) => void>;

function waitIn(waiting: Waiting, isIt: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    const look = (message: Message): void => {
      if (!isIt(message)) return;
      waiting.delete(look);
      resolve(message);
    };
    waiting.add(look);
  });
}

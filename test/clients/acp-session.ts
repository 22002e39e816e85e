// One session of a program that editors drive by the Agent Client Protocol, which asks it again and again where its command line
// asks once; and what every such session has of its start.

import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Owner } from "../temp-dir.ts";
import type { ClientProject, RealClient } from "./client-project.ts";
import { type Asked, listIn } from "./model/asked.ts";
import { acting } from "./model/script.ts";
import { connectedProject, countBlocks } from "./walk.ts";

type AcpSession = {
  /** What the model was asked on account of this prompt. */
  readonly ask: (prompt: string) => Promise<readonly Asked[]>;
  readonly end: () => Promise<void>;
};

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly sessionId?: string };
  readonly error?: unknown;
};

/** Prompts that need no memory: the block of the session's start comes once, and again after a compaction. */
export async function expectOneStart(
  owner: Owner,
  client: RealClient,
  /** What the program needs besides, the tokens that make it compact in the middle of a turn, and with which words it asks for a
   * summary, where it offers its tools with that, too. */
  how: { readonly words: readonly string[]; readonly tokens: number; readonly summing?: RegExp },
): Promise<void> {
  const project = await connectedProject(owner, client);
  const session = await startAcp(owner, { client, project }, how.words);
  const countStarts = async (): Promise<number> => {
    const last = (await session.ask("hello there")).at(-1);
    return last === undefined ? 0 : countBlocks(last);
  };
  assert.deepEqual([await countStarts(), await countStarts(), await countStarts()], [1, 1, 1]);
  project.standIn.spend({ input_tokens: how.tokens });
  const asked = await session.ask(acting({ shell: "true" }));
  assert.ok(
    asked.some(
      ({ body, said }) =>
        listIn(body, "tools").length === 0 || how.summing?.test(said.at(-1)?.text ?? "") === true,
    ),
    "nothing was compacted",
  );
  assert.deepEqual([await countStarts(), await countStarts()], [1, 1]);
  await session.end();
}

async function startAcp(
  owner: Owner,
  { client, project }: { readonly client: RealClient; readonly project: ClientProject },
  words: readonly string[],
): Promise<AcpSession> {
  const { top: cwd, clientEnv: env, standIn } = project;
  const [program = "", ...args] = [...client.program(), "--acp", ...words];
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  owner.after(() => void child.kill("SIGKILL"));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const call = openCalls(child, closed);
  await call("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await call("session/new", { cwd, mcpServers: [] });
  return {
    ask: async (text) => {
      const from = standIn.asked.length;
      await call("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return standIn.asked.slice(from);
    },
    end: () => {
      child.kill();
      return closed;
    },
  };
}

type Call = (method: string, params: object) => Promise<NonNullable<Message["result"]>>;

function openCalls(
  { stdin, stdout }: ChildProcessByStdio<Writable, Readable, null>,
  closed: Promise<void>,
): Call {
  const waiting = new Map<number, (message: Message) => void>();
  const say = (message: object): void =>
    void stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  createInterface({ input: stdout }).on("line", (line) => {
    const message: Message = JSON.parse(line);
    // It asks for nothing that would be needed here.
    if (message.method !== undefined && message.id !== undefined)
      say({ id: message.id, error: { code: -32_601, message: "no" } });
    else waiting.get(message.id ?? 0)?.(message);
  });
  return async (method, params) => {
    const id = waiting.size + 1;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(id, resolve);
    say({ id, method, params });
    const ended = closed.then((): Message => ({ error: "it ended" }));
    const { result, error } = await Promise.race([promise, ended]);
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
}

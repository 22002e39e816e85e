// The server as a client that keeps no rules sees it: bytes in, lines out, a process that lives or ends.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Owner } from "../temp-dir.ts";
import type { McpProject } from "./mcp-project.ts";

export type RawServer = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly write: (text: string) => void;
  /** One message, without waiting. */
  readonly send: (message: object) => void;
  /** The answer to the message of that id. */
  readonly answerTo: (id: number) => Promise<string>;
  /** A hello, and then a call of a tool. */
  readonly hello: () => Promise<string>;
  readonly exit: Promise<number | null>;
  readonly lines: readonly string[];
  readonly errors: () => string;
};

export type RawSetting = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the client says that it can do. */
  readonly capabilities?: object;
  /** `result` or `error` of the client when the server asks it something; nothing is no answer. */
  readonly reply?: (method: string) => object | null;
};

type Server = Pick<McpProject, "words" | "serverEnv" | "top">;

export function rawServer(owner: Owner, project: Server, setting: RawSetting = {}): RawServer {
  const [command = "", ...args] = project.words;
  const { cwd = project.top, capabilities = {}, reply = () => null } = setting;
  const env = { ...project.serverEnv, ...setting.env };
  const child = spawn(command, args, { cwd, env, stdio: "pipe" });
  owner.after(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const { lines, answerTo } = readLines(child.stdout, ({ id, method }) => {
    const said = reply(method);
    if (said !== null) send({ id, ...said });
  });
  // A server that is gone does not read; a test says itself what it expects then.
  child.stdin.on("error", () => undefined);
  const write = (text: string): void => void child.stdin.write(text);
  const send = (message: object): void => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    child,
    write,
    send,
    answerTo,
    hello: () => {
      send({ id: 0, method: "initialize", params: { ...HELLO, capabilities } });
      return answerTo(0);
    },
    exit: new Promise((resolve) => child.on("close", resolve)),
    lines,
    errors: () => errors,
  };
}

const HELLO = {
  protocolVersion: "2025-11-25",
  clientInfo: { name: "raw", version: "1" },
};

type Question = { readonly id: number; readonly method: string };

/** Both sides number what they ask from 0, so only what names no method is an answer. */
function readLines(
  stdout: Readable,
  onQuestion: (question: Question) => void,
): Pick<RawServer, "lines" | "answerTo"> {
  const lines: string[] = [];
  const waiting = new Map<number, (line: string) => void>();
  let rest = "";
  stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      const message = JSON.parse(line);
      if (message.method === undefined) waiting.get(message.id)?.(line);
      else if (message.id !== undefined) onQuestion(message);
    }
  });
  const answerTo = (id: number): Promise<string> =>
    new Promise((resolve) => {
      const said = lines.find((line) => isAnswer(JSON.parse(line), id));
      if (said === undefined) waiting.set(id, resolve);
      else resolve(said);
    });
  return { lines, answerTo };
}

function isAnswer(message: { readonly id?: unknown; readonly method?: unknown }, id: number): boolean {
  return message.id === id && message.method === undefined;
}

export function toolCall(id: number, name: string, args: object): object {
  return { id, method: "tools/call", params: { name, arguments: args } };
}

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

export function rawServer(owner: Owner, project: McpProject): RawServer {
  const [command = "", ...args] = project.words;
  const child = spawn(command, args, { cwd: project.top, env: { ...project.serverEnv }, stdio: "pipe" });
  owner.after(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const { lines, answerTo } = readLines(child.stdout);
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
      send({ id: 0, method: "initialize", params: HELLO });
      return answerTo(0);
    },
    exit: new Promise((resolve) => child.on("close", resolve)),
    lines,
    errors: () => errors,
  };
}

const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
};

function readLines(stdout: Readable): Pick<RawServer, "lines" | "answerTo"> {
  const lines: string[] = [];
  const waiting = new Map<number, (line: string) => void>();
  let rest = "";
  stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      waiting.get(JSON.parse(line).id)?.(line);
    }
  });
  const answerTo = (id: number): Promise<string> =>
    new Promise((resolve) => {
      const said = lines.find((line) => JSON.parse(line).id === id);
      if (said === undefined) waiting.set(id, resolve);
      else resolve(said);
    });
  return { lines, answerTo };
}

export function toolCall(id: number, name: string, args: object): object {
  return { id, method: "tools/call", params: { name, arguments: args } };
}

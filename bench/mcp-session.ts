// The server as a client has it: started by the words that install writes, asked one thing after the other.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launcherIn, serverWords } from "../src/agents/hook-words.ts";
import { renderLauncher } from "../src/app/clients/launcher.ts";
import type { Places } from "./built-store.ts";

export type Session = {
  readonly child: ChildProcess;
  readonly ask: (method: string, params: object) => Promise<unknown>;
};

const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** Ready: it has said hello. */
export async function startSession({ dist, base }: Places): Promise<Session> {
  const [state, cache] = [join(base, "credence/state"), join(base, "credence/cache")];
  const script = join(dist, "credence.cjs");
  const launcher = renderLauncher({ node: process.execPath, script, home: join(base, "home") });
  writeFileSync(launcherIn(state), launcher, { mode: 0o700 });
  const [command = "", ...args] = serverWords({ state, cache });
  const child = spawn(command, args, {
    cwd: join(base, "project"),
    env: { PATH: process.env["PATH"], HOME: join(base, "home") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (value: unknown) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    if (error !== undefined || result?.isError === true) throw new Error(line);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  await ask("initialize", HELLO);
  return { child, ask };
}

export async function endSession({ child }: Session): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.stdin?.end();
  await gone;
}

/** On the processor so far, in steps of ten: what else the machine does counts for little. */
export function processorMs({ child }: Session): number {
  const [, fields = ""] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

export function residentMb({ child }: Session): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

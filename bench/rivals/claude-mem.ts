// Hooks and a worker that listens on a port of this machine. What sessions teach it a model writes; here memories are saved by the
// address that its own tools save by.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Note, Place, Rival } from "./rival.ts";
import { sendHttp } from "./send-http.ts";

const PORT = 38_917;
const PROJECT = "project";
const SHOWN = 5;
const COMMAND_MS = 60_000;

export const CLAUDE_MEM: Rival = {
  name: "claude-mem",
  packages: ["claude-mem@13.25.3", "@oven/bun-linux-x64@1.4.4"],
  overrides: {
    "better-auth": "1.6.16",
    "@better-auth/api-key": "1.6.16",
    "better-call": "1.4.0",
    "@better-fetch/fetch": "^1.1.21",
  },
  mode: "its worker and hooks with Bun from npm and its word search; no Chroma, which needs Python and a model, and no model that writes observations; what its team server depends on pinned to versions that the registry has",
  asks: "word",
  start: async (place) => {
    linkBun(place);
    runHook(place, {}, "start");
    await waitForWorker();
    runHook(place, {}, "hook", "claude-code", "context");
    const ids = new Map<string, number>();
    return {
      save: async (note) => {
        const { id }: { id: number } = JSON.parse(await send("POST", "/api/memory/save", noteOf(note)));
        ids.set(note.name, id);
      },
      find: async (query) => {
        const found = await send("GET", searchOf(query));
        const numbers = [...found.matchAll(/\| #(\d+) \|/g)].map(([, id]) => Number(id));
        if (numbers.length === 0) return "";
        // Its search names titles; the texts an agent gets by their numbers, as its tools say.
        const texts = await send("POST", "/api/observations/batch", { ids: numbers.slice(0, SHOWN) });
        return `${JSON.parse(found).content[0].text}\n${texts}`;
      },
      atPrompt: (prompt) =>
        Promise.resolve(runHook(place, { prompt }, "hook", "claude-code", "session-init")),
      remove: (name) => send("DELETE", `/api/observation/${ids.get(name)}`),
      stop: async () => runHook(place, {}, "hook", "claude-code", "session-end"),
    };
  },
  hook: ({ modules, home, top }) => ({
    words: [...wordsOf(modules), "hook", "claude-code", "session-init"],
    env: settingsOf(home),
    input: (prompt) => ({ session_id: "evidence", cwd: top, hook_event_name: "UserPromptSubmit", prompt }),
  }),
  requests: { read: searchOf, write: "/api/memory/save", note: noteOf },
};

function wordsOf(modules: string): string[] {
  const scripts = join(modules, "claude-mem/plugin/scripts");
  return [join(scripts, "bun-runner.js"), join(scripts, "worker-service.cjs")];
}

/** @returns what it says to the model and the person. */
function runHook({ modules, home, top, env }: Place, more: object, ...args: string[]): string {
  const input = { session_id: "evidence", cwd: top, source: "startup", reason: "exit", ...more };
  return execFileSync(process.execPath, [...wordsOf(modules), ...args], {
    cwd: top,
    env: { ...env, ...settingsOf(home) },
    input: JSON.stringify(input),
    timeout: COMMAND_MS,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function settingsOf(home: string): Record<string, string> {
  return {
    CLAUDE_MEM_DATA_DIR: join(home, ".claude-mem"),
    CLAUDE_MEM_WORKER_PORT: String(PORT),
    CLAUDE_MEM_CHROMA_ENABLED: "false",
    DO_NOT_TRACK: "1",
  };
}

function linkBun({ modules, home }: Place): void {
  const bin = join(home, ".bun/bin");
  if (mkdirSync(bin, { recursive: true }) !== undefined)
    symlinkSync(join(modules, "@oven/bun-linux-x64/bin/bun"), join(bin, "bun"));
}

function searchOf(query: string): string {
  return `/api/search?${new URLSearchParams({ query, project: PROJECT, limit: "50" })}`;
}

function noteOf({ name, body }: Note): object {
  return { title: name, text: body, project: PROJECT };
}

/** Its command says that it is ready some time before it is. */
async function waitForWorker(): Promise<void> {
  const end = performance.now() + COMMAND_MS;
  for (;;) {
    const answer = await send("GET", "/api/readiness").catch((error: unknown) => error);
    if (typeof answer === "string") return;
    if (performance.now() > end) throw new Error("its worker does not answer", { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function send(method: string, path: string, body?: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const given = body === undefined ? "" : JSON.stringify(body);
  const { status, text } = await sendHttp(PORT, { method, path, headers, body: given });
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
  return text;
}

// One real conversation with the MCP server, started as the client would start it: hello, the list of tools, one search.

import { type ChildProcess, spawn } from "node:child_process";
import { parseJson } from "../../memory/json.ts";
import type { Proof } from "./proofs.ts";

const ANSWER_MS = 10_000;
/** A server that is told to go writes down what it has to. */
const LEAVE_MS = 3_000;
const OUTPUT_CHARS_MAX = 1_000_000;

const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "credence-doctor", version: "1" },
};
const MESSAGES = [
  { id: 1, method: "initialize", params: HELLO },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
  { id: 3, method: "tools/call", params: { name: "memory_search", arguments: { query: "credence doctor" } } },
];

export type ProofPlace = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export async function proveServer(words: readonly string[], place: ProofPlace): Promise<Proof> {
  const [program = "", ...args] = words;
  const child = spawn(program, args, {
    cwd: place.cwd,
    env: { ...place.env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { promise, resolve } = Promise.withResolvers<Proof>();
  const timer = setTimeout(() => resolve(failed("the MCP server does not answer in time")), ANSWER_MS);
  const gone = new Promise<void>((done) => {
    for (const event of ["error", "close"]) child.once(event, () => done());
  });
  child.on("error", ({ message }) => resolve(failed(`the MCP server cannot be started (${message})`)));
  child.on("close", () => resolve(failed("the MCP server ends before it answers")));
  readAnswers(child, resolve);
  // Whoever is gone already does not read: that it ended is said above.
  child.stdin.on("error", () => undefined);
  for (const message of MESSAGES) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill();
    // Nothing of ours is left running, and nothing is written behind the back of whoever goes on.
    const force = setTimeout(() => child.kill("SIGKILL"), LEAVE_MS);
    await gone;
    clearTimeout(force);
  }
}

function failed(why: string): Proof {
  return { works: false, why };
}

function readAnswers(child: ChildProcess, resolve: (proof: Proof) => void): void {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (text.length > OUTPUT_CHARS_MAX) return resolve(failed("the MCP server does not stop talking"));
    const last = text
      .split("\n")
      .map((line) => parseJson(line))
      .find((answer) => numberOf(answer) === 3);
    if (last !== undefined) resolve(judge(text));
  });
}

/** Where there is no root to search, saying so is the right answer. */
function judge(text: string): Proof {
  const hasTool = text.includes('"name":"memory_search"');
  const isSearched = text.includes('"structuredContent":{"rows":') || text.includes("error: NO_ROOT");
  if (!hasTool) return failed("the MCP server does not list our tools");
  return isSearched ? { works: true, why: "" } : failed("the search of the MCP server fails");
}

function numberOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "id" in answer ? answer.id : null;
}

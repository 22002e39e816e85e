// One real round trip: the command line in the settings, started as the client would start it, with an event whose
// answer is known beforehand.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KnownCall } from "../../agents/sample-call.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";

export const ANSWER_MS = 10_000;

type Proof = { readonly works: boolean; readonly why: string };

export function proveHook(
  { words, input, isRight }: KnownCall,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Proof {
  const [program = "", ...args] = words;
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: place.cwd,
    env: { ...place.env },
    input: JSON.stringify(input),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  // One that ends before it has read the event was started all the same.
  if (error !== undefined && codeOf(error) !== "EPIPE")
    return { works: false, why: `the hook cannot be started (${error.message})` };
  if (status !== 0) return { works: false, why: `the hook ended with ${status ?? "a signal"}` };
  const answer = parse(stdout);
  if (answer === undefined) return { works: false, why: "the hook answered with something that is not JSON" };
  return isRight(answer)
    ? { works: true, why: "" }
    : { works: false, why: "the hook did not deny a write into machine state" };
}

/** On a busy machine the first starts of a version can be late, and a late hook says nothing. */
export const TRIES = 3;

export function proveHookPatiently(call: KnownCall, place: Parameters<typeof proveHook>[1]): Proof {
  let proof = proveHook(call, place);
  for (let left = TRIES - 1; left > 0 && !proof.works; left -= 1) proof = proveHook(call, place);
  return proof;
}

/** @returns undefined when the output is not JSON; null when there is none. */
function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

// One real conversation with the MCP server, started as the client would start it: hello, the list of tools, one search.

/** A server that is asked to stop saves its state first. */
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
    // No process of ours is left running, and none writes after this returns.
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

// Whether the MCP server that a client would start has answered here: recorded by the process that tried it, read
// before anything relies on it. Fails closed: a record that cannot be read proves nothing.

export type ServerProof = {
  /** The command line that was tried. */
  readonly words: readonly string[];
  readonly works: boolean;
};

const FILE = "server-proof.json";

export function writeServerProof(state: string, { words, works }: ServerProof, now: Instant): void {
  const text = JSON.stringify({ v: 1, at: renderInstant(now), words, works });
  writing("machine state", () => replaceFile(join(ensurePrivate(state), FILE), `${text}\n`, 0o600));
}

/** Did exactly this command line work when it was tried last? */
export function isServerProved(state: string, words: readonly string[]): boolean {
  const path = join(state, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  if (typeof value !== "object" || value === null || !("words" in value) || !("works" in value)) return false;
  return value.works === true && JSON.stringify(value.words) === JSON.stringify(words);
}

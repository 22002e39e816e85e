// One real round trip: the command line in the settings, started as the client would start it, with an event whose
// answer is known beforehand.

import { spawn, spawnSync } from "node:child_process";
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

export type ProofPlace = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export function proveHook({ words, input, isRight }: KnownCall, { cwd, env }: ProofPlace): Proof {
  const [program = "", ...args] = words;
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    env: { ...env },
    input: JSON.stringify(input),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  // One that ends before it has read the event was started all the same.
  if (error !== undefined && codeOf(error) !== "EPIPE")
    return failed(`the hook cannot be started (${error.message})`);
  if (status !== 0) return failed(`the hook ended with ${status ?? "a signal"}`);
  const answer = parse(stdout);
  if (answer === undefined) return failed("the hook answered with something that is not JSON");
  return isRight(answer)
    ? { works: true, why: "" }
    : failed("the hook did not deny a write into machine state");
}

/** On a busy machine the first starts of a version can be late, and a late hook says nothing. */
export const TRIES = 5;

export function proveHookPatiently(call: KnownCall, place: ProofPlace): Proof {
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

export async function proveServer(words: readonly string[], { cwd, env }: ProofPlace): Promise<Proof> {
  const messages = MESSAGES.map((message) => ({ jsonrpc: "2.0", ...message }));
  const isEnough = (said: string): boolean => findAnswer(said, 3) !== null;
  const { said, why } = await converse(words, { cwd, env, messages, isEnough, leaveMs: LEAVE_MS });
  if (why !== "") return failed(`the MCP server ${why}`);
  // Where there is no root to search, saying so is the right answer.
  const isSearched = said.includes('"structuredContent":{"rows":') || said.includes("error: NO_ROOT");
  if (!said.includes('"name":"memory_search"')) return failed("the MCP server does not list our tools");
  return isSearched ? { works: true, why: "" } : failed("the search of the MCP server fails");
}

function failed(why: string): Proof {
  return { works: false, why };
}

type Conversation = ProofPlace & {
  readonly messages: readonly object[];
  readonly isEnough: (said: string) => boolean;
  /** How long it may take to leave; with none it is ended at once. */
  readonly leaveMs: number;
};

/** All that a program says to lines of JSON until that is enough, and why it was not. */
export async function converse(
  [program = "", ...args]: readonly string[],
  { cwd, env, messages, isEnough, leaveMs }: Conversation,
): Promise<{ readonly said: string; readonly why: string }> {
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve("does not answer in time"), ANSWER_MS);
  const gone = new Promise<void>((done) => {
    for (const event of ["error", "close"]) child.once(event, () => done());
  });
  child.on("error", ({ message }) => resolve(`cannot be started (${message})`));
  child.on("close", () => resolve("ends before it answers"));
  // Whoever is gone already does not read: that it ended is said above.
  child.stdin.on("error", () => undefined);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    said += part;
    if (said.length > OUTPUT_CHARS_MAX) resolve("does not stop talking");
    else if (isEnough(said)) resolve("");
  });
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  const why = await promise;
  clearTimeout(timer);
  child.kill(leaveMs === 0 ? "SIGKILL" : "SIGTERM");
  // No process of ours is left running, and none writes after this returns.
  const force = setTimeout(() => child.kill("SIGKILL"), leaveMs);
  await gone;
  clearTimeout(force);
  return { said, why };
}

/** @returns null where that message has no answer yet. */
export function findAnswer(said: string, id: number): unknown {
  const answers = said.split("\n").slice(0, -1).map(parseJson);
  return answers.find((answer) => fieldOf(answer, "id") === id) ?? null;
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
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
  const isSame = JSON.stringify(fieldOf(value, "words")) === JSON.stringify(words);
  return isSame && fieldOf(value, "works") === true;
}

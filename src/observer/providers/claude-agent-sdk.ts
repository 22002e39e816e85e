// A completion through Anthropic's Agent SDK, for users whose subscription or setup needs it. containment.ts makes the
// options; this module runs the call: the client first proves that it has nothing to act with, then it gets the prompt, and
// its processes and its home are removed in any case.

import { type ClientProcess, prepareClient } from "../client/client-process.ts";
import {
  buildContainment,
  type ClientQuery,
  type LoadSdk,
  loadSdk,
  sdkMissing,
  unsafe,
  verifyInit,
  verifyVersion,
} from "../client/containment.ts";
import { enterJail, type Jail } from "../client/jail.ts";
import { addUsage, mapUsage, NO_USAGE } from "../model/budget.ts";
import { readCount, readField, readList, readText } from "../model/parse-candidates.ts";
import {
  type Provider,
  ProviderError,
  type Question,
  type Reply,
  type ToolAttempt,
  type Usage,
} from "../model/provider.ts";
import { errorOfStatus, findKey, keyMissing } from "./http.ts";
import { type ProviderSetup, verifyAddress } from "./provider-setup.ts";

export type ClientSetup = ProviderSetup & {
  /** The loader of the SDK, and a program to use instead of its own. */
  readonly load?: LoadSdk;
  readonly program?: string;
};

const MODEL = "haiku";
/** The exit codes of a shell for a program that cannot be started. */
const NOT_STARTED = [126, 127];

export function openClaudeAgentSdk(setup: ClientSetup): Provider {
  return { name: "claude-agent-sdk", ask: (question) => ask(setup, question) };
}

async function ask(setup: ClientSetup, question: Question): Promise<Reply> {
  const access = findAccess(setup);
  const sdk = await loadSdk(setup.load);
  // Loading takes a while; from here on the signal is observed.
  question.signal.throwIfAborted();
  const jail = enterJail(setup.state);
  const client = prepareClient();
  const book = openAttemptBook(question.onAttempt);
  const end = new AbortController();
  const stop = (): void => {
    client.end();
    end.abort();
  };
  question.signal.addEventListener("abort", stop);
  try {
    const prompt = holdPrompt(question.prompt);
    const options = buildContainment({
      ...{ system: question.system, outputTokensMax: question.outputTokensMax },
      ...{ model: setup.model ?? MODEL, program: setup.program ?? null, access },
      ...{ jail: jail.path, home: jail.home, spawn: client.spawn, end },
      onAttempt: book.report,
    });
    const query = sdk.query({ prompt: prompt.messages, options });
    return await converse(query, { question, prompt, book, jail });
  } catch (error) {
    question.signal.throwIfAborted();
    throw await explain(error, client);
  } finally {
    question.signal.removeEventListener("abort", stop);
    stop();
    await client.ended();
    book.close();
    jail.leave();
  }
}

type Conversation = {
  readonly question: Question;
  readonly prompt: ReturnType<typeof holdPrompt>;
  readonly book: AttemptBook;
  readonly jail: Jail;
};

async function converse(query: ClientQuery, { question, prompt, book, jail }: Conversation): Promise<Reply> {
  const measure = openUsageMeter();
  let isProved = false;
  verifyVersion(await query.initializationResult());
  for await (const message of query) {
    const kind = readText(message, "type");
    if (kind === "system" && readText(message, "subtype") === "init") {
      verifyInit(message, jail.path);
      isProved = true;
    }
    if (book.take(message) === "carried-out") throw unsafe("carried a tool out");
    const usage = measure(message);
    question.onUsage(usage);
    question.signal.throwIfAborted();
    if (kind !== "result") continue;
    if (prompt.isReleased()) return { text: readResult(message), usage };
    if (!isProved) throw unsafe("does not say how it is set up");
    prompt.release();
  }
  throw new ProviderError("transient", "the client ended without an answer");
}

/** Replaces the SDK's own errors, because they may quote the session. */
async function explain(error: unknown, client: ClientProcess): Promise<ProviderError> {
  if (error instanceof ProviderError) return error;
  client.end();
  const exit = await client.ended();
  if (exit !== null && NOT_STARTED.includes(exit)) return sdkMissing("the SDK's client cannot be started");
  return new ProviderError("transient", "the client failed");
}

function findAccess(setup: ClientSetup): Readonly<Record<string, string>> {
  const key = findKey(setup, ["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"]);
  if (key === null) throw keyMissing("ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN");
  // A token of `claude setup-token` pays by subscription.
  const access = key.startsWith("sk-ant-oat") ? { CLAUDE_CODE_OAUTH_TOKEN: key } : { ANTHROPIC_API_KEY: key };
  if (setup.baseUrl === null) return access;
  return { ...access, ANTHROPIC_BASE_URL: verifyAddress(setup.baseUrl).href.replace(/\/+$/, "") };
}

// The prompt, held back until the client has proved itself. A message without content comes first: it costs nothing and
// makes the client report its setup.

type HeldPrompt = {
  readonly messages: AsyncIterable<unknown>;
  readonly release: () => void;
  readonly isReleased: () => boolean;
};

function holdPrompt(text: string): HeldPrompt {
  const gate = Promise.withResolvers<void>();
  let isReleased = false;
  return {
    messages: stream(text, gate.promise),
    release: () => {
      isReleased = true;
      gate.resolve();
    },
    isReleased: () => isReleased,
  };
}

async function* stream(text: string, gate: Promise<void>): AsyncGenerator<unknown> {
  yield { ...messageOf([]), shouldQuery: false };
  await gate;
  yield messageOf(text);
  // The stream must not end, because that would close the client's input while it answers; the process is ended instead.
  await Promise.withResolvers<never>().promise;
}

function messageOf(content: string | readonly []) {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}

// The client's last message: the text, or the reason why there is none. The client reports a failed request as a success
// with an error.

function readResult(result: unknown): string {
  const status = readCount(result, "api_error_status");
  if (status !== null) throw errorOfStatus({ status, code: null, retryAfter: null, now: 0 });
  const subtype = readText(result, "subtype");
  if (subtype === "error_max_turns") throw new ProviderError("final", "the model kept asking for tools");
  // Without a status there was no answer: the connection or the client failed.
  if (subtype !== "success" || readField(result, "is_error") === true)
    throw new ProviderError("transient", "the client could not finish");
  const text = readText(result, "result") ?? "";
  if (text.trim() === "") throw new ProviderError("final", "the model gave no text");
  return text;
}

// Attempts of the model in a client to use tools, one record per call. The callback, the message stream and the list at the
// end report them, and each may be the only one to do so.

const MESSAGE_CHARS_MAX = 300;

type AttemptBook = {
  readonly report: (attempt: ToolAttempt) => void;
  /** @returns "carried-out" when a tool ran, which must never happen. */
  readonly take: (message: unknown) => "nothing" | "carried-out";
  /** Reports the attempts that got no answer because the call ended. */
  readonly close: () => void;
};

export function openAttemptBook(onAttempt: (attempt: ToolAttempt) => void): AttemptBook {
  const told = new Set<string>();
  const waiting = new Map<string, Pick<ToolAttempt, "id" | "tool" | "input">>();
  const report = (attempt: ToolAttempt): void => {
    if (attempt.id !== null) {
      if (told.has(attempt.id)) return;
      told.add(attempt.id);
      waiting.delete(attempt.id);
    }
    onAttempt(attempt);
  };
  const answer = (block: unknown): "nothing" | "carried-out" => {
    const id = readText(block, "tool_use_id");
    const asked = waiting.get(id ?? "") ?? { id, tool: "unnamed", input: null };
    const isRefusal = readField(block, "is_error") === true;
    const message = isRefusal ? textOf(readField(block, "content")) : null;
    report({ ...asked, result: isRefusal ? "denied" : "allowed", message });
    return isRefusal ? "nothing" : "carried-out";
  };
  return {
    report,
    take: (message) => {
      for (const call of callsIn(message)) {
        if (call.id === null) report({ ...call, result: "denied", message: null });
        else if (!told.has(call.id)) waiting.set(call.id, call);
      }
      for (const call of readList(message, "permission_denials") ?? []) {
        const [id, tool] = [readText(call, "tool_use_id"), readText(call, "tool_name") ?? "unnamed"];
        report({ id, tool, input: readField(call, "tool_input"), result: "denied", message: null });
      }
      const answers = blocksOf(message).filter((block) => typeOf(block).endsWith("tool_result"));
      return answers.map(answer).includes("carried-out") ? "carried-out" : "nothing";
    },
    close: () => {
      for (const call of [...waiting.values()])
        report({ ...call, result: "error", message: "the call ended before it was answered" });
    },
  };
}

function callsIn(message: unknown): Pick<ToolAttempt, "id" | "tool" | "input">[] {
  const blocks = blocksOf(message).filter((block) => typeOf(block).endsWith("tool_use"));
  return blocks.map((block) => ({
    id: readText(block, "id"),
    tool: readText(block, "name") ?? "unnamed",
    input: readField(block, "input"),
  }));
}

function blocksOf(message: unknown): readonly unknown[] {
  return readList(readField(message, "message"), "content") ?? [];
}

function typeOf(block: unknown): string {
  return readText(block, "type") ?? "";
}

function textOf(content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? null);
  return text.slice(0, MESSAGE_CHARS_MAX);
}

// The usage of a call through the client so far. Messages arrive in pieces that share an id and a preliminary count; the
// result counts everything, including helpers of the client. The larger number is believed.

/** Takes each message and returns the total so far. */
export function openUsageMeter(): (message: unknown) => Usage {
  const pieces = new Map<string, Usage>();
  let counted = NO_USAGE;
  return (message) => {
    const inner = readField(message, "message");
    const id = readText(inner, "id");
    const usage = readField(inner, "usage");
    if (id !== null && usage !== undefined) {
      pieces.set(id, larger(pieces.get(id) ?? NO_USAGE, count(usage, PIECE_NAMES)));
    }
    const models = readField(message, "modelUsage");
    if (typeof models === "object" && models !== null) {
      const used = Object.values(models).map((model) => count(model, MODEL_NAMES));
      counted = larger(counted, used.reduce(addUsage, NO_USAGE));
    }
    return larger(counted, [...pieces.values()].reduce(addUsage, NO_USAGE));
  };
}

type UsageNames = Readonly<Record<keyof Usage, string>>;

const PIECE_NAMES: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheCreation: "cache_creation_input_tokens",
};
const MODEL_NAMES: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheCreation: "cacheCreationInputTokens",
};

function count(usage: unknown, names: UsageNames): Usage {
  return mapUsage((key) => readCount(usage, names[key]) ?? 0);
}

function larger(a: Usage, b: Usage): Usage {
  return mapUsage((key) => Math.max(a[key], b[key]));
}

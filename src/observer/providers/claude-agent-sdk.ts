// A completion through Anthropic's Agent SDK, for people whose subscription or set-up it fits. What goes into the call is
// containment.ts's; here it is held: the client first shows that it has nothing to act with, then it gets the prompt,
// and whatever happens its processes and its home are gone afterwards.

import { type ClientProcess, prepareClient } from "../client/client-process.ts";
import {
  buildContainment,
  type ClientQuery,
  type LoadSdk,
  loadSdk,
  sdkMissing,
} from "../client/containment.ts";
import { enterJail, type Jail } from "../client/jail.ts";
import { unsafe, verifyInit, verifyVersion } from "../client/verify-client.ts";
import { readCount, readField, readText } from "../model/parse-candidates.ts";
import { type Provider, ProviderError, type Question, type Reply } from "../model/provider.ts";
import { type AttemptBook, openAttemptBook, openUsageMeter } from "./client-messages.ts";
import { errorOfStatus, findKey, keyMissing } from "./http.ts";
import { type ProviderSetup, verifyAddress } from "./provider-setup.ts";

export type ClientSetup = ProviderSetup & {
  /** Where the SDK comes from, and another program than its own. */
  readonly load?: LoadSdk;
  readonly program?: string;
};

const MODEL = "haiku";
/** What a shell says of a program that it cannot start. */
const NOT_STARTED = [126, 127];

export function openClaudeAgentSdk(setup: ClientSetup): Provider {
  return { name: "claude-agent-sdk", ask: (question) => ask(setup, question) };
}

async function ask(setup: ClientSetup, question: Question): Promise<Reply> {
  const access = findAccess(setup);
  const sdk = await loadSdk(setup.load);
  // Loading takes a while; from here on the signal is listened to.
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

/** The SDK's own errors may quote the session, so they are replaced. */
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

// The prompt, kept back until the client has proved itself. First comes a message without content that asks for nothing: it
// makes the client say how it is set up, at no cost.

export type HeldPrompt = {
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
  // An end of the stream would close the client's input while it answers; its process is ended instead.
  await Promise.withResolvers<never>().promise;
}

function messageOf(content: string | readonly []) {
  return { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}

// The client's last message: the text, or why there is none. The client calls a failed request a success with an error.

function readResult(result: unknown): string {
  const status = readCount(result, "api_error_status");
  if (status !== null) throw errorOfStatus({ status, code: null, retryAfter: null, now: 0 });
  const subtype = readText(result, "subtype");
  if (subtype === "error_max_turns") throw new ProviderError("final", "the model kept asking for tools");
  // Without a status nothing came back: the connection, or the client itself.
  if (subtype !== "success" || readField(result, "is_error") === true)
    throw new ProviderError("transient", "the client could not finish");
  const text = readText(result, "result") ?? "";
  if (text.trim() === "") throw new ProviderError("final", "the model gave no text");
  return text;
}

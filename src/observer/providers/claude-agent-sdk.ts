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
import { readText } from "../model/json-fields.ts";
import { type Provider, ProviderError, type Question, type Reply } from "../model/provider.ts";
import { type AttemptBook, openAttemptBook } from "./client-messages.ts";
import { openUsageMeter } from "./client-usage.ts";
import { findKey, keyMissing } from "./find-key.ts";
import { holdPrompt } from "./hold-prompt.ts";
import { type ProviderSetup, verifyAddress } from "./provider-setup.ts";
import { readResult } from "./read-result.ts";

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

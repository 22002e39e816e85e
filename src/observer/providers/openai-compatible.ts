// Chat completions in the protocol of OpenAI, Ollama, vLLM, OpenRouter and others: no tool field, ever. A model that asks
// for a tool is reported.

import { parseJson } from "../../memory/json.ts";
import { readCount, readField, readList, readText } from "../model/parse-candidates.ts";
import { type Provider, type Question, type Reply, SettingError, type Usage } from "../model/provider.ts";
import { CALL_MS_MAX, cutOff, findKey, keyMissing, noAnswer, postJson, reportToolUse } from "./http.ts";
import { isLoopback, type ProviderSetup, verifyAddress } from "./provider-setup.ts";

const ADDRESS = "https://api.openai.com/v1";

export function openOpenAiCompatible(setup: ProviderSetup, timeoutMs: number = CALL_MS_MAX): Provider {
  const ask = async (question: Question): Promise<Reply> => {
    const base = verifyAddress(setup.baseUrl ?? ADDRESS);
    const url = new URL(`${base.pathname.replace(/\/+$/, "")}/chat/completions`, base);
    const { model } = setup;
    if (model === null) throw new SettingError("no model is chosen: credence config set observer.model NAME");
    const key = findKey(setup, ["OPENAI_API_KEY"]);
    // A model on this machine needs no key.
    if (key === null && !isLoopback(url)) throw keyMissing("OPENAI_API_KEY");
    const answer = await postJson({
      url,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body: { model, ...limitFor(url, question), messages: messagesOf(question), stream: false },
      signal: question.signal,
      timeoutMs,
    });
    return readAnswer(answer, question);
  };
  return { name: "openai-compatible", ask };
}

/** OpenAI renamed the limit; all other servers know the old name. */
function limitFor({ hostname }: URL, { outputTokensMax }: Question): Readonly<Record<string, number>> {
  return hostname === "api.openai.com"
    ? { max_completion_tokens: outputTokensMax }
    : { max_tokens: outputTokensMax };
}

function messagesOf({ system, prompt }: Question): readonly object[] {
  return [
    { role: "system", content: system },
    { role: "user", content: prompt },
  ];
}

function readAnswer(answer: unknown, question: Question): Reply {
  const usage = readUsage(readField(answer, "usage"));
  question.onUsage(usage);
  const choice = readList(answer, "choices")?.[0];
  const message = readField(choice, "message");
  const old = readField(message, "function_call");
  const calls = [...(readList(message, "tool_calls") ?? []), ...(old ? [{ function: old }] : [])];
  for (const call of calls) {
    const called = readField(call, "function");
    reportToolUse(question, {
      id: readText(call, "id"),
      tool: readText(called, "name"),
      input: readArguments(readField(called, "arguments")),
    });
  }
  if (readText(choice, "finish_reason") === "length") throw cutOff();
  const text = readText(message, "content") ?? "";
  if (text.trim() === "") throw noAnswer();
  return { text, usage };
}

/** The protocol encodes arguments as JSON in a text. They are parsed, because rules do not see a secret after an escaped
 * line end. */
function readArguments(value: unknown): unknown {
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}

/** Budgets depend on reported usage, so an answer without it is invalid. */
function readUsage(value: unknown): Usage {
  const [input, output] = [readCount(value, "prompt_tokens"), readCount(value, "completion_tokens")];
  if (input === null || output === null) throw new SettingError("the provider reports no usage");
  return { input, output, cacheCreation: 0 };
}

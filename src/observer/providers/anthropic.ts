// Anthropic's Messages API as a plain completion: no tool field, ever. A model that asks for one is reported.

import { readCount, readField, readList, readText } from "../model/parse-candidates.ts";
import { type Provider, type Question, type Reply, SettingError, type Usage } from "../model/provider.ts";
import { CALL_MS_MAX, cutOff, findKey, keyMissing, noAnswer, postJson, reportToolUse } from "./http.ts";
import { type ProviderSetup, verifyAddress } from "./provider-setup.ts";

const ADDRESS = "https://api.anthropic.com";
const MODEL = "claude-haiku-5-5";
const API_VERSION = "2023-06-01";

export function openAnthropic(setup: ProviderSetup, timeoutMs: number = CALL_MS_MAX): Provider {
  const ask = async (question: Question): Promise<Reply> => {
    const base = verifyAddress(setup.baseUrl ?? ADDRESS);
    const url = new URL(`${base.pathname.replace(/\/+$/, "")}/v1/messages`, base);
    const key = findKey(setup, ["ANTHROPIC_API_KEY"]);
    if (key === null) throw keyMissing("ANTHROPIC_API_KEY");
    const answer = await postJson({
      url,
      headers: { "x-api-key": key, "anthropic-version": API_VERSION },
      body: {
        model: setup.model ?? MODEL,
        max_tokens: question.outputTokensMax,
        system: question.system,
        messages: [{ role: "user", content: question.prompt }],
      },
      signal: question.signal,
      timeoutMs,
    });
    return readAnswer(answer, question);
  };
  return { name: "anthropic", ask };
}

function readAnswer(answer: unknown, question: Question): Reply {
  const usage = readUsage(readField(answer, "usage"));
  question.onUsage(usage);
  const blocks = readList(answer, "content") ?? [];
  for (const block of blocks) {
    if (readText(block, "type")?.endsWith("tool_use") !== true) continue;
    reportToolUse(question, {
      id: readText(block, "id"),
      tool: readText(block, "name"),
      input: readField(block, "input"),
    });
  }
  if (readText(answer, "stop_reason") === "max_tokens") throw cutOff();
  const texts = blocks.filter((block) => readText(block, "type") === "text");
  const text = texts.map((block) => readText(block, "text") ?? "").join("");
  if (text.trim() === "") throw noAnswer();
  return { text, usage };
}

/** Budgets depend on reported usage, so an answer without it is invalid. */
function readUsage(value: unknown): Usage {
  const [input, output] = [readCount(value, "input_tokens"), readCount(value, "output_tokens")];
  if (input === null || output === null) throw new SettingError("the provider reports no usage");
  return { input, output, cacheCreation: readCount(value, "cache_creation_input_tokens") ?? 0 };
}

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Provider } from "../../../src/observer/model/provider.ts";
import { openAnthropic } from "../../../src/observer/providers/anthropic.ts";
import { freshDir } from "../../temp-dir.ts";
import { type Answer, askProvider, faultOf, sendJson, startServer } from "./answering-server.ts";

const KEY = "k".repeat(30);
const USAGE = { input_tokens: 120, output_tokens: 30, cache_creation_input_tokens: 5 };
const MESSAGE = {
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: '{"candidates":[]}' }],
  stop_reason: "end_turn",
  usage: USAGE,
};

async function open(t: TestContext, answer: Answer, timeoutMs?: number) {
  const server = await startServer(t, answer);
  const setup = { state: freshDir(t), env: { ANTHROPIC_API_KEY: KEY }, model: null, baseUrl: server.url };
  const provider: Provider = openAnthropic(setup, timeoutMs);
  return { ...server, provider };
}

test("a completion is one request without any tool field, and its text and usage come back", async (t) => {
  const { provider, seen } = await open(t, sendJson(200, MESSAGE));
  const { reply, usages, attempts } = askProvider(provider);
  const usage = { input: 120, output: 30, cacheCreation: 5 };
  assert.deepEqual(await reply, { text: '{"candidates":[]}', usage });
  assert.deepEqual([usages, attempts], [[usage], []]);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.path, "/v1/messages");
  assert.equal(seen[0]?.headers["x-api-key"], KEY);
  assert.deepEqual(seen[0]?.body, {
    model: "claude-haiku-5-5",
    max_tokens: 900,
    system: "You do not have access to tools.",
    messages: [{ role: "user", content: "what was said" }],
  });
});

test("tools in an answer are reported and nothing else is done about them", async (t) => {
  const content = [
    { type: "thinking", thinking: "a tool would be nice" },
    { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "true" } },
    { type: "text", text: "so " },
    { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
    { type: "text", text: "be it" },
  ];
  const { provider, seen } = await open(t, sendJson(200, { ...MESSAGE, content }));
  const { reply, attempts } = askProvider(provider);
  assert.equal((await reply).text, "so be it");
  assert.deepEqual(attempts, [
    {
      id: "toolu_1",
      tool: "Bash",
      input: { command: "true" },
      result: "denied",
      message: "no tool was offered",
    },
    {
      id: "srv_1",
      tool: "web_search",
      input: { query: "x" },
      result: "denied",
      message: "no tool was offered",
    },
  ]);
  assert.equal(seen.length, 1);
});

test("an answer of tools alone, one that was cut off and one without usage are final failures", async (t) => {
  const tool = { type: "tool_use", id: "toolu_1", name: "Read", input: {} };
  const rows: [object, string][] = [
    [{ content: [tool] }, "the provider gave no text"],
    [{ content: [] }, "the provider gave no text"],
    [{ content: "text" }, "the provider gave no text"],
    [{ content: [{ type: "text", text: 7 }] }, "the provider gave no text"],
    [{ stop_reason: "max_tokens" }, "the answer was cut off at the output token limit"],
    [{ usage: null }, "the provider reports no usage"],
    [{ usage: { input_tokens: -1, output_tokens: 1 } }, "the provider reports no usage"],
    [{ usage: { input_tokens: "9", output_tokens: 1 } }, "the provider reports no usage"],
  ];
  for (const [change, message] of rows) {
    const { provider } = await open(t, sendJson(200, { ...MESSAGE, ...change }));
    assert.deepEqual(await faultOf(askProvider(provider).reply), ["final", message, null]);
  }
});

test("what a failed answer has used is reported before it is refused", async (t) => {
  const { provider } = await open(t, sendJson(200, { ...MESSAGE, content: [] }));
  const { reply, usages } = askProvider(provider);
  await faultOf(reply);
  assert.deepEqual(usages, [{ input: 120, output: 30, cacheCreation: 5 }]);
});

test("without a key nothing is sent", async (t) => {
  const server = await startServer(t, sendJson(200, MESSAGE));
  const provider = openAnthropic({ state: freshDir(t), env: {}, model: null, baseUrl: server.url });
  const [fault, message] = await faultOf(askProvider(provider).reply);
  assert.equal(fault, "auth");
  assert.match(message, /put one in observer\.key in machine state \(mode 0600\), or set ANTHROPIC_API_KEY/);
  assert.deepEqual(server.seen, []);
});

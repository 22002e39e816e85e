import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createSecretFinder } from "../../../src/app/capture/spool-record.ts";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { openAuditLog, readAuditLog } from "../../../src/observer/model/audit-log.ts";
import { SettingError } from "../../../src/observer/model/provider.ts";
import { openOpenAiCompatible } from "../../../src/observer/providers/openai-compatible.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { freshDir } from "../../temp-dir.ts";
import { type Answer, askProvider, faultOf, sendJson, startServer } from "./answering-server.ts";

const KEY = "k".repeat(30);
const ANSWER = {
  object: "chat.completion",
  choices: [
    { index: 0, finish_reason: "stop", message: { role: "assistant", content: '{"candidates":[]}' } },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
};

function answerWith(message: object, finish_reason = "stop"): Answer {
  return sendJson(200, { ...ANSWER, choices: [{ index: 0, finish_reason, message }] });
}

async function open(t: TestContext, answer: Answer, change: object = {}) {
  const server = await startServer(t, answer);
  const baseUrl = `${server.url}/v1/`;
  const setup = { state: freshDir(t), env: { OPENAI_API_KEY: KEY }, model: "llama", baseUrl, ...change };
  return { ...server, provider: openOpenAiCompatible(setup) };
}

test("a completion is one request without any tool field, and its text and usage come back", async (t) => {
  const { provider, seen } = await open(t, sendJson(200, ANSWER));
  const { reply, usages, attempts } = askProvider(provider);
  const usage = { input: 120, output: 30, cacheCreation: 0 };
  assert.deepEqual(await reply, { text: '{"candidates":[]}', usage });
  assert.deepEqual([usages, attempts], [[usage], []]);
  assert.equal(seen[0]?.path, "/v1/chat/completions");
  assert.equal(seen[0]?.headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(seen[0]?.body, {
    model: "llama",
    max_tokens: 900,
    messages: [
      { role: "system", content: "You do not have access to tools." },
      { role: "user", content: "what was said" },
    ],
    stream: false,
  });
});

test("tools in an answer are reported, in the new form and the old, and nothing else is done about them", async (t) => {
  const { provider } = await open(
    t,
    answerWith({
      content: "so be it",
      tool_calls: [{ id: "call_1", type: "function", function: { name: "shell", arguments: '{"x":1}' } }, 7],
      function_call: { name: "read", arguments: "{" },
    }),
  );
  const { reply, attempts } = askProvider(provider);
  assert.equal((await reply).text, "so be it");
  const refused = { result: "denied", message: "no tool was offered" };
  assert.deepEqual(attempts, [
    { id: "call_1", tool: "shell", input: { x: 1 }, ...refused },
    { id: null, tool: "unnamed", input: undefined, ...refused },
    { id: null, tool: "read", input: "{", ...refused },
  ]);
});

test("no text, a text that was cut off and no usage are final failures", async (t) => {
  const rows: [Answer, string][] = [
    [
      answerWith({ content: null, tool_calls: [{ function: { name: "x" } }] }, "tool_calls"),
      "the provider gave no text",
    ],
    [answerWith({ content: "" }), "the provider gave no text"],
    [answerWith({ content: ["x"] }), "the provider gave no text"],
    [sendJson(200, { ...ANSWER, choices: [] }), "the provider gave no text"],
    [answerWith({ content: "half" }, "length"), "the answer was cut off at the output token limit"],
    [sendJson(200, { choices: ANSWER.choices }), "the provider reports no usage"],
  ];
  for (const [answer, message] of rows) {
    const { provider } = await open(t, answer);
    assert.deepEqual(await faultOf(askProvider(provider).reply), ["final", message, null]);
  }
});

test("a server on this machine needs no key, one elsewhere does", async (t) => {
  const { provider, seen } = await open(t, sendJson(200, ANSWER), { env: {} });
  await askProvider(provider).reply;
  assert.equal(seen[0]?.headers.authorization, undefined);
  const far = openOpenAiCompatible({
    state: freshDir(t),
    env: {},
    model: "m",
    baseUrl: "https://llm.invalid/v1",
  });
  const [fault, message] = await faultOf(askProvider(far).reply);
  assert.equal(fault, "auth");
  assert.match(message, /OPENAI_API_KEY/);
});

test("without a model nothing is sent", async (t) => {
  const { provider, seen } = await open(t, sendJson(200, ANSWER), { model: null });
  const [fault, message] = await faultOf(askProvider(provider).reply);
  assert.deepEqual(
    [fault, message],
    ["final", "no model is chosen: credence config set observer.model NAME"],
  );
  await assert.rejects(askProvider(provider).reply, SettingError);
  assert.deepEqual(seen, []);
});

test("a secret in what a tool was to be given is not in the audit log", async (t) => {
  const text = JSON.stringify({ command: `echo start\n${SAMPLE_SECRET}`, env: [`\t${SAMPLE_SECRET}`] });
  const { provider } = await open(
    t,
    answerWith({ content: "x", tool_calls: [{ id: "a", function: { name: "shell", arguments: text } }] }),
  );
  const state = freshDir(t);
  const findSecrets = createSecretFinder(DEFAULT_CONFIG);
  const from = { source: "Observer", session: "s1", project: "/p" } as const;
  const onAttempt = openAuditLog({ state, ...from, findSecrets, now: () => 0 });
  await askProvider(provider, { onAttempt }).reply;
  const [record] = readAuditLog(state, 1);
  assert.equal(
    record?.tool_input,
    "command: echo start\n[redacted: github-token]\nenv: \t[redacted: github-token]",
  );
});

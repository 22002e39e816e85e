// The provider with an SDK that plays a client which is not what it should be: it must not get a word of the session.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openClaudeAgentSdk } from "../../../src/observer/providers/claude-agent-sdk.ts";
import { freshDir } from "../../temp-dir.ts";
import { askProvider, faultOf } from "./answering-server.ts";

const VERSION = { claude_code_version: "2.1.325" };
const RESULT = { type: "result", subtype: "success", is_error: false, result: "text" };

type Play = {
  readonly handshake?: unknown;
  /** Messages before the prompt is asked for, and after it. */
  readonly first: (init: object) => unknown[];
  readonly later?: unknown[];
};

function open(t: TestContext, play: Play) {
  const [state, heard] = [freshDir(t), [] as unknown[]];
  const query = ({ prompt, options }: { prompt: AsyncIterable<unknown>; options: { cwd: string } }) => {
    const init = {
      ...{ type: "system", subtype: "init", ...VERSION, cwd: options.cwd, permissionMode: "dontAsk" },
      ...{ tools: [], mcp_servers: [], slash_commands: [], skills: [], plugins: [] },
    };
    async function* messages(): AsyncGenerator<unknown> {
      const input = prompt[Symbol.asyncIterator]();
      heard.push((await input.next()).value);
      yield* play.first(init);
      heard.push((await input.next()).value);
      yield* play.later ?? [];
    }
    return Object.assign(messages(), { initializationResult: async () => play.handshake ?? VERSION });
  };
  const env = { ANTHROPIC_API_KEY: "k".repeat(20) };
  const provider = openClaudeAgentSdk({
    state,
    env,
    model: null,
    baseUrl: null,
    load: async () => ({ query }),
  });
  return { state, heard, provider };
}

const FIRST = {
  type: "user",
  message: { role: "user", content: [] },
  parent_tool_use_id: null,
  shouldQuery: false,
};
const PROMPT = {
  type: "user",
  message: { role: "user", content: "what was said" },
  parent_tool_use_id: null,
};

test("a client that proves itself hears nothing at first, then the prompt", async (t) => {
  const { provider, heard } = open(t, {
    first: (init) => [init, { type: "result" }],
    later: [
      { ...RESULT, modelUsage: { m: { inputTokens: 4, outputTokens: 3, cacheCreationInputTokens: 2 } } },
    ],
  });
  const { reply, usages } = askProvider(provider);
  const usage = { input: 4, output: 3, cacheCreation: 2 };
  assert.deepEqual(await reply, { text: "text", usage });
  assert.deepEqual([heard, usages.at(-1)], [[FIRST, PROMPT], usage]);
});

test("a client that is too old, silent, or set up in any other way hears nothing of the session", async (t) => {
  const init = (change: object) => (proper: object) => [{ ...proper, ...change }, { type: "result" }];
  const plays: [Play, string][] = [
    [{ handshake: { claude_code_version: "2.1.197" }, first: init({}) }, "is older than 2.1.248"],
    [{ handshake: {}, first: init({}) }, "does not say its version"],
    [{ first: () => [{ type: "result" }] }, "does not say how it is set up"],
    [{ first: init({ tools: ["Read"] }) }, "reports tools"],
    [{ first: init({ mcp_servers: [{ name: "x" }] }) }, "reports mcp_servers"],
    [{ first: init({ slash_commands: ["pwn"] }) }, "reports slash_commands"],
    [{ first: init({ cwd: "/" }) }, "is in another directory"],
  ];
  for (const [play, what] of plays) {
    const { provider, heard, state } = open(t, play);
    assert.deepEqual(await faultOf(askProvider(provider).reply), ["unsafe", `the client ${what}`, null]);
    assert.equal(heard.includes(PROMPT), false);
    assert.doesNotMatch(JSON.stringify(heard), /what was said/);
    assert.deepEqual(readdirSync(join(state, "observer-homes")), []);
  }
});

test("a client that carries a tool out is unsafe, and the attempt is reported as allowed", async (t) => {
  const use = { type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "/etc/passwd" } };
  const done = { type: "tool_result", tool_use_id: "toolu_1", content: "root" };
  const { provider } = open(t, {
    first: (init) => [init, { type: "result" }],
    later: [
      { type: "assistant", message: { id: "m", content: [use] } },
      { type: "user", message: { content: [done] } },
      RESULT,
    ],
  });
  const { reply, attempts } = askProvider(provider);
  assert.deepEqual(await faultOf(reply), ["unsafe", "the client carried a tool out", null]);
  assert.deepEqual(attempts, [
    { id: "toolu_1", tool: "Read", input: { file_path: "/etc/passwd" }, result: "allowed", message: null },
  ]);
});

test("a client that turns out to have tools later is left at once", async (t) => {
  const { provider } = open(t, {
    first: (init) => [init, { type: "result" }],
    later: [{ type: "system", subtype: "init", ...VERSION, tools: ["Bash"] }, RESULT],
  });
  assert.deepEqual(await faultOf(askProvider(provider).reply), ["unsafe", "the client reports tools", null]);
});

test("a client that ends or fails without an answer may be tried again, and its words are not repeated", async (t) => {
  const quiet = open(t, { first: (init) => [init, { type: "result" }] });
  assert.deepEqual(await faultOf(askProvider(quiet.provider).reply), [
    "transient",
    "the client ended without an answer",
    null,
  ]);
  const failing = open(t, {
    first: () => {
      throw new Error("it quotes the session: what was said");
    },
  });
  assert.deepEqual(await faultOf(askProvider(failing.provider).reply), [
    "transient",
    "the client failed",
    null,
  ]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ObserverChoice, openProvider } from "../../../src/observer/providers/index.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { freshDir } from "../../temp-dir.ts";
import { askProvider, faultOf } from "./answering-server.ts";

const { texts } = tablesOf(import.meta.filename);

const ENV = { ANTHROPIC_API_KEY: "k".repeat(20), OPENAI_API_KEY: "k".repeat(20) };

function choice(provider: ObserverChoice["observer.provider"], url: string | null = null): ObserverChoice {
  return { "observer.provider": provider, "observer.model": "m", "observer.base_url": url };
}

test("each provider is opened by its name, and none by none", async (t) => {
  const place = { state: freshDir(t), env: ENV };
  assert.equal(await openProvider(choice("none"), place), null);
  for (const name of ["claude-agent-sdk", "anthropic", "openai-compatible"] as const)
    assert.equal((await openProvider(choice(name), place))?.name, name);
});

test("an address must be encrypted or on this machine, and hold nothing but a place", async (t) => {
  const place = { state: freshDir(t), env: ENV };
  for (const url of [
    "https://llm.example/v1",
    "http://127.0.0.1:11434/v1",
    "http://localhost",
    "http://[::1]:8",
  ])
    await assert.doesNotReject(openProvider(choice("anthropic", url), place), url);
  const bad = texts("bad addresses");
  for (const url of bad) {
    for (const name of ["anthropic", "openai-compatible", "claude-agent-sdk"] as const) {
      const provider = await openProvider(choice(name, url), place);
      assert.ok(provider !== null);
      const [fault, message] = await faultOf(askProvider(provider).reply);
      assert.equal(fault, "unsafe", url);
      assert.doesNotMatch(message, /secret/);
    }
  }
});

test("an SDK that is not installed says how to install it", async (t) => {
  const load = (): Promise<unknown> => Promise.reject(new Error("not found"));
  const provider = await openProvider(choice("claude-agent-sdk"), { state: freshDir(t), env: ENV, load });
  assert.ok(provider !== null);
  assert.deepEqual(await faultOf(askProvider(provider).reply), [
    "final",
    "the Agent SDK is not installed: npm install --global @anthropic-ai/claude-agent-sdk",
    null,
  ]);
});

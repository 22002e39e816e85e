import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENT_LABELS, TESTED_VERSIONS } from "../../src/agents/client-settings.ts";
import { CLIENTS, findClient, findCodec } from "../../src/agents/clients.ts";

const NAMES = ["claude-code", "codex", "copilot", "cursor", "gemini", "opencode", "qwen"];

test("every client that can be connected is one we speak with, and no other", () => {
  assert.deepEqual(
    CLIENTS.map(({ codec }) => codec.name),
    NAMES,
  );
  for (const name of NAMES) {
    assert.equal(findCodec(name)?.name, name);
    assert.equal(findClient(name)?.codec.name, name);
    assert.equal(findClient(name)?.settings.name, name);
  }
  for (const name of ["", "claude", "Codex", "__proto__"]) {
    assert.equal(findCodec(name), null, name);
    assert.equal(findClient(name), null, name);
  }
});

test("a prompt without words, an image alone, is an event of every client", () => {
  for (const [client, name] of [
    ["claude-code", "UserPromptSubmit"],
    ["codex", "UserPromptSubmit"],
    ["copilot", "UserPromptSubmit"],
    ["cursor", "beforeSubmitPrompt"],
    ["gemini", "BeforeAgent"],
    ["opencode", "chat.message"],
    ["qwen", "UserPromptSubmit"],
  ] as const) {
    const event = findCodec(client)?.readEvent(name, { prompt: "" });
    assert.ok(event?.kind === "prompt", client);
    assert.equal(event.text, "", client);
  }
});

test("a client says that it shows notices exactly where one comes out of it", () => {
  const starts = [
    "SessionStart",
    "SessionStart",
    "SessionStart",
    "sessionStart",
    "SessionStart",
    "session.created",
    "SessionStart",
  ];
  for (const [place, name] of NAMES.entries()) {
    const client = findCodec(name);
    const event = client?.readEvent(starts[place] ?? "", {}) ?? null;
    assert.ok(client !== null && event !== null, name);
    assert.equal(client.renderAnswer(event, { notice: "two wait" }) !== "", client.showsNotices, name);
  }
});

test("a hook calls a client as its settings do, and every client of a tested version has such a name", () => {
  assert.deepEqual(Object.keys(CLIENT_LABELS), Object.keys(TESTED_VERSIONS));
  for (const [name, label] of Object.entries(CLIENT_LABELS))
    assert.equal(findClient(name)?.settings.label, label, name);
});

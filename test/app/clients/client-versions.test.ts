import assert from "node:assert/strict";
import { test } from "node:test";
import { CODECS } from "../../../src/agents/clients.ts";
import { noteClientVersion, readClientVersions } from "../../../src/app/clients/client-versions.ts";
import { freshDir } from "../../temp-dir.ts";

test("the version of every client in the table is noted, by our name for it and by its own", (t) => {
  const state = freshDir(t);
  const names = CODECS.map(({ name }) => name);
  for (const name of names) noteClientVersion(state, name, "1.2.3");
  assert.deepEqual(Object.keys(readClientVersions(state)).sort(), [...names].sort());
  // As they call themselves to an MCP server.
  for (const [called, name] of [
    ["claude-code", "claude-code"],
    ["codex-mcp-client", "codex"],
    ["copilot-cli", "copilot"],
    ["gemini-cli-mcp-client", "gemini"],
    ["qwen-cli-mcp-client-credence", "qwen"],
  ] as const) {
    noteClientVersion(state, called, "4.5.6");
    assert.equal(readClientVersions(state)[name], "4.5.6", called);
  }
  for (const [called, version] of [
    ["emacs", "1.2.3"],
    ["codex", "newest"],
  ] as const)
    noteClientVersion(state, called, version);
  assert.equal(readClientVersions(state)["codex"], "4.5.6");
});

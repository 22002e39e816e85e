import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_SETTINGS, findSettings } from "../../src/agents/all-settings.ts";
import { findClient } from "../../src/agents/clients.ts";

const NAMES = ["claude-code", "codex", "cursor", "gemini", "opencode"];

test("every client that can be connected is one we speak with, and no other", () => {
  assert.deepEqual(
    ALL_SETTINGS.map(({ name }) => name),
    NAMES,
  );
  for (const name of NAMES) {
    assert.equal(findClient(name)?.name, name);
    assert.equal(findSettings(name)?.name, name);
  }
  for (const name of ["", "claude", "Codex", "__proto__"]) assert.equal(findClient(name), null, name);
});

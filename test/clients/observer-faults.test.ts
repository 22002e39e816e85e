// Failures of the API behind the real client, as the provider tells them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openClaudeAgentSdk } from "../../src/observer/providers/claude-agent-sdk.ts";
import { IS_DEEP } from "../deep.ts";
import { askProvider, faultOf, sendJson, startServer } from "../observer/providers/answering-server.ts";
import { freshDir } from "../temp-dir.ts";
import { claudeProgram } from "./client-program.ts";
import { loadSdk } from "./load-sdk.ts";

const EVERY_ROW: readonly (readonly [number, string, string])[] = [
  [429, "rate_limit_error", "rate"],
  [401, "authentication_error", "auth"],
  [402, "billing_error", "quota"],
  [529, "overloaded_error", "transient"],
  [400, "invalid_request_error", "final"],
];
const ROWS = IS_DEEP ? EVERY_ROW : EVERY_ROW.slice(0, 2);

test("each failure of the API has the same class as without the client, and its words are not repeated", async (t) => {
  for (const [status, type, fault] of ROWS) {
    const server = await startServer(
      t,
      sendJson(status, { type: "error", error: { type, message: "babble" } }),
    );
    const state = freshDir(t);
    const provider = openClaudeAgentSdk({
      ...{ state, model: null, baseUrl: server.url, load: loadSdk, program: claudeProgram() },
      env: { ANTHROPIC_API_KEY: "k".repeat(20) },
    });
    const [told, message] = await faultOf(askProvider(provider).reply);
    assert.equal(told, fault, String(status));
    assert.match(message, new RegExp(`\\(${status}\\)$`));
    assert.doesNotMatch(message, /babble/);
    assert.deepEqual(readdirSync(join(state, "observer-homes")), []);
  }
});

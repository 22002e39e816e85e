// A batch is set aside after three failures of its own, and never because something is set wrongly.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderError, SettingError } from "../../../src/observer/model/provider.ts";
import { openAnthropic } from "../../../src/observer/providers/anthropic.ts";
import { freshDir } from "../../temp-dir.ts";
import { type Answer, askProvider, sendJson, startServer } from "./answering-server.ts";

test("what any text would have met is the setting's fault, and what this one met is not", async (t) => {
  const rows: [Answer, boolean][] = [
    [sendJson(404, { error: { code: "model_not_found" } }), true],
    [sendJson(400, { error: { code: "model_not_found" } }), true],
    [sendJson(405, {}), true],
    [(response) => response.writeHead(302, { location: "/" }).end(), true],
    [(response) => response.writeHead(200).end("<html>"), true],
    [sendJson(200, { content: [{ type: "text", text: "x" }] }), true],
    [sendJson(400, { error: { type: "invalid_request_error" } }), false],
    [sendJson(413, {}), false],
    [sendJson(422, {}), false],
    [sendJson(200, { content: [], usage: { input_tokens: 1, output_tokens: 1 } }), false],
    [sendJson(200, { stop_reason: "max_tokens", usage: { input_tokens: 1, output_tokens: 1 } }), false],
  ];
  for (const [index, [answer, isSetting]] of rows.entries()) {
    const { url } = await startServer(t, answer);
    const setup = {
      state: freshDir(t),
      env: { ANTHROPIC_API_KEY: "k".repeat(30) },
      model: "m",
      baseUrl: url,
    };
    const provider = openAnthropic(setup);
    const error = await askProvider(provider).reply.catch((reason: unknown) => reason);
    assert.ok(error instanceof ProviderError && error.fault === "final", String(index));
    assert.equal(error instanceof SettingError, isSetting, String(index));
  }
});

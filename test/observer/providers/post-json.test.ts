// The wire below the plain completions, through one of them: every way in which a server can fail or misbehave.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openAnthropic } from "../../../src/observer/providers/anthropic.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { freshDir } from "../../temp-dir.ts";
import { type Answer, askProvider, faultOf, sendJson, startServer } from "./answering-server.ts";

const { rows } = tablesOf(import.meta.filename);

const KEY = "k".repeat(30);

async function open(t: TestContext, answer: Answer, timeoutMs?: number) {
  const server = await startServer(t, answer);
  const setup = { state: freshDir(t), env: { ANTHROPIC_API_KEY: KEY }, model: "m", baseUrl: server.url };
  return { ...server, provider: openAnthropic(setup, timeoutMs) };
}

test("each status has its class, by its number and the provider's code and never by a message", async (t) => {
  const statuses = rows<[number, string, string, string]>("statuses");
  for (const [status, type, fault, words] of statuses) {
    const { provider } = await open(t, sendJson(status, { error: { type, message: `your key ${KEY}` } }));
    assert.deepEqual(await faultOf(askProvider(provider).reply), [fault, `the provider ${words}`, null]);
  }
});

test("a failure whose body is no JSON still has its class", async (t) => {
  const { provider } = await open(t, (response) => response.writeHead(502).end("<html>bad gateway"));
  assert.deepEqual(await faultOf(askProvider(provider).reply), [
    "transient",
    "the provider failed for the moment (502)",
    null,
  ]);
});

test("how long to wait is taken from the answer, in seconds or as a date, an hour at most", async (t) => {
  const rows: [string, number | null][] = [
    ["7", 7_000],
    ["0", 0],
    ["999999", 3_600_000],
    [new Date(0).toUTCString(), 0],
    ["soon", null],
  ];
  for (const [header, ms] of rows) {
    const { provider } = await open(t, sendJson(429, {}, { "retry-after": header }));
    const [fault, , retryAfterMs] = await faultOf(askProvider(provider).reply);
    assert.deepEqual([fault, retryAfterMs], ["rate", ms], header);
  }
});

test("a redirect is refused, and neither key nor text goes where it leads", async (t) => {
  const elsewhere = await startServer(t, sendJson(200, {}));
  for (const status of [301, 302, 303, 307, 308]) {
    const { provider, seen } = await open(t, (response) =>
      response.writeHead(status, { location: `${elsewhere.url}/v1/messages` }).end(),
    );
    assert.deepEqual(await faultOf(askProvider(provider).reply), [
      "final",
      "the provider redirects, which is refused: check observer.base_url",
      null,
    ]);
    assert.equal(seen.length, 1);
  }
  assert.deepEqual(elsewhere.seen, []);
});

test("an answer of gigabytes is cut off and refused", async (t) => {
  let sent = 0;
  const { provider } = await open(t, (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(256 * 1024, 0x20);
    const more = (): void => {
      while (!response.destroyed && sent < 2 ** 31) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on("drain", more);
    more();
  });
  assert.deepEqual(await faultOf(askProvider(provider).reply), [
    "final",
    "the provider's answer is too large",
    null,
  ]);
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
});

test("an answer that never comes, or never ends, is given up in time and may be tried again", async (t) => {
  const slow: Answer[] = [
    () => undefined,
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    },
  ];
  for (const answer of slow) {
    const { provider } = await open(t, answer, 200);
    const start = performance.now();
    const [fault] = await faultOf(askProvider(provider).reply);
    assert.equal(fault, "transient");
    assert.ok(performance.now() - start < 5_000);
  }
});

test("garbage is refused, and a connection that breaks may be tried again", async (t) => {
  for (const text of ["", "null", "7", '"text"', "{", "<html>", "\u0000\u0001", "[".repeat(100_000)]) {
    const { provider } = await open(t, (response) => response.writeHead(200).end(text));
    assert.deepEqual(await faultOf(askProvider(provider).reply), [
      "final",
      "the provider's answer is not JSON",
      null,
    ]);
  }
  const { provider } = await open(t, (response) => response.destroy());
  assert.equal((await faultOf(askProvider(provider).reply))[0], "transient");
});

test("the caller's signal ends a call at once, with the caller's reason", async (t) => {
  const { provider } = await open(t, () => undefined);
  const controller = new AbortController();
  const { reply } = askProvider(provider, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("token_budget_exceeded")), 100);
  await assert.rejects(reply, /token_budget_exceeded/);
  const late = askProvider(provider, { signal: AbortSignal.abort(new Error("too late")) });
  await assert.rejects(late.reply, /too late/);
});

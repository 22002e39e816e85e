// However a call to the real client ends, nothing of it is left: no process, no file.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ProviderError, type Usage } from "../../src/observer/model/provider.ts";
import { tablesOf } from "../fixture/rows.ts";
import { type HostilePlace, hostilePlace, listProcesses, waitForNone } from "./hostile-place.ts";

const { texts } = tablesOf(import.meta.filename);

/** The SDK itself adds its version, the entry point and what it reads. */
const ENVIRONMENT = texts("environment");

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(isSo(), "waited for nothing");
}

async function expectGone(place: HostilePlace): Promise<void> {
  assert.deepEqual(await waitForNone(place), []);
  assert.deepEqual(readdirSync(place.jail), []);
  assert.deepEqual(readdirSync(join(place.state, "observer-homes")), []);
}

test("a call that reports more than its budget is ended within one message", {
  timeout: 120_000,
}, async (t) => {
  // A model that answers in no time could be asked again before we are told; this one answers once.
  const place = await hostilePlace(
    t,
    (_, turn) =>
      turn > 1 ? null : [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "true" } }],
    { input_tokens: 60_000, cache_creation_input_tokens: 7 },
  );
  const controller = new AbortController();
  const onUsage = ({ input, output, cacheCreation }: Usage): void => {
    if (input + output + cacheCreation > 50_000) controller.abort(new Error("token_budget_exceeded"));
  };
  await assert.rejects(place.ask("go on", { signal: controller.signal, onUsage }), /token_budget_exceeded/);
  assert.equal(place.usages.filter(({ input }) => input >= 60_000).length, 1);
  assert.deepEqual(place.usages.at(-1), { input: 60_000, output: 2, cacheCreation: 7 });
  await expectGone(place);
});

test("the caller's signal ends a call that the model never answers, and its processes", async (t) => {
  const place = await hostilePlace(t, () => null);
  const controller = new AbortController();
  const asked = place.ask("go on", { signal: controller.signal });
  await until(() => place.standIn.requests.length === 1);
  // The client, and the watcher that would end it with us.
  assert.ok(listProcesses(place).length >= 2);
  const start = performance.now();
  controller.abort(new Error("enough"));
  await assert.rejects(asked, /enough/);
  assert.ok(performance.now() - start < 5_000);
  await expectGone(place);
});

test("a signal that was given before starts nothing", async (t) => {
  const place = await hostilePlace(t, () => null);
  await assert.rejects(place.ask("go on", { signal: AbortSignal.abort(new Error("too late")) }), /too late/);
  assert.equal(existsSync(place.jail), false);
  assert.deepEqual(place.standIn.calls, []);
});

test("a call that is ended at any instant of its start ends with the caller's reason and leaves nothing", async (t) => {
  const place = await hostilePlace(t, () => null);
  for (const ms of [0, 1, 20, 100, 300, 450, 600]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), ms);
    await assert.rejects(place.ask("go on", { signal: controller.signal }), /enough/);
    if (existsSync(place.jail)) await expectGone(place);
  }
});

test("a client whose parent is killed in the middle of a call is killed with it", async (t) => {
  const place = await hostilePlace(t, () => null);
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "ask-once.ts"), place.state, place.standIn.url, place.program],
    { stdio: "ignore" },
  );
  await until(() => place.standIn.requests.length === 1);
  assert.ok(listProcesses(place).length >= 2);
  child.kill("SIGKILL");
  await until(() => listProcesses(place).length === 0);
  assert.deepEqual(readdirSync(place.jail), []);
});

test("a client gets the key, places of its own and switches, and nothing else of the person's environment", async (t) => {
  const place = await hostilePlace(t, () => null);
  const [spy, seen] = [join(place.dir, "spy"), join(place.dir, "seen")];
  writeFileSync(spy, `#!/bin/sh\nenv > ${seen}\npwd -P >> ${seen}\n`, { mode: 0o700 });
  await assert.rejects(place.ask("go on", { client: spy }), /the client failed/);
  const lines = readFileSync(seen, "utf8").trim().split("\n");
  assert.equal(lines.pop(), place.jail);
  const names = lines.map((line) => line.split("=")[0] ?? "").sort();
  assert.deepEqual(
    // What a shell sets by itself.
    names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name)),
    ENVIRONMENT,
  );
  assert.doesNotMatch(lines.join("\n"), /elsewhere|wombat/);
});

test("a client that cannot be started says how to install it, and leaves nothing", async (t) => {
  const place = await hostilePlace(t, () => null);
  const asked = place.ask("go on", { client: `${place.program}-not` });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof ProviderError);
    assert.equal(error.fault, "final");
    assert.match(error.message, /npm install --global @anthropic-ai\/claude-agent-sdk/);
    return true;
  });
  await expectGone(place);
});

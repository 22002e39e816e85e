// An address that session text must not go to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { takeObserverNews } from "../../../src/app/observe/news.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { type ObserverProject, observerProject } from "../../fixture/observer-project.ts";
import type { Owner } from "../../temp-dir.ts";

const PERSON = "--as-test-person";

function sample(owner: Owner, config: object): ObserverProject & { call: ReturnType<typeof inProcess> } {
  const project = observerProject(owner, config);
  project.say("from now on we deploy on Fridays before noon, because the team is there");
  return { ...project, call: inProcess(project) };
}

test("an address that is not allowed is a fault that is told, and not a crash", async (t) => {
  const observer = { provider: "openai-compatible", model: "m", base_url: "http://ollama.lan:11434/v1" };
  const project = sample(t, { observer });
  const why = "observer.base_url must begin with https:// unless it is on this machine";
  const tested = await project.call(["observer", "test", PERSON]);
  assert.deepEqual([tested.exit, tested.stdout], [1, `openai-compatible did not answer: unsafe: ${why}\n`]);
  const run = await project.call(["observe"]);
  assert.deepEqual([run.exit, run.stdout], [1, "batches read: 0\nmemories: none\nstopped: unsafe\n"]);
  const { lastRun, waiting } = JSON.parse((await project.call(["observer", "status", "--json"])).stdout);
  assert.deepEqual([lastRun.end, waiting], ["unsafe", 1]);
  assert.deepEqual(takeObserverNews(project.state), [
    "the Observer stopped: its provider, or the address of it, is not safe: credence observer status",
  ]);
});

test("a text that is no web address is never taken for the provider's own address", async (t) => {
  for (const provider of ["openai-compatible", "anthropic"]) {
    const project = sample(t, { observer: { provider, model: "m", base_url: "localhost:11434" } });
    const tested = await project.call(["observer", "test", PERSON]);
    const why = "unsafe: observer.base_url is not a URL";
    assert.deepEqual([tested.exit, tested.stdout], [1, `${provider} did not answer: ${why}\n`]);
    const run = await project.call(["observe"]);
    assert.deepEqual([run.exit, run.stdout], [1, "batches read: 0\nmemories: none\nstopped: unsafe\n"]);
  }
});

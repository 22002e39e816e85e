import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { COMPILED } from "../../built.ts";
import { type LoopbackModel, loopbackModel } from "../../fixture/loopback-model.ts";
import { type ObserverProject, observerProject } from "../../fixture/observer-project.ts";
import { CLI } from "../../fixture/scratch-project.ts";

const LIMITS = [
  ["day", { max_tokens_per_day: 200 }],
  ["session", { max_tokens_per_session: 200 }],
] as const;

/** `credence observe` as a process of its own; the model answers from this one. */
async function observe(project: ObserverProject): Promise<{ end: string; excess: { which: string } | null }> {
  const child = spawn(process.execPath, [CLI, "observe", "--json"], {
    cwd: project.top,
    env: { ...COMPILED, ...project.env },
  });
  const said: string[] = [];
  child.stdout.on("data", (chunk) => said.push(String(chunk)));
  await new Promise((resolve) => child.on("close", resolve));
  return JSON.parse(said.join(""));
}

function settingsFor(model: LoopbackModel, limits: object): object {
  return { observer: { provider: "openai-compatible", model: "m", base_url: model.url, ...limits } };
}

for (const [which, limits] of LIMITS) {
  test(`the limit of a ${which} holds in the next process, and nothing is asked`, async (t) => {
    const model = await loopbackModel(t, () => ({ candidates: [] }));
    const project = observerProject(t, settingsFor(model, limits));
    project.say("the first thing that was said in this session");
    assert.equal((await observe(project)).excess?.which, which);
    assert.equal(model.asked.length, 1);
    project.say("another thing that was said in this session");
    const { end, excess } = await observe(project);
    assert.deepEqual([end, excess?.which, model.asked.length], ["budget", which, 1]);
  });
}

// From a session to an inferred memory: the hooks capture, the last of them starts the Observer, which outlives it, asks its
// model, stores what it proposes and is gone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { CAPTURED, hookProject } from "../fixture/hook-project.ts";
import { loopbackModel } from "../fixture/loopback-model.ts";

const CANDIDATE = {
  type: "project",
  category: "decision",
  name: "pnpm is the package manager",
  description: "Packages are installed with pnpm because of the disk",
  tags: ["pnpm"],
  body: "Packages are installed with pnpm.\n\nWhy: the disk was full of copies.\nHow to apply: run pnpm install.",
  confidence: 0.9,
  evidence: [1],
  ends: false,
};
const KEY = { OPENAI_API_KEY: "stand-in" };
const SAID = "we decided to use pnpm from now on because the disk is full";

const project = await hookProject({ after });
const model = await loopbackModel({ after }, () => ({ candidates: [CANDIDATE] }));

async function playSession(session_id: string, provider: string): Promise<void> {
  const config = { ...CAPTURED, observer: { provider, base_url: model.url, model: "stand-in" } };
  writeFileSync(join(project.state, "config.json"), JSON.stringify(config));
  const ids = { session_id, prompt_id: `${session_id}-1` };
  for (const [event, input] of [
    ["SessionStart", { ...ids, source: "startup" }],
    ["UserPromptSubmit", { ...ids, prompt: SAID }],
    ["Stop", { ...ids, last_assistant_message: "Noted: pnpm it is." }],
    ["SessionEnd", { ...ids, reason: "other" }],
  ] as const) {
    assert.deepEqual([(await project.hook(event, input, { env: KEY })).exit, event], [0, event]);
  }
}

/** Until it is true, or it takes too long on any machine. */
async function waitFor(what: string, isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries > 600) throw new Error(`waited too long for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isRunning(): boolean {
  return spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout.includes(project.state);
}

test("without a provider nothing is asked and nothing is started", async () => {
  await playSession("none", "none");
  assert.equal(isRunning(), false);
  assert.deepEqual(model.asked, []);
});

test("with a provider a session becomes an inferred memory, and no process is left", async () => {
  await playSession("one", "openai-compatible");
  const memories = (): string[] => readdirSync(join(project.root, "memories"));
  await waitFor("the memory", () => memories().length > 0);
  await waitFor("the end of the Observer", () => !isRunning());
  assert.match(memories().join(), /^project_pnpm_is_the_package_manager_[0-9a-f]{8}\.md$/);
  const text = readFileSync(join(project.root, "memories", memories()[0] ?? ""), "utf8");
  assert.match(text, /trust-level: inferred/);
  assert.match(text, /origin: inference/);
  assert.equal(
    model.asked.some((body) => body.includes(SAID)),
    true,
  );
  const { stdout } = await project.done(["list", "--json"]);
  const [memory] = JSON.parse(stdout);
  assert.deepEqual([memory.standing, memory.reason], ["inferred", "written here"]);
  assert.deepEqual(project.troubles(), []);
});

// A prompt whose recall never ran: its client was to ask the MCP server, and the session has none.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
project.keep();

const PROMPT = { prompt: "when does the kiwi sleep by day?" };

async function isTold(): Promise<boolean> {
  return (await project.run(["doctor"])).stdout.includes("NOT_ASKED");
}

type Part = "capture" | "recall";

/** One of the two hooks of a prompt. */
async function ask(ids: object, only: Part): Promise<void> {
  await hook("UserPromptSubmit", { ...PROMPT, ...ids }, { only });
}

async function turn(ids: object, parts: readonly Part[]): Promise<void> {
  for (const part of parts) await ask(ids, part);
  await hook("Stop", ids);
}

test("a prompt that nobody answered is noted at the end of its turn, and one that somebody did, or nobody saw, is not", async () => {
  await turn({ prompt_id: "p1" }, ["recall", "capture"]);
  // Of a turn that the client began by itself there is no prompt.
  await turn({ prompt_id: "p2" }, []);
  await ask({ prompt_id: "p3" }, "capture");
  await hook("Stop", { prompt_id: "p3", agent_id: "a1" });
  assert.equal(await isTold(), false);
  await turn({ prompt_id: "p4" }, ["capture"]);
  assert.equal(await isTold(), true);
  project.restore();
});

test("a client that never takes memories at a prompt is not missing any", async () => {
  const ids = { conversation_id: "c1", generation_id: "g1" };
  const only = "capture";
  await hook("beforeSubmitPrompt", { ...PROMPT, ...ids }, { client: "cursor", only });
  await hook("afterAgentResponse", { text: "ok", ...ids }, { client: "cursor" });
  assert.equal(await isTold(), false);
  project.restore();
});

test("while memory is paused nobody expects an answer", async () => {
  await project.done(["pause"]);
  await turn({ prompt_id: "p5" }, ["capture"]);
  await project.done(["resume"]);
  assert.equal(await isTold(), false);
});

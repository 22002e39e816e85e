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

async function turn(
  ids: { readonly prompt_id: string },
  parts: readonly ("capture" | "recall")[],
): Promise<void> {
  for (const only of parts) await hook("UserPromptSubmit", { ...PROMPT, ...ids }, { only });
  await hook("Stop", ids);
}

test("a prompt that nobody answered is noted at the end of its turn, and one that somebody did, or nobody saw, is not", async () => {
  await turn({ prompt_id: "p1" }, ["recall", "capture"]);
  // Of a turn that the client began by itself there is no prompt.
  await turn({ prompt_id: "p2" }, []);
  await hook("UserPromptSubmit", { ...PROMPT, prompt_id: "p3" }, { only: "capture" });
  await hook("Stop", { prompt_id: "p3", agent_id: "a1" });
  assert.equal(await isTold(), false);
  await turn({ prompt_id: "p4" }, ["capture"]);
  assert.equal(await isTold(), true);
  project.restore();
});

test("a client that never takes memories at a prompt is not missing any", async () => {
  const ids = { conversation_id: "c1", generation_id: "g1" };
  await hook("beforeSubmitPrompt", { ...PROMPT, ...ids }, { client: "cursor", only: "capture" });
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

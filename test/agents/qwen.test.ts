import assert from "node:assert/strict";
import { test } from "node:test";
import { qwen } from "../../src/agents/qwen.ts";

const EVENT = { session_id: "s", cwd: "/srv/shop", prompt_id: "s########0" };

test("what the person submitted is the person's, and a turn that goes on by itself is nobody's to capture", () => {
  const words = { ...EVENT, prompt: "run the tests", submitted_prompt: "run the tests" };
  const asked = qwen.readEvent("UserPromptSubmit", words);
  assert.deepEqual([asked?.kind, asked?.agent], ["prompt", null]);
  for (const prompt of ["", "a hook wants more"]) {
    const event = qwen.readEvent("UserPromptSubmit", { ...EVENT, prompt });
    assert.ok(event?.kind === "prompt");
    assert.deepEqual([event.text, event.agent], [prompt, "qwen"]);
  }
});

test("its other events are Claude Code's, with the agent that they come from", () => {
  const tool = { ...EVENT, tool_name: "write_file", tool_input: { file_path: "/x" }, agent_id: "a1" };
  const { kind, agent } = qwen.readEvent("PreToolUse", tool) ?? {};
  assert.deepEqual([kind, agent], ["before-tool", "a1"]);
  const start = qwen.readEvent("SubagentStart", { ...EVENT, agent_id: "a1" });
  assert.ok(start?.kind === "session-start");
  assert.match(qwen.renderAnswer(start, { context: "x" }), /"hookEventName":"SubagentStart"/);
});

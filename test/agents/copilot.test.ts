import assert from "node:assert/strict";
import { test } from "node:test";
import { copilot } from "../../src/agents/copilot.ts";

const EVENT = { session_id: "s", cwd: "/srv/shop" };

test("its patch is a patch, though it comes as the bare text of a tool that is called Edit", () => {
  const tool_input = "*** Begin Patch\n*** Delete File: a.md\n*** End Patch";
  const patched = copilot.readEvent("PreToolUse", { ...EVENT, tool_name: "Edit", tool_input });
  assert.ok(patched?.kind === "before-tool");
  assert.deepEqual([patched.tool, patched.input], ["apply_patch", tool_input]);
  const change = { path: "a.md", old_str: "a", new_str: "b" };
  const edited = copilot.readEvent("PreToolUse", { ...EVENT, tool_name: "Edit", tool_input: change });
  assert.ok(edited?.kind === "before-tool");
  assert.deepEqual([edited.tool, edited.input], ["Edit", change]);
});

test("the start of a subagent names its session as the client does, and what a tool said is read under its name", () => {
  const start = copilot.readEvent("SubagentStart", { sessionId: "s", cwd: "/srv/shop", agent_id: "a1" });
  assert.deepEqual([start?.kind, start?.session, start?.agent], ["session-start", "s", "a1"]);
  const tool_result = { result_type: "success", text_result_for_llm: "4 files" };
  const done = { ...EVENT, tool_name: "Bash", tool_input: { command: "ls" }, tool_result };
  const after = copilot.readEvent("PostToolUse", done);
  assert.ok(after?.kind === "after-tool");
  assert.deepEqual([after.session, after.tool, after.response], ["s", "Bash", tool_result]);
});

test("context is said at the top of an answer, and a refusal as Claude Code says it", () => {
  const prompt = copilot.readEvent("UserPromptSubmit", { ...EVENT, prompt: "hello" });
  const tool = copilot.readEvent("PreToolUse", { ...EVENT, tool_name: "Bash", tool_input: {} });
  const end = copilot.readEvent("Stop", EVENT);
  assert.ok(prompt !== null && tool !== null && end !== null);
  const answer = { context: "x", notice: "two wait", denial: "no" };
  assert.equal(copilot.renderAnswer(prompt, answer), '{"additionalContext":"x"}');
  assert.match(copilot.renderAnswer(tool, answer), /"permissionDecisionReason":"no"\}\}$/);
  assert.equal(copilot.renderAnswer(end, answer), "");
});

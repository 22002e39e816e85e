// Cursor's documented schema, both ways.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cursor } from "../../src/agents/cursor.ts";
import { readRows } from "../fixture/rows.ts";

const COMMON = {
  conversation_id: "conv-1",
  generation_id: "gen-2",
  model: "claude-sonnet",
  cursor_version: "2.4.1",
  workspace_roots: ["/srv/shop", "/srv/other"],
  user_email: null,
  transcript_path: null,
};
const ORIGIN = { session: "conv-1", prompt: "gen-2", cwd: "/srv/shop", agent: null };

test("each documented event is read, in the folder that is worked in", () => {
  const cases = readRows<readonly [name: string, fields: object, event: object]>(
    import.meta.dirname,
    "cursor-events.ndjson",
  );
  for (const [name, fields, event] of cases)
    assert.deepEqual(cursor.readEvent(name, { ...COMMON, hook_event_name: name, ...fields }), {
      ...ORIGIN,
      ...event,
    });
});

test("a tool's output that is no JSON stays the text it is", () => {
  const fields = { ...COMMON, tool_name: "Read", tool_input: {} };
  for (const [output, response] of [
    ["{", "{"],
    ["", ""],
    [7, 7],
    [undefined, undefined],
  ] as const) {
    const event = cursor.readEvent("postToolUse", { ...fields, tool_output: output });
    assert.ok(event?.kind === "after-tool");
    assert.deepEqual(event.response, response);
  }
});

test("an event that is not ours, and an input that is not one, are nothing", () => {
  for (const name of ["stop", "afterAgentThought", "beforeTabFileRead", "PreToolUse", ""])
    assert.equal(cursor.readEvent(name, { ...COMMON, tool_name: "Shell", prompt: "x" }), null, name);
  for (const input of [null, 7, "text", [], {}, { prompt: {} }, { tool_name: null }, { command: [] }])
    for (const name of ["beforeSubmitPrompt", "preToolUse", "beforeShellExecution", "postToolUse"])
      assert.equal(cursor.readEvent(name, input), null, JSON.stringify(input));
  const odd = cursor.readEvent("sessionStart", { workspace_roots: [7] });
  assert.deepEqual(odd, {
    session: null,
    prompt: null,
    cwd: null,
    agent: null,
    kind: "session-start",
    source: "startup",
  });
});

test("context is said when a conversation begins, a denial before a tool, and nothing anywhere else", () => {
  const answers = { context: "<memory-context>", notice: "two wait", denial: "not there" };
  const say = (name: string, fields: object): string => {
    const event = cursor.readEvent(name, { ...COMMON, ...fields });
    assert.ok(event !== null, name);
    return cursor.renderAnswer(event, answers);
  };
  assert.equal(say("sessionStart", {}), '{"additional_context":"<memory-context>"}');
  const denied = '{"permission":"deny","user_message":"not there","agent_message":"not there"}';
  assert.equal(say("preToolUse", { tool_name: "Write" }), denied);
  assert.equal(say("beforeShellExecution", { command: "ls" }), denied);
  assert.equal(say("beforeSubmitPrompt", { prompt: "x" }), "");
  for (const name of ["afterAgentResponse", "subagentStop", "preCompact", "sessionEnd"])
    assert.equal(say(name, {}), "", name);
  const tool = cursor.readEvent("preToolUse", { tool_name: "Write" });
  assert.ok(tool !== null);
  assert.equal(cursor.renderAnswer(tool, { context: "c", notice: "n" }), "");
});

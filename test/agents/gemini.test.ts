// Gemini CLI's documented schema, both ways.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gemini } from "../../src/agents/gemini.ts";
import { readRows } from "../fixture/rows.ts";

const COMMON = {
  session_id: "g-1",
  transcript_path: "/tmp/t.json",
  cwd: "/srv/shop",
  timestamp: "2026-05-01T12:00:00Z",
};
const ORIGIN = { session: "g-1", prompt: null, cwd: "/srv/shop", agent: null };

test("each documented event is read", () => {
  const cases = readRows<readonly [name: string, fields: object, event: object]>(
    import.meta.dirname,
    "gemini-events.ndjson",
  );
  for (const [name, fields, event] of cases) {
    const read = gemini.readEvent(name, { ...COMMON, hook_event_name: name, ...fields });
    // How the record is searched is no datum.
    assert.deepEqual(JSON.parse(JSON.stringify(read)), { ...ORIGIN, ...event });
  }
});

test("what hooks said, and what the client wraps it in, is no part of a prompt", () => {
  const promptOf = (prompt: string): unknown => {
    const event = gemini.readEvent("BeforeAgent", { ...COMMON, prompt });
    return event?.kind === "prompt" ? event.text : null;
  };
  const block = '<memory-context source="x">\n- staging runs PostgreSQL\n</memory-context>';
  const escaped = block.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  assert.equal(promptOf(`<hook_context>${escaped}</hook_context>\n\nhello there`), "hello there");
  assert.equal(promptOf(`<hook_context>\n</hook_context>\n\nhello there`), "hello there");
  assert.equal(promptOf(`${block}\nhello ${escaped}there`), "hello there");
  // A person may speak of them.
  for (const text of ["why is there <hook_context> in my prompt?", "  two spaces stay", "</hook_context>"])
    assert.equal(promptOf(text), text);
});

test("an event that is not ours, and an input that is not one, are nothing", () => {
  for (const name of ["BeforeModel", "AfterModel", "BeforeToolSelection", "Notification", "PreToolUse", ""])
    assert.equal(gemini.readEvent(name, { ...COMMON, tool_name: "x", prompt: "y" }), null, name);
  for (const input of [null, 7, "text", [], {}, { prompt: [] }, { tool_name: 7 }])
    for (const name of ["BeforeAgent", "BeforeTool", "AfterTool"])
      assert.equal(gemini.readEvent(name, input), null, JSON.stringify(input));
});

function read(name: string, fields: object) {
  const event = gemini.readEvent(name, { ...COMMON, ...fields });
  assert.ok(event !== null);
  return event;
}

test("an answer is one JSON object with the documented keys, or nothing at all", () => {
  const answers = { context: "<memory-context>", notice: "two wait", denial: "not there" };
  assert.equal(
    gemini.renderAnswer(read("BeforeAgent", { prompt: "x" }), answers),
    '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"<memory-context>"},"systemMessage":"two wait"}',
  );
  assert.equal(
    gemini.renderAnswer(read("SessionStart", {}), { notice: "two wait" }),
    '{"systemMessage":"two wait"}',
  );
  assert.equal(
    gemini.renderAnswer(read("BeforeTool", { tool_name: "replace" }), answers),
    '{"decision":"deny","reason":"not there"}',
  );
  for (const [name, fields] of [
    ["AfterTool", { tool_name: "replace" }],
    ["AfterAgent", {}],
    ["PreCompress", {}],
    ["SessionEnd", {}],
  ] as const)
    assert.equal(gemini.renderAnswer(read(name, fields), answers), "", name);
  assert.equal(gemini.renderAnswer(read("BeforeTool", { tool_name: "replace" }), { context: "c" }), "");
  assert.equal(gemini.renderAnswer(read("BeforeAgent", { prompt: "x" }), {}), "");
});

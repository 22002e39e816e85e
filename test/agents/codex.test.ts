// Codex's documented schema, both ways: inputs as its generated schemas have them, answers that its strict reader takes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codex } from "../../src/agents/codex.ts";
import { readRows } from "../fixture/rows.ts";

const COMMON = {
  session_id: "019a-thread",
  transcript_path: null,
  cwd: "/srv/shop",
  model: "gpt-5.5-codex",
  permission_mode: "default",
};
const TURN = { ...COMMON, turn_id: "turn-7" };

test("each documented event is read, with the turn as the prompt", () => {
  const cases = readRows<readonly [name: string, fields: object, event: object]>(
    import.meta.dirname,
    "codex-events.ndjson",
  );
  for (const [name, input, event] of cases) assert.deepEqual(codex.readEvent(name, input), event, name);
});

test("an event that is not ours, and an input that is not one, are nothing", () => {
  for (const name of ["PermissionRequest", "PostCompact", "Interrupt", "sessionStart", "", "__proto__"])
    assert.equal(codex.readEvent(name, TURN), null, name);
  for (const input of [null, 7, "text", [], {}, { prompt: 7 }, { tool_name: "" }])
    for (const name of ["UserPromptSubmit", "PreToolUse", "PostToolUse"])
      assert.equal(codex.readEvent(name, input), null, JSON.stringify(input));
});

/** The keys that the generated output schemas allow; with any other one Codex drops the whole answer. */
const ALLOWED = {
  top: [
    "continue",
    "stopReason",
    "suppressOutput",
    "systemMessage",
    "decision",
    "reason",
    "hookSpecificOutput",
  ],
  specific: ["hookEventName", "additionalContext", "permissionDecision", "permissionDecisionReason"],
};

test("an answer has no key that the strict schemas do not know, and a denial always has its reason", () => {
  const start = codex.readEvent("SessionStart", { ...COMMON, source: "startup" });
  const tool = codex.readEvent("PreToolUse", { ...TURN, tool_name: "Bash", tool_input: { command: "ls" } });
  assert.ok(start !== null && tool !== null);
  const said = codex.renderAnswer(start, { context: "<memory-context>", notice: "two wait" });
  assert.equal(
    said,
    '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"<memory-context>"},"systemMessage":"two wait"}',
  );
  const denied = codex.renderAnswer(tool, { denial: "not there", notice: "n", context: "c" });
  assert.equal(
    denied,
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not there"}}',
  );
  for (const text of [said, denied]) {
    const answer = JSON.parse(text);
    assert.deepEqual(
      Object.keys(answer).filter((key) => !ALLOWED.top.includes(key)),
      [],
    );
    const specific = Object.keys(answer.hookSpecificOutput);
    assert.deepEqual(
      specific.filter((key) => !ALLOWED.specific.includes(key)),
      [],
    );
  }
});

test("no opinion prints nothing, and neither does the end of a turn, which would go on", () => {
  const tool = codex.readEvent("PreToolUse", { ...TURN, tool_name: "Bash", tool_input: {} });
  const stop = codex.readEvent("Stop", TURN);
  assert.ok(tool !== null && stop !== null);
  assert.equal(codex.renderAnswer(tool, {}), "");
  assert.equal(codex.renderAnswer(stop, { context: "c", notice: "n", denial: "d" }), "");
});

test("a context of the greatest length stays within 2,500 tokens of 4 bytes, in every script", () => {
  for (const char of ["a", "ü", "記", "🐦"]) {
    const text = char.repeat(Math.floor(codex.contextChars / char.length));
    assert.ok(Math.ceil(Buffer.byteLength(text) / 4) <= 2_500, char);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ToolAttempt } from "../../../src/observer/model/provider.ts";
import { openAttemptBook } from "../../../src/observer/providers/claude-agent-sdk.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };
const use = (id: string | null, name = "Bash") => ({
  type: "assistant",
  message: { content: [{ type: "tool_use", id, name, input: { x: id } }] },
});
const refusal = (id: string) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: id, is_error: true, content: "No such tool" }] },
});
const denials = (...ids: string[]) => ({
  type: "result",
  permission_denials: ids.map((id) => ({ tool_name: "Bash", tool_use_id: id, tool_input: { x: id } })),
});

function keep(...messages: unknown[]): ToolAttempt[] {
  const kept: ToolAttempt[] = [];
  const book = openAttemptBook((attempt) => kept.push(attempt));
  for (const message of messages) assert.equal(book.take(message), "nothing");
  book.close();
  return kept;
}

test("a call told by stream, callback and list at the end is one record", () => {
  const kept: ToolAttempt[] = [];
  const book = openAttemptBook((attempt) => kept.push(attempt));
  book.take(use("a"));
  book.report({ id: "a", tool: "Bash", input: { x: "a" }, result: "denied", message: "no" });
  book.take(refusal("a"));
  book.take(denials("a", "b"));
  book.close();
  assert.deepEqual(kept, [
    { id: "a", tool: "Bash", input: { x: "a" }, result: "denied", message: "no" },
    { id: "b", tool: "Bash", input: { x: "b" }, result: "denied", message: null },
  ]);
});

test("a refusal is kept with its words, a call without an answer as an error, one without a name all the same", () => {
  assert.deepEqual(keep(use("a"), refusal("a"), use("b"), use(null), refusal("z")), [
    { id: "a", tool: "Bash", input: { x: "a" }, result: "denied", message: "No such tool" },
    { id: null, tool: "Bash", input: { x: null }, result: "denied", message: null },
    { id: "z", tool: "unnamed", input: null, result: "denied", message: "No such tool" },
    {
      id: "b",
      tool: "Bash",
      input: { x: "b" },
      result: "error",
      message: "the call ended before it was answered",
    },
  ]);
});

test("tools of servers and of other kinds count, text and thoughts do not", () => {
  const content = [
    { type: "server_tool_use", id: "s", name: "web_search" },
    { type: "mcp_tool_use", id: "m", name: "run" },
    { type: "text", text: "tool_use" },
    { type: "thinking", thinking: "tool_use" },
  ];
  assert.deepEqual(
    keep({ message: { content } }).map(({ id, tool }) => [id, tool]),
    [
      ["s", "web_search"],
      ["m", "run"],
    ],
  );
});

test("in whatever order and however often calls are told, each id is one record", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const message = fc.oneof(
    id.map((name) => use(name)),
    id.map(refusal),
    id.map((name) => denials(name)),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const ids = keep(...messages).map((attempt) => attempt.id);
      assert.equal(new Set(ids).size, ids.length);
      const told = new Set(
        JSON.stringify(messages)
          .match(/"(?:id|tool_use_id)":"\w"/g)
          ?.map((part) => part.at(-2)),
      );
      assert.deepEqual([...ids].sort(), [...told].sort());
    }),
    RUNS,
  );
});

test("messages of any shape are taken without failing", () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      const book = openAttemptBook(() => undefined);
      book.take(message);
      book.close();
    }),
    RUNS,
  );
});

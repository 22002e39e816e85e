// Tools that the model in a client wanted, one record a call: told by the callback, by the stream of messages and by the
// list at the end, each of which may be the only one to tell.

import { readField, readList, readText } from "../model/json-fields.ts";
import type { ToolAttempt } from "../model/provider.ts";

const MESSAGE_CHARS_MAX = 300;

export type AttemptBook = {
  readonly report: (attempt: ToolAttempt) => void;
  /** Says whether something was carried out: that must never be. */
  readonly take: (message: unknown) => "nothing" | "carried-out";
  /** What was asked for and never answered, because the call ended. */
  readonly close: () => void;
};

export function openAttemptBook(onAttempt: (attempt: ToolAttempt) => void): AttemptBook {
  const told = new Set<string>();
  const waiting = new Map<string, Pick<ToolAttempt, "id" | "tool" | "input">>();
  const report = (attempt: ToolAttempt): void => {
    if (attempt.id !== null) {
      if (told.has(attempt.id)) return;
      told.add(attempt.id);
      waiting.delete(attempt.id);
    }
    onAttempt(attempt);
  };
  const answer = (block: unknown): "nothing" | "carried-out" => {
    const id = readText(block, "tool_use_id");
    const asked = waiting.get(id ?? "") ?? { id, tool: "unnamed", input: null };
    const isRefusal = readField(block, "is_error") === true;
    const message = isRefusal ? textOf(readField(block, "content")) : null;
    report({ ...asked, result: isRefusal ? "denied" : "allowed", message });
    return isRefusal ? "nothing" : "carried-out";
  };
  return {
    report,
    take: (message) => {
      for (const call of callsIn(message)) {
        if (call.id === null) report({ ...call, result: "denied", message: null });
        else if (!told.has(call.id)) waiting.set(call.id, call);
      }
      for (const call of readList(message, "permission_denials") ?? []) {
        const [id, tool] = [readText(call, "tool_use_id"), readText(call, "tool_name") ?? "unnamed"];
        report({ id, tool, input: readField(call, "tool_input"), result: "denied", message: null });
      }
      const answers = blocksOf(message).filter((block) => typeOf(block).endsWith("tool_result"));
      return answers.map(answer).includes("carried-out") ? "carried-out" : "nothing";
    },
    close: () => {
      for (const call of [...waiting.values()])
        report({ ...call, result: "error", message: "the call ended before it was answered" });
    },
  };
}

function callsIn(message: unknown): Pick<ToolAttempt, "id" | "tool" | "input">[] {
  const blocks = blocksOf(message).filter((block) => typeOf(block).endsWith("tool_use"));
  return blocks.map((block) => {
    return {
      id: readText(block, "id"),
      tool: readText(block, "name") ?? "unnamed",
      input: readField(block, "input"),
    };
  });
}

function blocksOf(message: unknown): readonly unknown[] {
  return readList(readField(message, "message"), "content") ?? [];
}

function typeOf(block: unknown): string {
  return readText(block, "type") ?? "";
}

function textOf(content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? null);
  return text.slice(0, MESSAGE_CHARS_MAX);
}

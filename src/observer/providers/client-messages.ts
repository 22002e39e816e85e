// Tools that the model in a client wanted, one record per call: reported by the callback, by the message stream and by
// the list at the end, each of which may be the only one that reports it.

import { readCount, readField, readList, readText } from "../model/parse-candidates.ts";
import type { ToolAttempt, Usage } from "../model/provider.ts";

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

// What a call through the client has used so far. Messages arrive in pieces that share an id and a count that is not final;
// the result counts everything, helpers of the client included. The larger number is believed.

const NOTHING: Usage = { input: 0, output: 0, cacheCreation: 0 };

/** Takes each message; says the total so far. */
export function openUsageMeter(): (message: unknown) => Usage {
  const pieces = new Map<string, Usage>();
  let counted = NOTHING;
  return (message) => {
    const inner = readField(message, "message");
    const id = readText(inner, "id");
    const usage = readField(inner, "usage");
    if (id !== null && usage !== undefined) {
      pieces.set(id, larger(pieces.get(id) ?? NOTHING, countPiece(usage)));
    }
    const models = readField(message, "modelUsage");
    if (typeof models === "object" && models !== null) {
      counted = larger(counted, Object.values(models).map(countModel).reduce(sum, NOTHING));
    }
    return larger(counted, [...pieces.values()].reduce(sum, NOTHING));
  };
}

function countPiece(usage: unknown): Usage {
  return {
    input: readCount(usage, "input_tokens") ?? 0,
    output: readCount(usage, "output_tokens") ?? 0,
    cacheCreation: readCount(usage, "cache_creation_input_tokens") ?? 0,
  };
}

function countModel(usage: unknown): Usage {
  return {
    input: readCount(usage, "inputTokens") ?? 0,
    output: readCount(usage, "outputTokens") ?? 0,
    cacheCreation: readCount(usage, "cacheCreationInputTokens") ?? 0,
  };
}

function sum(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheCreation: a.cacheCreation + b.cacheCreation,
  };
}

function larger(a: Usage, b: Usage): Usage {
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheCreation: Math.max(a.cacheCreation, b.cacheCreation),
  };
}

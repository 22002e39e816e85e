// Cursor: context for the model only when a conversation begins; at a prompt it takes no more than "go on" or "stop", so a
// recall there has nowhere to go. It may run Claude Code's hooks beside ours: who answers twice is decided by ids.

import type { ClientCodec, EventOrigin, HookAnswer, HookEvent } from "./hook-event.ts";
import { isRecord, promptIn, textIn } from "./read-input.ts";

export const cursor: ClientCodec = {
  name: "cursor",
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: false,
  readEvent: readCursorEvent,
  renderAnswer: renderCursorAnswer,
};

type Input = Readonly<Record<string, unknown>>;

function readCursorEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const origin = originOf(input);
  const tool = textIn(input, "tool_name");
  switch (name) {
    case "sessionStart":
      return { ...origin, kind: "session-start", source: "startup" };
    case "beforeSubmitPrompt": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind: "prompt", text };
    }
    case "preToolUse":
      return tool === null ? null : { ...origin, kind: "before-tool", tool, input: input["tool_input"] };
    case "beforeShellExecution": {
      const command = textIn(input, "command");
      return command === null ? null : { ...origin, kind: "before-tool", tool: "Shell", input: { command } };
    }
    case "postToolUse": {
      const response = parsed(input["tool_output"]);
      return tool === null
        ? null
        : { ...origin, kind: "after-tool", tool, input: input["tool_input"], response };
    }
    case "afterAgentResponse":
      return { ...origin, kind: "turn-end", message: textIn(input, "text") };
    case "subagentStop":
      return { ...origin, kind: "turn-end", message: textIn(input, "summary") };
    case "preCompact":
      return { ...origin, kind: "before-compact" };
    case "sessionEnd":
      return { ...origin, kind: "session-end" };
    default:
      return null;
  }
}

/** User hooks run in ~/.cursor, so the folder that is worked in is the one the input names. */
function originOf(input: Input): EventOrigin {
  const roots = input["workspace_roots"];
  const first: unknown = Array.isArray(roots) ? roots[0] : null;
  return {
    session: textIn(input, "conversation_id") ?? textIn(input, "session_id"),
    prompt: textIn(input, "generation_id"),
    cwd: textIn(input, "cwd") ?? (typeof first === "string" && first !== "" ? first : null),
    agent: textIn(input, "subagent_id"),
  };
}

/** The result of a tool is JSON inside of a text, and a text where it is not. */
function parsed(output: unknown): unknown {
  if (typeof output !== "string") return output;
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

/** There is no channel for a notice: what it would show at a prompt, it shows only when it blocks the prompt. */
function renderCursorAnswer({ kind }: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (kind === "session-start" && context !== "") return JSON.stringify({ additional_context: context });
  if (kind !== "before-tool" || denial === "") return "";
  return JSON.stringify({ permission: "deny", user_message: denial, agent_message: denial });
}

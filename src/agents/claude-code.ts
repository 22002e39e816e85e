// Claude Code: its hook events, and the answers it reads. Tried against the real program in test/clients.

import type { ClientCodec, EventOrigin, HookAnswer, HookEvent } from "./hook-event.ts";
import { isRecord, textIn } from "./read-input.ts";

const SOURCES = ["startup", "resume", "clear", "compact", "fork"] as const;

export const claudeCode: ClientCodec = {
  name: "claude-code",
  contextChars: 10_000,
  readEvent: readClaudeEvent,
  renderAnswer: renderClaudeAnswer,
};

/** Also for clients that speak the same words. */
export function readClaudeEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const origin: EventOrigin = {
    session: textIn(input, "session_id"),
    prompt: textIn(input, "prompt_id"),
    cwd: textIn(input, "cwd"),
    agent: textIn(input, "agent_id"),
  };
  const tool = textIn(input, "tool_name");
  switch (name) {
    case "SessionStart": {
      const source = SOURCES.find((each) => each === input["source"]) ?? "startup";
      return { ...origin, kind: "session-start", source };
    }
    case "UserPromptSubmit": {
      const text = textIn(input, "prompt");
      return text === null ? null : { ...origin, kind: "prompt", text };
    }
    case "PreToolUse":
      return tool === null ? null : { ...origin, kind: "before-tool", tool, input: input["tool_input"] };
    case "PostToolUse": {
      const response = input["tool_response"];
      return tool === null
        ? null
        : { ...origin, kind: "after-tool", tool, input: input["tool_input"], response };
    }
    case "Stop":
    case "SubagentStop":
      return { ...origin, kind: "turn-end", message: textIn(input, "last_assistant_message") };
    case "PreCompact":
      return { ...origin, kind: "before-compact" };
    case "SessionEnd":
      return { ...origin, kind: "session-end" };
    default:
      return null;
  }
}

const EVENT_NAMES: Readonly<Partial<Record<HookEvent["kind"], string>>> = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "before-tool": "PreToolUse",
};

/** Only these three have anything to say: context at the end of a turn would keep it from ending. */
export function renderClaudeAnswer(
  { kind }: HookEvent,
  { context = "", notice = "", denial = "" }: HookAnswer,
): string {
  const hookEventName = EVENT_NAMES[kind];
  if (hookEventName === undefined) return "";
  const specific =
    kind === "before-tool"
      ? denial !== "" && { permissionDecision: "deny", permissionDecisionReason: denial }
      : context !== "" && { additionalContext: context };
  const answer = {
    ...(specific === false ? {} : { hookSpecificOutput: { hookEventName, ...specific } }),
    ...(notice === "" || kind === "before-tool" ? {} : { systemMessage: notice }),
  };
  return Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
}

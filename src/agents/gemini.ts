// Gemini CLI: words of its own, nothing but one JSON object on stdout, and angle brackets in context escaped by the client.

import type { ClientCodec, EventOrigin, HookAnswer, HookEvent } from "./hook-event.ts";
import { isRecord, textIn } from "./read-input.ts";

const SOURCES = ["startup", "resume", "clear"] as const;

export const gemini: ClientCodec = {
  name: "gemini",
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  readEvent: readGeminiEvent,
  renderAnswer: renderGeminiAnswer,
};

function readGeminiEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const origin: EventOrigin = {
    session: textIn(input, "session_id"),
    prompt: null,
    cwd: textIn(input, "cwd"),
    agent: null,
  };
  const tool = textIn(input, "tool_name");
  switch (name) {
    case "SessionStart": {
      const source = SOURCES.find((each) => each === input["source"]) ?? "startup";
      return { ...origin, kind: "session-start", source };
    }
    case "BeforeAgent": {
      const text = textIn(input, "prompt");
      return text === null ? null : { ...origin, kind: "prompt", text };
    }
    case "BeforeTool":
      return tool === null ? null : { ...origin, kind: "before-tool", tool, input: input["tool_input"] };
    case "AfterTool": {
      const response = input["tool_response"];
      return tool === null
        ? null
        : { ...origin, kind: "after-tool", tool, input: input["tool_input"], response };
    }
    case "AfterAgent":
      return { ...origin, kind: "turn-end", message: textIn(input, "prompt_response") };
    case "PreCompress":
      return { ...origin, kind: "before-compact" };
    case "SessionEnd":
      return { ...origin, kind: "session-end" };
    default:
      return null;
  }
}

const EVENT_NAMES: Readonly<Partial<Record<HookEvent["kind"], string>>> = {
  "session-start": "SessionStart",
  prompt: "BeforeAgent",
};

function renderGeminiAnswer(
  { kind }: HookEvent,
  { context = "", notice = "", denial = "" }: HookAnswer,
): string {
  if (kind === "before-tool")
    return denial === "" ? "" : JSON.stringify({ decision: "deny", reason: denial });
  const hookEventName = EVENT_NAMES[kind];
  if (hookEventName === undefined || (context === "" && notice === "")) return "";
  return JSON.stringify({
    ...(context === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext: context } }),
    ...(notice === "" ? {} : { systemMessage: notice }),
  });
}

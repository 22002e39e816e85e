// Gemini CLI: words of its own, nothing but one JSON object on stdout, and angle brackets in context escaped by the client.

import type { ClientCodec, HookAnswer, HookEvent } from "./hook-event.ts";
import { type EventWords, readNamedEvent } from "./read-event.ts";

export const gemini: ClientCodec = {
  name: "gemini",
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: true,
  readEvent: (name, input) => readNamedEvent(WORDS, name, input),
  renderAnswer: renderGeminiAnswer,
};

const WORDS: EventWords = {
  kinds: {
    SessionStart: "session-start",
    BeforeAgent: "prompt",
    BeforeTool: "before-tool",
    AfterTool: "after-tool",
    AfterAgent: "turn-end",
    PreCompress: "before-compact",
    SessionEnd: "session-end",
  },
  prompt: null,
  agent: null,
  message: "prompt_response",
};

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

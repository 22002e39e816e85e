// Claude Code: its hook events, and the answers it reads. Tried against the real program in test/clients.

import type { ClientCodec, HookAnswer, HookEvent } from "./hook-event.ts";
import { type EventWords, readNamedEvent } from "./read-event.ts";

export const claudeCode: ClientCodec = {
  name: "claude-code",
  contextChars: 10_000,
  showsNotices: true,
  readEvent: readClaudeEvent,
  renderAnswer: renderClaudeAnswer,
};

const WORDS: EventWords = {
  kinds: {
    SessionStart: "session-start",
    UserPromptSubmit: "prompt",
    PreToolUse: "before-tool",
    PostToolUse: "after-tool",
    Stop: "turn-end",
    SubagentStop: "turn-end",
    PreCompact: "before-compact",
    SessionEnd: "session-end",
  },
  prompt: "prompt_id",
  agent: "agent_id",
  message: "last_assistant_message",
};

/** Also for clients that speak the same words. */
export function readClaudeEvent(name: string, input: unknown): HookEvent | null {
  return readNamedEvent(WORDS, name, input);
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

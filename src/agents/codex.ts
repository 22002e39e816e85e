// Codex: Claude Code's words, a stricter reader (an answer with a key that is not in its schema is dropped whole), and a
// turn id where Claude Code has a prompt id.

import { readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientCodec, HookEvent } from "./hook-event.ts";
import { isRecord, textIn } from "./read-input.ts";

/**
 * What is longer than 2,500 tokens goes to a file, and the model sees the two ends of it, without our closing tag. Codex
 * counts a token for every 4 bytes of UTF-8. A UTF-16 unit takes at most 3 bytes, so this many units stay below whatever
 * the text is.
 */
const CONTEXT_CHARS = 3_333;

export const codex: ClientCodec = {
  name: "codex",
  contextChars: CONTEXT_CHARS,
  showsNotices: true,
  readEvent: readCodexEvent,
  renderAnswer: renderClaudeAnswer,
};

function readCodexEvent(name: string, input: unknown): HookEvent | null {
  const event = readClaudeEvent(name, input);
  return event === null || !isRecord(input) ? null : { ...event, prompt: textIn(input, "turn_id") };
}

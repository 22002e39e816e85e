// The block for a prompt, to the client's own hook that calls this server instead of a process of ours.
//
// Threat: a model can call this form, too, with a prompt that nobody wrote. So it captures nothing, and tells nothing that a
// plain search would not. Fails open, like every hook: trouble is silence, and is written down for the next session start.

import { answerPrompt, type SessionPrompt } from "../app/recall/answer-prompt.ts";
import { type ToolPlace, withWorkspace } from "./place.ts";
import type { PlainAnswer } from "./tool.ts";

/** More than this the client would put into a file. */
const CONTEXT_CHARS_MAX = 10_000;
/** What hooks/run-hook.ts gives a prompt for its work. */
const WORK_MS = 1_000;

export async function answerHook(place: ToolPlace, prompt: SessionPrompt): Promise<PlainAnswer> {
  try {
    const { text, lines } = await withWorkspace(place, (workspace) => {
      const began = performance.now();
      const isLate = (): boolean => performance.now() - began > WORK_MS;
      return answerPrompt(workspace, prompt, { budgetChars: CONTEXT_CHARS_MAX, isLate, tells: true });
    });
    if (text === "" && lines.length === 0) return SILENCE;
    return { plain: renderHookAnswer(text, lines), value: { rows: [], block: text, tokens: 0 } };
  } catch (error) {
    await place.note(error);
    return SILENCE;
  }
}

const SILENCE: PlainAnswer = { plain: "{}", value: { rows: [], block: "", tokens: 0 } };

/** The client adds no plain text of a tool to a prompt, only this form. */
function renderHookAnswer(additionalContext: string, lines: readonly string[]): string {
  const hookSpecificOutput = { hookEventName: "UserPromptSubmit", additionalContext };
  return JSON.stringify({
    ...(additionalContext === "" ? {} : { hookSpecificOutput }),
    ...(lines.length === 0 ? {} : { systemMessage: lines.map((line) => `credence: ${line}`).join("\n") }),
  });
}

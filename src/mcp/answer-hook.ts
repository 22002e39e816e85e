// The block for a prompt, to the client's own hook that calls this server instead of a process of ours.
//
// Threat: a model can call this form, too, with a prompt that nobody wrote. So it captures nothing, and tells nothing that a
// plain search would not. Fails open, like every hook: trouble is silence, and is written down for the next session start.

import type { PlainAnswer } from "../app/hub/memories.ts";
import { answerPrompt, type PromptAnswer, type SessionPrompt } from "../app/recall/answer-prompt.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { type LocalPlace, withWorkspace } from "./place.ts";

/** More than this the client would put into a file. */
const CONTEXT_CHARS_MAX = 10_000;
/** What hooks/run-hook.ts gives a prompt for its work. */
const WORK_MS = 1_000;
const LIMIT_MS = 1_500;

export async function answerHook(place: LocalPlace, prompt: SessionPrompt): Promise<PlainAnswer> {
  try {
    const { text, lines } = await withWorkspace(place, (workspace) => answerIn(workspace, prompt));
    if (text === "" && lines.length === 0) return SILENCE;
    return { plain: renderHookAnswer(text, lines), value: { rows: [], block: text, tokens: 0 } };
  } catch (error) {
    await place.note(error);
    return SILENCE;
  }
}

function answerIn(opened: Workspace, prompt: SessionPrompt): Promise<PromptAnswer> {
  const began = performance.now();
  const isAfter = (ms: number) => (): boolean => performance.now() - began > ms;
  const workspace = { ...opened, hints: { ...opened.hints, isOver: isAfter(LIMIT_MS) } };
  const room = { budgetChars: CONTEXT_CHARS_MAX, isLate: isAfter(WORK_MS), tells: true };
  return answerPrompt(workspace, prompt, {
    ...room,
    giveStart: async (given) => {
      const { giveDueStart } = await import("../app/session/start-session.ts");
      return giveDueStart(given, { ...room, session: prompt.session });
    },
  });
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

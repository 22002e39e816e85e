// The block for a prompt, to the client's own hook that calls this server instead of a process of ours. The same use-case and
// the same block as hooks/on-prompt.ts.
//
// Threat: a model can call this form, too, with a prompt that nobody wrote. So it captures nothing, and tells nothing that a
// plain search would not. Fails open, like every hook: trouble is silence, and is written down for the
// next session start.

import { claimOnce } from "../app/recall/claim-once.ts";
import { recallMemories } from "../app/recall/recall-memories.ts";
import { isPaused } from "../app/workspace/pause.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { type ToolPlace, withWorkspace } from "./place.ts";
import type { PlainAnswer } from "./tool.ts";

const CLAIM_MS = 60_000;
/** More than this the client would put into a file. */
const CONTEXT_CHARS_MAX = 10_000;
/** What hooks/run-hook.ts gives a prompt for its work. */
const WORK_MS = 1_000;

export type HookPrompt = {
  readonly query: string;
  readonly session: string | null;
  readonly prompt: string | null;
};

export async function answerHook(place: ToolPlace, prompt: HookPrompt): Promise<PlainAnswer> {
  try {
    return await withWorkspace(place, (workspace) => answerPrompt(workspace, prompt));
  } catch (error) {
    await place.note(error);
    return SILENCE;
  }
}

function answerPrompt(workspace: Workspace, { query, session, prompt }: HookPrompt): PlainAnswer {
  const { now, state, roots } = workspace;
  if (roots.length === 0 || isPaused(state.path, { now, session })) return SILENCE;
  // The command hook of another installed path may have been quicker; a client that names no prompts is answered each time.
  const words = ["prompt", session ?? "", prompt ?? ""];
  const isFirst = prompt === null || claimOnce(state.path, { words, holdsMs: CLAIM_MS, now });
  if (!isFirst) return SILENCE;
  const began = performance.now();
  const { text } = recallMemories(workspace, {
    prompt: query,
    session,
    promptId: prompt,
    budgetChars: CONTEXT_CHARS_MAX,
    isLate: () => performance.now() - began > WORK_MS,
  });
  return text === "" ? SILENCE : { plain: renderContext(text), value: { rows: [], block: text, tokens: 0 } };
}

const SILENCE: PlainAnswer = { plain: "{}", value: { rows: [], block: "", tokens: 0 } };

/** The client adds no plain text of a tool to a prompt, only this form. */
function renderContext(additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } });
}

// The block for a prompt of a session, whichever of the client's hooks brings it: a process of ours or a call of the MCP
// server. A prompt that comes through two installed paths is answered once.

import { isPaused } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { claimOnce } from "./claim-once.ts";
import { recallMemories } from "./recall-memories.ts";

export type SessionPrompt = {
  readonly text: string;
  /** The client's own names; null when it gives none. */
  readonly session: string | null;
  readonly promptId: string | null;
};

/** What the client leaves for the answer. */
export type AnswerRoom = { readonly budgetChars: number; readonly isLate: () => boolean };

const CLAIM_MS = 60_000;

/** Empty where there is nothing to say, where recall is paused, and where another process has answered. */
export function answerPrompt(workspace: Workspace, prompt: SessionPrompt, room: AnswerRoom): string {
  const { now, state, roots } = workspace;
  const { text, session, promptId } = prompt;
  if (roots.length === 0 || isPaused(state.path, { now, session })) return "";
  // A client that does not name its prompts is answered each time.
  const words = ["prompt", session ?? "", promptId ?? ""];
  const isFirst = promptId === null || claimOnce(state.path, { words, holdsMs: CLAIM_MS, now });
  return isFirst ? recallMemories(workspace, { prompt: text, session, promptId, ...room }).text : "";
}

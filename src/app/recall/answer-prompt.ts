// The block for a prompt of a session, whichever of the client's hooks brings it: a process of ours or a call of the MCP
// server. A prompt that comes through two installed paths is answered once.

import { isPaused } from "../workspace/pause.ts";
import { type Remark, renderRemark } from "../workspace/remarks.ts";
import { listRemarks, type Workspace } from "../workspace/workspace.ts";
import { claimOnce } from "./claim-once.ts";
import { recallMemories } from "./recall-memories.ts";

export type SessionPrompt = {
  readonly text: string;
  /** The client's own names; null when it gives none. */
  readonly session: string | null;
  readonly promptId: string | null;
};

/** What the client leaves for the answer. */
export type AnswerRoom = {
  readonly budgetChars: number;
  readonly isLate: () => boolean;
  /** Whether a line for the person reaches them. */
  readonly tells: boolean;
};

const CLAIM_MS = 60_000;

export type PromptAnswer = {
  /** Empty where there is nothing to say, where recall is paused, and where another process has answered. */
  readonly text: string;
  /** For the person: what this session was not told yet about roots that take no part, or only in part. */
  readonly lines: readonly string[];
};

export function answerPrompt(workspace: Workspace, prompt: SessionPrompt, room: AnswerRoom): PromptAnswer {
  const { now, state, roots, failed } = workspace;
  const { session } = prompt;
  if (roots.length + failed.length === 0 || isPaused(state.path, { now, session })) return NO_ANSWER;
  const text = roots.length === 0 ? "" : answerOnce(workspace, prompt, room);
  return { text, lines: room.tells ? takeRemarks(workspace, session) : [] };
}

const NO_ANSWER: PromptAnswer = { text: "", lines: [] };

function answerOnce(workspace: Workspace, prompt: SessionPrompt, { tells: _, ...room }: AnswerRoom): string {
  const { now, state } = workspace;
  const { text, session, promptId } = prompt;
  // A client that does not name its prompts is answered each time.
  const words = ["prompt", session ?? "", promptId ?? ""];
  const isFirst = promptId === null || claimOnce(state.path, { words, holdsMs: CLAIM_MS, now });
  return isFirst ? recallMemories(workspace, { prompt: text, session, promptId, ...room }).text : "";
}

const SESSION_MS = 24 * 3_600_000;

/** Each remark once a session: at its start, or at the first prompt that it is true of. */
export function takeRemarks(workspace: Workspace, session: string | null): string[] {
  const { state, now } = workspace;
  const isUntold = ({ kind, shown, code }: Remark): boolean => {
    const words = ["remark", session ?? "", kind, shown, code ?? ""];
    return claimOnce(state.path, { words, holdsMs: SESSION_MS, now });
  };
  return listRemarks(workspace).filter(isUntold).map(renderRemark);
}

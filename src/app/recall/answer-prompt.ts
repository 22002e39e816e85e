// The block for a prompt of a session, whichever of the client's hooks brings it: a process of ours or a call of the MCP
// server. A prompt that comes through two installed paths is answered once.

import { isPaused } from "../workspace/pause.ts";
import { type Remark, renderRemark } from "../workspace/remarks.ts";
import { listRemarks, type Workspace } from "../workspace/workspace.ts";
import { claimOnce } from "./claim-once.ts";
import { recallMemories } from "./recall-memories.ts";
import type { ShownEarlier } from "./shown-record.ts";

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
  /** What this context has already. Asked only for a prompt that is answered here. */
  readonly openEarlier?: () => ShownEarlier | null;
};

const CLAIM_MS = 60_000;

export type PromptAnswer = {
  /** Empty where there is nothing to say, where recall is paused, and where another process has answered. */
  readonly text: string;
  /** For the person: what this session was not told yet about roots that take no part, or only in part. */
  readonly lines: readonly string[];
  /** To be called once the client has the text. */
  readonly delivered: () => void;
};

export async function answerPrompt(
  workspace: Workspace,
  prompt: SessionPrompt,
  room: AnswerRoom,
): Promise<PromptAnswer> {
  const { now, state, roots, failed } = workspace;
  const { session } = prompt;
  if (roots.length + failed.length === 0 || isPaused(state.path, { now, session })) return NO_ANSWER;
  const { text, earlier } = roots.length === 0 ? SILENCE : await answerOnce(workspace, prompt, room);
  const lines = room.tells ? takeRemarks(workspace, session) : [];
  return { text, lines, delivered: () => earlier?.save() };
}

const NO_ANSWER: PromptAnswer = { text: "", lines: [], delivered: () => undefined };

type Answered = { readonly text: string; readonly earlier: ShownEarlier | null };

const SILENCE: Answered = { text: "", earlier: null };

async function answerOnce(workspace: Workspace, prompt: SessionPrompt, room: AnswerRoom): Promise<Answered> {
  const { now, state } = workspace;
  const { text, session, promptId } = prompt;
  // A client that does not name its prompts is answered each time.
  const words = ["prompt", session ?? "", promptId ?? ""];
  const isFirst = promptId === null || claimOnce(state.path, { words, holdsMs: CLAIM_MS, now });
  if (!isFirst) return SILENCE;
  const { budgetChars, isLate, openEarlier = () => null } = room;
  const earlier = openEarlier();
  const request = { prompt: text, session, promptId, budgetChars, isLate, earlier };
  return { text: (await recallMemories(workspace, request)).text, earlier };
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

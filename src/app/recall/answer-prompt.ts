// The block for a prompt of a session, whichever of the client's hooks brings it: a process of ours or a call of the MCP
// server. A prompt that comes through two installed paths is answered once. One that is late says so in one line.

import { afterwards, orWhenLate } from "../../memory/answering.ts";
import { isPromptForRecall } from "../../memory/block/recall-prompt.ts";
import { isPaused } from "../workspace/pause.ts";
import { type Remark, renderRemark } from "../workspace/remarks.ts";
import { listRemarks, type Workspace } from "../workspace/workspace.ts";
import { claimAfterwards, claimOnce } from "./claim-once.ts";
import { readRecallConfig, recallMemories } from "./recall-memories.ts";
import { describeRecall, writeReceipt } from "./receipts.ts";
import type { ShownEarlier } from "./shown-earlier.ts";

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
  /** What this context has already. Asked only for a prompt that is answered here, as is what is due of its session's start. */
  readonly openEarlier?: () => ShownEarlier | null;
  readonly giveStart?: (workspace: Workspace) => Promise<StartGiven>;
};

export type StartGiven = { readonly context: string; readonly lines: readonly string[] };

const CLAIM_MS = 60_000;

export type PromptAnswer = {
  /** Empty where there is nothing to say, where recall is paused, and where another process has answered. */
  readonly text: string;
  /** For the person: what this session was not told yet about roots that take no part, or only in part. */
  readonly lines: readonly string[];
};

export async function answerPrompt(
  workspace: Workspace,
  prompt: SessionPrompt,
  room: AnswerRoom,
): Promise<PromptAnswer> {
  const { now, state, roots, failed } = workspace;
  const { session, promptId } = prompt;
  const isNowhere = roots.length === 0 && failed.length === 0;
  if (isNowhere || isPaused(state.path, { now, session })) return NO_ANSWER;
  // A client that does not name its prompts is answered each time.
  const words = ["prompt", session ?? "", promptId ?? ""];
  if (promptId !== null && !claimOnce(state.path, { words, holdsMs: CLAIM_MS, now })) return NO_ANSWER;
  // What it had no time for stays due.
  const giveStart = async (): Promise<StartGiven | undefined> => room.giveStart?.(workspace);
  const { context, lines } = (await orWhenLate(workspace, giveStart, () => undefined)) ?? NO_START;
  const budgetChars = room.budgetChars - context.length;
  const answer = async (): Promise<PromptAnswer> => {
    const text = roots.length === 0 ? "" : await renderAnswer(workspace, prompt, { ...room, budgetChars });
    return { text, lines: room.tells ? takeRemarks(workspace, session) : [] };
  };
  const own = await orWhenLate(workspace, answer, (late) => sayLate(late, prompt, room));
  // A remark may be true of both.
  return { text: context + own.text, lines: [...new Set([...lines, ...own.lines])] };
}

const NO_ANSWER: PromptAnswer = { text: "", lines: [] };
const NO_START: StartGiven = { context: "", lines: [] };

async function renderAnswer(workspace: Workspace, prompt: SessionPrompt, room: AnswerRoom): Promise<string> {
  const { text, session, promptId } = prompt;
  const { budgetChars, isLate, openEarlier = () => null } = room;
  const earlier = openEarlier();
  const request = { prompt: text, session, promptId, budgetChars, isLate, earlier };
  const recalled = await recallMemories(workspace, request);
  if (earlier !== null) afterwards(workspace, earlier.save);
  return recalled.text;
}

const TOO_LATE = "memories came too late for this prompt";

/** Nothing where no memory could have come. */
function sayLate(workspace: Workspace, prompt: SessionPrompt, { tells }: AnswerRoom): PromptAnswer {
  const { text, session, promptId } = prompt;
  if (readRecallConfig(workspace).roots.length === 0 || !isPromptForRecall(text)) return NO_ANSWER;
  const facts = { kind: "prompt", outcome: "late", session, promptId, shown: [], left: [] } as const;
  const receipt = describeRecall(workspace, facts);
  afterwards(workspace, () => writeReceipt(workspace, receipt));
  return tells ? { text: "", lines: [TOO_LATE] } : { text: `${TOO_LATE}\n`, lines: [] };
}

/** Each remark once a session: at its start, or at the first prompt that it is true of. */
export function takeRemarks(workspace: Workspace, session: string | null): string[] {
  const isUntold = ({ kind, shown, code }: Remark): boolean =>
    claimAfterwards(workspace, "remark", session ?? "", kind, shown, code ?? "");
  return listRemarks(workspace).filter(isUntold).map(renderRemark);
}

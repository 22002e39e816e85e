// The block for a prompt of a session, whichever of the client's hooks brings it: a process of ours or a call of the MCP
// server. A prompt that comes through two installed paths is answered once. One that is too late is told so in one line, and what
// fits it comes with the next: it is looked for when nobody waits, and no word of the prompt is kept meanwhile.

import { afterwards, orWhenLate } from "../../memory/answering.ts";
import { rateHit } from "../../memory/block/entry.ts";
import { isPromptForRecall } from "../../memory/block/recall-prompt.ts";
import { isPaused } from "../workspace/pause.ts";
import { type Remark, renderRemark } from "../workspace/remarks.ts";
import { listRemarks, type Workspace } from "../workspace/workspace.ts";
import { claimAfterwards, claimOnce } from "./claim-once.ts";
import { listOwed, owe } from "./owed.ts";
import { readRecallConfig, recallMemories, recallWithoutReceipt } from "./recall-memories.ts";
import { describeRecall, writeReceipt } from "./receipts.ts";
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
  /** What this context has already. Asked only for a prompt that is answered here, as is what its session is owed besides. */
  readonly openEarlier?: () => ShownEarlier | null;
  readonly payOwed?: (workspace: Workspace) => Promise<OwedPart>;
};

type OwedPart = { readonly context: string; readonly lines: readonly string[] };

const CLAIM_MS = 60_000;

export type PromptAnswer = {
  /** Empty where there is nothing to say, where recall is paused, and where another process has answered. */
  readonly text: string;
  /** For the person: what this session was not told yet about roots that take no part, or only in part. */
  readonly lines: readonly string[];
  /** There was no time for its block: `findForNext` is to be called when nobody waits. */
  readonly isLate: boolean;
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
  const owed = (await room.payOwed?.(workspace)) ?? { context: "", lines: [] };
  const budgetChars = room.budgetChars - owed.context.length;
  const answer = async (): Promise<PromptAnswer> => {
    const text = roots.length === 0 ? "" : await renderAnswer(workspace, prompt, { ...room, budgetChars });
    return { text, lines: room.tells ? takeRemarks(workspace, session) : [], isLate: false };
  };
  const own = await orWhenLate(workspace, answer, (late) => sayLate(late, prompt, room));
  return { ...own, text: owed.context + own.text, lines: [...owed.lines, ...own.lines] };
}

const NO_ANSWER: PromptAnswer = { text: "", lines: [], isLate: false };

async function renderAnswer(workspace: Workspace, prompt: SessionPrompt, room: AnswerRoom): Promise<string> {
  const { text, session, promptId } = prompt;
  const { budgetChars, isLate, openEarlier = () => null } = room;
  const earlier = openEarlier();
  const { prompts } = listOwed(workspace.state.path, session);
  const owed = prompts.flatMap(({ value }) => value["hits"]);
  const request = { prompt: text, session, promptId, budgetChars, isLate, earlier, owed };
  const recalled = await recallMemories(workspace, request);
  if (recalled.outcome !== "skipped") for (const { settle } of prompts) afterwards(workspace, settle);
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
  return {
    ...(tells ? { text: "", lines: [TOO_LATE] } : { text: `${TOO_LATE}\n`, lines: [] }),
    isLate: true,
  };
}

/** For a prompt that was told that it is late: what fits it, for the next prompt of its session. */
export async function findForNext(workspace: Workspace, prompt: SessionPrompt): Promise<void> {
  const { text, session, promptId } = prompt;
  if (session === null) return;
  const { shown } = await recallWithoutReceipt(workspace, { prompt: text });
  const [best] = shown;
  if (best === undefined) return;
  const hits = shown.map(({ root, hit }) => ({
    ...{ root: root.id, id: hit.row.id, digest: hit.row.digest },
    confidence: rateHit(hit, best.hit.score),
  }));
  owe({ state: workspace.state.path, session, prompt: promptId ?? String(workspace.now) }, { hits });
}

/** Each remark once a session: at its start, or at the first prompt that it is true of. */
export function takeRemarks(workspace: Workspace, session: string | null): string[] {
  const isUntold = ({ kind, shown, code }: Remark): boolean =>
    claimAfterwards(workspace, "remark", session ?? "", kind, shown, code ?? "");
  return listRemarks(workspace).filter(isUntold).map(renderRemark);
}

// A session begins or continues: what the model gets, and which notices the person sees.

import { isMemoryId } from "../../memory/memory.ts";
import { findUntold } from "../health/trouble.ts";
import { followCards } from "../people/team/follow-cards.ts";
import { takeRemarks } from "../recall/answer-prompt.ts";
import { recallAtStart, type StartRequest } from "../recall/recall-at-start.ts";
import { findRootOffer, takeRootOffer } from "../workspace/auto-root.ts";
import { lookForLostRoots } from "../workspace/lost-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { listSessionLine } from "./session-line.ts";
import { findWithdrawn, listPersonLines, surveyStart } from "./start-notices.ts";

export type SessionRequest = StartRequest & {
  /** The conversation so far is still there, or a summary of it. */
  readonly continues: boolean;
  /** False where the first prompt brings the block. */
  readonly withBlock?: boolean;
  /** Whether a line for the person reaches them. */
  readonly tells?: boolean;
  /** There is time for it, and nobody was told in this session yet. */
  readonly tellsPerson: () => boolean;
};

export type SessionOpening = {
  readonly context: string;
  readonly lines: readonly string[];
  /** Once the lines are with the person. */
  readonly noteTold: () => void;
};

/** There is no root, and nothing to say about that. */
export function isNowhere(workspace: Workspace): boolean {
  lookForLostRoots(workspace);
  const { roots, failed, lost } = workspace;
  return roots.length + failed.length + lost.length === 0 && findRootOffer(workspace) === null;
}

export async function startSession(
  opened: Workspace,
  { continues, withBlock = true, tells = false, tellsPerson, ...request }: SessionRequest,
): Promise<SessionOpening> {
  // First: what somebody took off their card has nothing new to say in this session.
  const workspace = followCards(opened);
  const { session = null } = request;
  const remarks = (): string[] => (tells ? takeRemarks(workspace, session) : []);
  if (workspace.roots.length === 0) {
    const offer = workspace.failed.length === 0 && tellsPerson() ? takeRootOffer(workspace) : [];
    return { context: "", lines: [...offer, ...remarks()], noteTold: () => undefined };
  }
  const context = withBlock ? await renderOpening(workspace, { ...request, continues }) : "";
  // Before the lines are listed: what goes wrong meanwhile is told twice, rather than never.
  const { noteTold } = findUntold(workspace.state.path);
  const lines = tellsPerson() ? listLines(workspace, request) : [];
  // Last: whatever was asked before may have left a root out.
  return {
    context,
    lines: [...lines, ...remarks()],
    noteTold: () => (lines.length > 0 ? noteTold() : undefined),
  };
}

async function renderOpening(
  workspace: Workspace,
  { continues, ...request }: StartRequest & Pick<SessionRequest, "continues">,
): Promise<string> {
  const { session = null, budgetChars = Number.POSITIVE_INFINITY } = request;
  const withdrawn = (
    continues && session !== null ? findWithdrawn(workspace, session, request.isLate) : []
  ).filter(isMemoryId);
  // What no longer applies may claim half of the room, and has whatever the block leaves.
  const claimed = renderWithdrawn(withdrawn, budgetChars / 2).length;
  const { text } = await recallAtStart(workspace, { ...request, budgetChars: budgetChars - claimed });
  return renderWithdrawn(withdrawn, budgetChars - text.length) + text;
}

function listLines(workspace: Workspace, request: StartRequest): string[] {
  const survey = surveyStart(workspace, request);
  return [
    ...listSessionLine(workspace, survey),
    ...listPersonLines(workspace, request, survey),
    ...takeRootOffer(workspace),
  ];
}

/** As many of the first as there is room for, and how many more there are. */
function renderWithdrawn(ids: readonly string[], charsMax: number): string {
  for (let named = ids.length; named > 0; named -= 1) {
    const names = ids.slice(0, named).join(", ");
    const more = named === ids.length ? "" : ` and ${ids.length - named} more`;
    const text = `Memories shown earlier in this session that no longer apply: ${names}${more}.\n`;
    if (text.length <= charsMax) return text;
  }
  return "";
}

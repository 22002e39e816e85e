// A session begins or continues: what the model gets, and which notices the person sees. What a start had no time for, and what
// one that was killed did not come to, stays due in the session's record, and its next prompt brings it.

import { afterwards, checkTime, orWhenLate, TimeUp } from "../../memory/answering.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { findUntold } from "../health/trouble.ts";
import { followPeople } from "../people/follow-people.ts";
import { type StartGiven, takeRemarks } from "../recall/answer-prompt.ts";
import { claimAfterwards, claimOnce, releaseClaim } from "../recall/claim-once.ts";
import { recallAtStart, type StartRequest } from "../recall/recall-at-start.ts";
import { readRecallConfig } from "../recall/recall-memories.ts";
import { describeRecall, writeReceipt } from "../recall/receipts.ts";
import { openDue, START_PARTS, type StartPart } from "../recall/session-record.ts";
import { type Survey, totalWaiting } from "../survey/count.ts";
import { describeObserved, sayDays } from "../survey/observed.ts";
import { findRootOffer, takeRootOffer } from "../workspace/auto-root.ts";
import { lookForLostRoots } from "../workspace/lost-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findWithdrawn, listPersonLines, type StartSurvey, surveyStart } from "./start-notices.ts";

export type SessionRequest = StartRequest & {
  /** The conversation so far is still there, or a summary of it. */
  readonly continues: boolean;
  readonly parts?: readonly StartPart[];
  /** Whether a line for the person reaches them. */
  readonly tells?: boolean;
  /** Nobody was told in this session yet. */
  readonly tellsPerson: () => boolean;
};

export type SessionOpening = StartGiven & {
  /** Without those that there was no time for. */
  readonly given: readonly StartPart[];
};

/** There is no root, and nothing to say about that. */
export function isNowhere(workspace: Workspace): boolean {
  lookForLostRoots(workspace);
  const { roots, failed, lost } = workspace;
  return roots.length + failed.length + lost.length === 0 && findRootOffer(workspace) === null;
}

/** Throws TimeUp where there is no time for the block. */
export async function startSession(opened: Workspace, request: SessionRequest): Promise<SessionOpening> {
  const { continues, parts = START_PARTS, tells = false, tellsPerson, ...start } = request;
  // First: a revoked key has nothing new to say in this session.
  const workspace = followPeople(opened);
  const remarks = (): string[] => (tells ? takeRemarks(workspace, start.session ?? null) : []);
  if (workspace.roots.length === 0) {
    const offer = workspace.failed.length === 0 && tellsPerson() ? takeRootOffer(workspace) : [];
    return { context: "", lines: [...offer, ...remarks()], given: parts };
  }
  const context = parts.includes("block") ? await renderOpening(workspace, { ...start, continues }) : "";
  // A block that is there is not lost because there is no time for the lines.
  const lines = parts.includes("lines")
    ? await orWhenLate(
        workspace,
        () => listInTime(workspace, { ...start, tellsPerson }),
        () => null,
      )
    : [];
  const given = parts.filter((part) => part !== "lines" || lines !== null);
  // Last: whatever was asked before may have left a root out.
  return { context, lines: [...(lines ?? []), ...remarks()], given };
}

const TOO_LATE = "memories came too late for this start: the next prompt brings them";

/** What a start without time for its block says. */
export function sayLateStart(workspace: Workspace, { session = null, tells = false }: LateStart): string[] {
  if (readRecallConfig(workspace).roots.length === 0) return [];
  const facts = { kind: "session-start", outcome: "late", promptId: null, shown: [], left: [] } as const;
  const receipt = describeRecall(workspace, { ...facts, session });
  afterwards(workspace, () => writeReceipt(workspace, receipt));
  return tells ? [TOO_LATE] : [];
}

type LateStart = Pick<SessionRequest, "session" | "tells">;

/** Two prompts of one session come at once; no client waits longer for one. */
const CLAIM_MS = 5_000;

/** What is due of a session's start, at one of its prompts. */
export async function giveDueStart(workspace: Workspace, request: DueRequest): Promise<StartGiven> {
  const { session = null, tells = false } = request;
  const state = workspace.state.path;
  const due = openDue({ state, session, agent: null });
  const words = ["start", session ?? "", due?.mark ?? ""];
  if (due === null || !claimOnce(state, { words, holdsMs: CLAIM_MS, now: workspace.now }))
    return { context: "", lines: [] };
  try {
    const tellsPerson = (): boolean => tells && claimAfterwards(workspace, "told", session ?? "");
    const { due: parts, continues } = due;
    const { given, ...opening } = await startSession(workspace, {
      ...request,
      continues,
      parts,
      tellsPerson,
    });
    afterwards(workspace, () => due.noteGiven(given));
    return opening;
  } catch (error) {
    releaseClaim(state, words);
    throw error;
  }
}

type DueRequest = Omit<SessionRequest, "continues" | "parts" | "tellsPerson">;

function listInTime(
  workspace: Workspace,
  { tellsPerson, ...request }: Pick<SessionRequest, "tellsPerson" | "isLate">,
): string[] {
  // Before the lines are listed: what goes wrong meanwhile is told twice, rather than never.
  const { noteTold } = findUntold(workspace.state.path);
  if (request.isLate?.() === true) throw new TimeUp("the rest of the time is for the answer");
  const lines = tellsPerson() ? listLines(workspace, request) : [];
  if (lines.length > 0) afterwards(workspace, noteTold);
  return lines;
}

async function renderOpening(
  workspace: Workspace,
  { continues, ...request }: StartRequest & Pick<SessionRequest, "continues">,
): Promise<string> {
  const { session = null, budgetChars = Number.POSITIVE_INFINITY } = request;
  checkTime(workspace);
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

// The one line with which every session begins for the person, and which no model sees: how many memories there are, how many
// of them a person approved, what waits, and what is observed until when. Without it nobody could tell a memory that works from
// one that is not connected.

const FIRST = "memory is on here; say to your agent: remember that we deploy on Tuesdays";

/** Where `session.line` is off, only what waits is said. @returns no line where there is nothing to say, or another line says
 * it. */
function listSessionLine({ config }: Workspace, { counts, isFirst, isKnown }: StartSurvey): string[] {
  const { verified, inferred } = counts.inUse;
  const [total, waits] = [verified + inferred, totalWaiting(counts)];
  const waiting = waits === 0 ? [] : [`${pluralize(waits, "waits", "wait")}: credence review`];
  if (!isKnown || !config.config["session.line"]) return waiting;
  if (total + waits > 0) {
    const found = `${pluralize(total, "memory", "memories")}, ${verified} approved`;
    return [[found, ...waiting, ...sayObservedPart(counts)].join(" · ")];
  }
  // What nobody trusted vouches for, and what cannot be relied on, has a line of its own.
  if (counts.standings.foreign + counts.unreliable > 0) return [];
  return [isFirst ? FIRST : "no memories yet"];
}

function sayObservedPart({ observed }: Survey): string[] {
  if (observed.count === 0) return [];
  const days = sayDays(describeObserved(observed));
  return [`${observed.count} observed until ${days}: credence review --observed`];
}

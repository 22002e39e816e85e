// A session begins or continues: what the model gets, and which notices the person sees. It is owed all of it from the moment it
// begins: what a start had no time for, and what one that was killed did not come to, its next prompt brings.

import { afterwards, checkTime, orWhenLate, TimeUp } from "../../memory/answering.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { findUntold } from "../health/trouble.ts";
import { followPeople } from "../people/follow-people.ts";
import { takeRemarks } from "../recall/answer-prompt.ts";
import { claimAfterwards } from "../recall/claim-once.ts";
import { listOwed, owe } from "../recall/owed.ts";
import { recallAtStart, type StartRequest } from "../recall/recall-at-start.ts";
import { readRecallConfig } from "../recall/recall-memories.ts";
import { keepStart, showLastStart } from "../recall/shown-again.ts";
import { type Survey, totalWaiting } from "../survey/count.ts";
import { describeObserved, sayDays } from "../survey/observed.ts";
import { findRootOffer, takeRootOffer } from "../workspace/auto-root.ts";
import { lookForLostRoots } from "../workspace/lost-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findWithdrawn, listPersonLines, type StartSurvey, surveyStart } from "./start-notices.ts";

export type SessionRequest = Omit<StartRequest, "known"> & {
  /** The conversation so far is still there, or a summary of it. */
  readonly continues: boolean;
  /** False where the first prompt brings the block. */
  readonly withBlock?: boolean;
  /** Whether a line for the person reaches them. */
  readonly tells?: boolean;
  /** Nobody was told in this session yet. */
  readonly tellsPerson: () => boolean;
  /** Its block is short, and no later start shows the like. */
  readonly isSubagent?: boolean;
};

export type SessionOpening = {
  readonly context: string;
  readonly lines: readonly string[];
  /** What there was no time for. */
  readonly left: OwedStart;
};

/** Of a start, what the next prompt is to bring: the block, the lines for the person. */
export type OwedStart = Readonly<Record<"continues" | "withBlock" | "tells", boolean>>;

/** There is no root, and nothing to say about that. */
export function isNowhere(workspace: Workspace): boolean {
  lookForLostRoots(workspace);
  const { roots, failed, lost } = workspace;
  return roots.length + failed.length + lost.length === 0 && findRootOffer(workspace) === null;
}

export async function startSession(opened: Workspace, request: SessionRequest): Promise<SessionOpening> {
  const { continues, withBlock = true, tells = false, tellsPerson, ...start } = request;
  // First: a revoked key has nothing new to say in this session.
  const workspace = followPeople(opened);
  const left = { continues, withBlock: false, tells: false };
  const remarks = (): string[] => (tells ? takeRemarks(workspace, start.session ?? null) : []);
  if (workspace.roots.length === 0) {
    const offer = workspace.failed.length === 0 && tellsPerson() ? takeRootOffer(workspace) : [];
    return { context: "", lines: [...offer, ...remarks()], left };
  }
  const open = async (): Promise<SessionOpening> => {
    const context = withBlock ? await renderOpening(workspace, { ...start, continues }) : "";
    // A block that is there is not lost because there is no time for the lines.
    const lines = await orWhenLate(
      workspace,
      () => listInTime(workspace, { ...start, tellsPerson }),
      () => null,
    );
    // Last: whatever was asked before may have left a root out.
    return { context, lines: [...(lines ?? []), ...remarks()], left: { ...left, tells: lines === null } };
  };
  return orWhenLate(workspace, open, (late) => openLate(late, { ...start, continues, withBlock, tells }));
}

const TOO_LATE = "memories came too late for this start: the next prompt brings them";

/** The block is what the last start here showed. Where the conversation goes on, what no longer applies of it is left for the next
 * prompt, and so is the block with it. */
async function openLate(
  workspace: Workspace,
  { withBlock, tells, continues, ...request }: Omit<SessionRequest, "tellsPerson">,
): Promise<SessionOpening> {
  const left = { continues, withBlock: false, tells: true };
  if (withBlock !== true) return { context: "", lines: [], left };
  const { text } = await recallAtStart(workspace, { ...request, known: showLastStart(workspace) });
  const isMissed = text === "" && readRecallConfig(workspace).roots.length > 0;
  const lines = isMissed && tells === true ? [TOO_LATE] : [];
  return { context: text, lines, left: { ...left, withBlock: isMissed || continues } };
}

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
  { continues, isSubagent, ...request }: StartRequest & Pick<SessionRequest, "continues" | "isSubagent">,
): Promise<string> {
  const { session = null, budgetChars = Number.POSITIVE_INFINITY } = request;
  checkTime(workspace);
  const withdrawn = (
    continues && session !== null ? findWithdrawn(workspace, session, request.isLate) : []
  ).filter(isMemoryId);
  // What no longer applies may claim half of the room, and has whatever the block leaves.
  const claimed = renderWithdrawn(withdrawn, budgetChars / 2).length;
  const block = await recallAtStart(workspace, { ...request, budgetChars: budgetChars - claimed });
  const { text } = block;
  if (isSubagent !== true) afterwards(workspace, () => keepStart(workspace, block.shown));
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

// The debt.

type Payment = Omit<SessionRequest, "continues" | "withBlock" | "tellsPerson"> & {
  /** The client takes no block but with a prompt: it stays owed. */
  readonly defersBlock?: boolean;
};

export function oweStart(state: string, session: string | null, owed: OwedStart): void {
  if (session === null) return;
  if (owed.withBlock || owed.tells) owe({ state, session, prompt: null }, owed);
  else for (const { settle } of listOwed(state, session).start) settle();
}

export async function payStart(
  workspace: Workspace,
  { continues, withBlock, tells }: OwedStart,
  { defersBlock = false, ...request }: Payment,
): Promise<SessionOpening> {
  const { session = null } = request;
  const mayTell = tells && request.tells === true;
  const tellsPerson = (): boolean => mayTell && claimAfterwards(workspace, "told", session ?? "");
  const given = { ...request, continues, withBlock: withBlock && !defersBlock, tellsPerson };
  const opening = await startSession(workspace, given);
  const left = { ...opening.left, ...(defersBlock && { withBlock }) };
  afterwards(workspace, () => oweStart(workspace.state.path, session, left));
  return opening;
}

/** At a prompt: what its session is owed, or `first` where nobody knows of its start. */
export async function payOwed(
  workspace: Workspace,
  request: Payment,
  first: OwedStart | null = null,
): Promise<Pick<SessionOpening, "context" | "lines">> {
  const [debt] = listOwed(workspace.state.path, request.session ?? null).start;
  const isOwed = (what: keyof OwedStart): boolean => (debt?.value ?? first)?.[what] === true;
  if (debt === undefined && first === null) return { context: "", lines: [] };
  const owed = { continues: isOwed("continues"), withBlock: isOwed("withBlock"), tells: isOwed("tells") };
  return payStart(workspace, owed, request);
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

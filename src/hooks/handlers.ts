import type {
  AfterTool,
  EventOrigin,
  HookAnswer,
  HookEvent,
  PromptSubmit,
  TurnEnd,
} from "../agents/hook-event.ts";
import type { ContextPlace, StartMemo } from "../app/recall/shown-record.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { withRemedy } from "../memory/remedies.ts";
import { listTouched } from "./guard/tool-kinds.ts";
import { type Handler, type HookPlace, NO_ANSWER } from "./hook.ts";
import { answerWith, type EarlierRoom } from "./on-prompt.ts";
import { hintsFor, openPlace } from "./open-place.ts";
import { listPlaceLines, takeNewClient } from "./place-lines.ts";

/** Captured; a memory that was read is noted as used, and one that was written is looked at by the validators at once. */
export const onAfterTool: Handler<"after-tool"> = async (event, place) => {
  await capture(event, place);
  const { written, read } = listTouched(event);
  if (read.length > 0) {
    const { openCapture } = await import("../app/capture/open-capture.ts");
    const { noteAccess } = await import("../app/capture/accesses.ts");
    const at = openCapture(place);
    const { cwd, now } = place;
    if (at !== null)
      for (const path of read) noteAccess({ records: at.records, root: at.root.path }, { path, cwd, now });
  }
  for (const path of written) {
    const { recheckFile } = await import("../app/change/recheck-file.ts");
    await recheckFile(hintsFor(place), path);
  }
  return NO_ANSWER;
};

/** What was captured is read before the conversation is gone. */
export const onBeforeCompact: Handler<"before-compact"> = async (event, place) => {
  if (place.client.tellsRewinds === true) {
    const { beginContext } = await import("../app/recall/shown-record.ts");
    beginContext(contextOf(event, place));
  }
  if (place.client.startsApart === true && event.session !== null && event.agent === null) {
    const { owe } = await import("../app/recall/owed.ts");
    owe({ state: place.state, session: event.session, prompt: null }, { ...FIRST, continues: true });
  }
  await startDueDrain(place, "before-compact");
  return NO_ANSWER;
};

/** The prompt is captured while nobody waits. */
export const onPromptAside: Handler<"prompt"> = async (event, place) => {
  await capture(event, place);
  await noteAsked(event, place);
  return NO_ANSWER;
};

/** What was captured becomes at most one suggestion for the next session start, or goes to the Observer. */
export const onSessionEnd: Handler<"session-end"> = async (event, place) => {
  const { listOwed } = await import("../app/recall/owed.ts");
  // No prompt of it comes any more.
  const { start, prompts } = listOwed(place.state, event.session);
  if (place.client.startsApart !== true) for (const { settle } of [...start, ...prompts]) settle();
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const { triageSession } = await import("../app/capture/triage.ts");
  const at = openCapture(place);
  if (at === null) return NO_ANSWER;
  const outcome = triageSession(at, { session: event.session, now: place.now });
  if (outcome.kind === "failed") await place.note(`TRIAGE_${outcome.why}`);
  await startDueDrain(place, "session-end");
  return NO_ANSWER;
};

/** Two paths of one event come within moments of each other. */
const CLAIM_MS = 3_000;
const SESSION_MS = 24 * 3_600_000;

/** A subagent has one task, and is told of the most trusted memories alone. */
const SUBAGENT_CHARS = 3_000;

type SessionStart = Extract<HookEvent, { readonly kind: "session-start" }>;

/** The block that a session begins with, and the notices that the person sees once. */
export const onSessionStart: Handler<"session-start"> = async (event, place) => {
  const known = await beginShown(event, place);
  const { claimOnce, dropOldClaims } = await import("../app/recall/claim-once.ts");
  const { isNowhere } = await import("../app/session/start-session.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { trimSpools } = await import("../app/capture/spool.ts");
  const workspace = await openPlace(place);
  try {
    const { now, state } = workspace;
    const { session, agent, source } = event;
    trimSpools(state.path, now);
    // Told first: a pause that cannot be read either would keep it silent.
    if (workspace.troubles.unread.size > 0) return { notice: await sayUnread(workspace) };
    if (isNowhere(workspace) || isPaused(state.path, { now, session })) return NO_ANSWER;
    const words = ["session-start", session ?? "", source, ...(agent === null ? [] : [agent])];
    if (!claimOnce(state.path, { words, holdsMs: CLAIM_MS, now: place.began, by: place.script }))
      return NO_ANSWER;
    dropOldClaims(state.path, now);
    place.answering.afterwards.push(() => lookAside(place, workspace));
    return await openSession(event, place, { workspace, known });
  } finally {
    workspace.close();
    await startDueDrain(place, "session-start");
  }
};

type Opening = { readonly workspace: Workspace; readonly known: Pick<StartMemo, "isKnown"> };

async function openSession(
  { session, agent, source }: SessionStart,
  place: HookPlace,
  { workspace, known }: Opening,
): Promise<HookAnswer> {
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const { oweStart, payStart, startSession } = await import("../app/session/start-session.ts");
  const { isLate } = place;
  const { contextChars, showsNotices: tells, startsWithPrompt } = place.client;
  const continues = ["resume", "compact", "fork"].includes(source);
  if (agent !== null) {
    const budgetChars = Math.min(contextChars, SUBAGENT_CHARS);
    const own = { session, isLate, ...known, continues, budgetChars, isSubagent: true };
    return { context: (await startSession(workspace, { ...own, tellsPerson: () => false })).context };
  }
  // The conversation goes on after a compaction, and so does what the person was told.
  const owed = { continues, withBlock: true, tells: source !== "compact" };
  // From here on it is owed to the session, also if this process is killed.
  if (place.client.startsApart !== true) oweStart(workspace.state.path, session, owed);
  const payment = { session, isLate, ...known, budgetChars: contextChars, tells };
  const defersBlock = startsWithPrompt === true;
  const { context, lines } = await payStart(workspace, owed, { ...payment, defersBlock });
  const isNew = (what: string): boolean => tells && claimAfterwards(workspace, what, session ?? "");
  const news = tells && lines.length > 0 ? await takeNewClient(place, workspace) : [];
  return { context, notice: render([...listPlaceLines(place, isNew), ...lines, ...news]) };
}

/** At the files that memories cite, and at what is left in line: the next prompts are told. A start that is late has the most
 * need of it, and all it takes is to start a process. */
async function lookAside(place: HookPlace, workspace: Workspace): Promise<void> {
  const { startDueLook } = await import("../app/session/look-aside.ts");
  const { node, script, cwd, claude, shellEnv: env } = place;
  await startDueLook(workspace, { node, script, cwd, claude, env });
}

async function sayUnread({ troubles, roots }: Workspace): Promise<string> {
  const { takeStateTroubles } = await import("../app/workspace/open-records.ts");
  return render(takeStateTroubles(troubles, roots).map((each) => withRemedy(each, "unread")));
}

function render(lines: readonly string[]): string {
  return lines.map((line) => `credence: ${line}`).join("\n");
}

/** Never a word: context at the end of a turn would keep it from ending. */
export const onTurnEnd: Handler<"turn-end"> = async (event, place) => {
  await capture(event, place);
  await expectRecall(event, place);
  await startDueDrain(place, "turn-end");
  return NO_ANSWER;
};

// Where one prompt has two hooks, one that captures and one that recalls, the second can be gone unnoticed: prompts ask the MCP
// server, and a session may be started without it. At the end of the turn nobody has claimed the prompt then.

const ASKED = "asked";

async function noteAsked(
  { session, prompt }: PromptSubmit,
  { state, now, client }: HookPlace,
): Promise<void> {
  if (session === null || prompt === null || client.mayAskServer !== true) return;
  const { claimOnce } = await import("../app/recall/claim-once.ts");
  claimOnce(state, { words: [ASKED, session, prompt], holdsMs: SESSION_MS, now });
}

async function expectRecall({ session, prompt, agent }: TurnEnd, place: HookPlace): Promise<void> {
  const { state, now } = place;
  if (session === null || prompt === null || agent !== null) return;
  const { claimOnce, releaseClaim } = await import("../app/recall/claim-once.ts");
  const asked = [ASKED, session, prompt];
  const isNews = (words: readonly string[]): boolean => claimOnce(state, { words, holdsMs: SESSION_MS, now });
  const wasAsked = !isNews(asked);
  releaseClaim(state, asked);
  // As answer-prompt.ts claims it.
  if (!wasAsked || !isNews(["prompt", session, prompt])) return;
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  if (openCapture(place) === null || isPaused(state, { now, session })) return;
  if (isNews(["unanswered", session])) await place.note("NOT_ASKED");
}

/** For a client that has one process for both: the block, and then the prompt is captured. Elsewhere it answers a prompt whose
 * session is owed something, and looks for what a late one is owed. */
export const onWholePrompt: Handler<"prompt"> = async (event, place) => {
  if (place.only === "late") return findLater(event, place);
  try {
    const earlier = await earlierFor(event, place);
    return await answerWith(event, place, {
      ...earlier,
      payOwed: (workspace) => payOwed(event, place, workspace),
    });
  } finally {
    if (place.only === null) await capture(event, place);
  }
};

async function findLater({ text, session, prompt }: PromptSubmit, place: HookPlace): Promise<HookAnswer> {
  const { findForNext } = await import("../app/recall/answer-prompt.ts");
  const workspace = await openPlace(place);
  try {
    await findForNext(workspace, { text, session, promptId: prompt });
    return NO_ANSWER;
  } finally {
    workspace.close();
  }
}

// What the model has already, of a client that takes nothing back from a conversation without telling. Every other is told in
// full each time.

function contextOf({ session, agent }: EventOrigin, { state }: HookPlace): ContextPlace {
  return { state, session, agent };
}

/** Whatever the start says, and if it says nothing, nothing of what was shown before counts from here on. */
async function beginShown(event: SessionStart, place: HookPlace): Promise<Pick<StartMemo, "isKnown">> {
  if (place.client.tellsRewinds !== true) return {};
  const { beginWithBlock } = await import("../app/recall/shown-record.ts");
  const { source, transcript } = event;
  const { delivered, ...known } = beginWithBlock(contextOf(event, place), {
    isResumed: source === "resume",
    transcript,
  });
  place.answering.afterwards.push(delivered);
  return known;
}

async function earlierFor(event: PromptSubmit, place: HookPlace): Promise<EarlierRoom> {
  const { length } = event;
  if (length === undefined) return {};
  const { openShown } = await import("../app/recall/shown-record.ts");
  return { openEarlier: () => openShown(contextOf(event, place), length) };
}

// What a session is owed of its start comes with its next prompt: for a client whose session start cannot give the block that is
// all of it, also in a session whose start nobody told us of.

const FIRST = { continues: false, withBlock: true, tells: false } as const;

const payOwed = async ({ session, transcript }: PromptSubmit, place: HookPlace, workspace: Workspace) => {
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const owed = await import("../app/session/start-session.ts");
  const { state, client, isLate } = place;
  const isNew = (what: string): boolean => claimAfterwards(workspace, what, session ?? "");
  let isKnown = (_block: string): boolean => false;
  if (transcript !== undefined) {
    const { countMarks, isStillSaid } = await import("../app/session/client-record.ts");
    isKnown = (block) => isStillSaid(transcript, block);
    const count = countMarks(transcript);
    // One more than at the last prompt.
    if (count > 0 && isNew(`compacted ${count}`))
      owed.oweStart(state, session, { ...FIRST, continues: true });
  }
  const isFirst = client.startsWithPrompt === true && session !== null && isNew("started");
  const payment = { session, budgetChars: client.contextChars, isLate, tells: client.showsNotices, isKnown };
  return owed.payOwed(workspace, payment, isFirst ? FIRST : null);
};

// Appends an event to the session's spool. Fails open: what cannot be captured is not, and the session goes on.

export async function capture(event: AfterTool | PromptSubmit | TurnEnd, place: HookPlace): Promise<void> {
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const { captureEvent } = await import("../app/capture/capture-event.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { now, client } = place;
  const at = openCapture(place);
  if (at === null) return;
  const isSilent = isPaused(at.state, { now, session: event.session });
  const outcome = captureEvent(at, event, { client: client.name, now, isPaused: isSilent });
  if (outcome.kind === "failed") await place.note(`CAPTURE_${outcome.why}`);
}

// Starts the Observer where it is due. A hook never waits for it, and without a provider nothing of it is loaded.

export type Occasion = "session-start" | "session-end" | "before-compact" | "turn-end";

async function startDueDrain(place: HookPlace, occasion: Occasion): Promise<void> {
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const at = openCapture(place);
  if (at === null || at.config["observer.provider"] === "none") return;
  const { isDrainDue } = await import("../app/observe/due.ts");
  if (!isDrainDue(at, { occasion, now: place.now })) return;
  const { startDrain } = await import("../app/observe/due.ts");
  const { node, script, cache, shellEnv: env } = place;
  startDrain({ node, script, state: at.state, cache, root: at.root.path, env });
}

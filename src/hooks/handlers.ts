import type {
  AfterTool,
  EventOrigin,
  MarkedTranscript,
  PromptSubmit,
  TurnEnd,
} from "../agents/hook-event.ts";
import type { StartGiven } from "../app/recall/answer-prompt.ts";
import type { ContextPlace } from "../app/recall/session-record.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { listTouched } from "./guard/tool-kinds.ts";
import { type Handler, type HookPlace, NO_ANSWER } from "./hook.ts";
import { answerWith, type EarlierRoom } from "./on-prompt.ts";
import { hintsFor } from "./open-place.ts";

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

/** What was captured is read before the conversation is gone, and nothing of what was shown before counts from here on. */
export const onBeforeCompact: Handler<"before-compact"> = async (event, place) => {
  const { tellsRewinds, startsApart } = place.client;
  // No start follows there.
  const isDue = startsApart === true && event.agent === null;
  if (isDue || tellsRewinds === true) {
    const { beginContext } = await import("../app/recall/session-record.ts");
    beginContext(contextOf(event, place), isDue ? { due: ["block"], continues: true } : {});
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
  if (place.client.startsApart !== true) {
    const { dropDue } = await import("../app/recall/session-record.ts");
    dropDue(contextOf(event, place));
  }
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const { triageSession } = await import("../app/capture/triage.ts");
  const at = openCapture(place);
  if (at === null) return NO_ANSWER;
  const outcome = triageSession(at, { session: event.session, now: place.now });
  if (outcome.kind === "failed") await place.note(`TRIAGE_${outcome.why}`);
  await startDueDrain(place, "session-end");
  return NO_ANSWER;
};

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
const SESSION_MS = 24 * 3_600_000;

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

/** For a client that has one process for both: the block, and then the prompt is captured. Elsewhere it answers a prompt of which
 * the session's start is due. */
export const onWholePrompt: Handler<"prompt"> = async (event, place) => {
  try {
    const earlier = await earlierFor(event, place);
    return await answerWith(event, place, {
      ...earlier,
      giveStart: (workspace) => giveStart(event, place, workspace),
    });
  } finally {
    if (place.only === null) await capture(event, place);
  }
};

// What the model has already, of a client that takes nothing back from a conversation without telling. Every other is told in
// full each time.

export function contextOf({ session, agent }: EventOrigin, { state }: HookPlace): ContextPlace {
  return { state, session, agent };
}

async function earlierFor(event: PromptSubmit, place: HookPlace): Promise<EarlierRoom> {
  const { length } = event;
  if (length === undefined) return {};
  const { openShown } = await import("../app/recall/shown-earlier.ts");
  return { openEarlier: () => openShown(contextOf(event, place), length) };
}

// What is due of a session's start comes with its next prompt: for a client whose session start cannot give the block that is each
// block, also in a session whose start nobody told us of.

async function giveStart(
  { session, transcript }: PromptSubmit,
  place: HookPlace,
  workspace: Workspace,
): Promise<StartGiven> {
  const { giveDueStart } = await import("../app/session/start-session.ts");
  const { state, client, isLate } = place;
  const context = { state, session, agent: null };
  let isKnown = (_block: string): boolean => false;
  if (client.startsWithPrompt === true) {
    const { beginContext, isBegun } = await import("../app/recall/session-record.ts");
    const isCompacted = transcript !== undefined && (await isCompactedAgain(transcript, workspace, session));
    if (isCompacted || !isBegun(context)) beginContext(context, { due: ["block"], continues: isCompacted });
  }
  if (transcript !== undefined) {
    const { isStillSaid } = await import("../app/session/client-record.ts");
    isKnown = (block) => isStillSaid(transcript, block);
  }
  const tells = client.showsNotices;
  return giveDueStart(workspace, { session, budgetChars: client.contextChars, isLate, tells, isKnown });
}

/** There is one more mark than at the last prompt. */
async function isCompactedAgain(
  transcript: MarkedTranscript,
  workspace: Workspace,
  session: string | null,
): Promise<boolean> {
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const { countMarks } = await import("../app/session/client-record.ts");
  const count = countMarks(transcript);
  return count > 0 && claimAfterwards(workspace, `compacted ${count}`, session ?? "");
}

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

export async function startDueDrain(place: HookPlace, occasion: Occasion): Promise<void> {
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const at = openCapture(place);
  if (at === null || at.config["observer.provider"] === "none") return;
  const { isDrainDue } = await import("../app/observe/due.ts");
  if (!isDrainDue(at, { occasion, now: place.now })) return;
  const { startDrain } = await import("../app/observe/due.ts");
  const { node, script, cache, shellEnv: env } = place;
  startDrain({ node, script, state: at.state, cache, root: at.root.path, env });
}

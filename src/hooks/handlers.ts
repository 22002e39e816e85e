import type { AfterTool, EventOrigin, HookEvent, PromptSubmit, TurnEnd } from "../agents/hook-event.ts";
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
type StartSource = SessionStart["source"];

function continuesFrom(source: StartSource): boolean {
  return source === "resume" || source === "compact" || source === "fork";
}

/** The block that a session begins with, and the notices that the person sees once. */
export const onSessionStart: Handler<"session-start"> = async (event, place) => {
  const { delivered, ...known } = await beginShown(event, place);
  const { claimOnce, dropOldClaims } = await import("../app/recall/claim-once.ts");
  const { isNowhere, startSession } = await import("../app/session/start-session.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { trimSpools } = await import("../app/capture/spool.ts");
  const workspace = await openPlace(place);
  try {
    const { now, state } = workspace;
    const session = event.session ?? "";
    trimSpools(state.path, now);
    // Told first: a pause that cannot be read either would keep it silent.
    if (workspace.troubles.unread.size > 0) return { notice: await sayUnread(workspace) };
    if (isNowhere(workspace) || isPaused(state.path, { now, session: event.session })) return NO_ANSWER;
    const words = ["session-start", session, event.source, ...(event.agent === null ? [] : [event.agent])];
    if (!claimOnce(state.path, { words, holdsMs: CLAIM_MS, now, by: place.script })) return NO_ANSWER;
    dropOldClaims(state.path, now);
    const tells = place.client.showsNotices && event.agent === null;
    const isNew = (what: string): boolean =>
      tells && claimOnce(state.path, { words: [what, session], holdsMs: SESSION_MS, now });
    const { context, lines, noteTold } = await startSession(workspace, {
      withBlock: !(await deferStart(place, event.session, event.source)),
      session: event.session,
      budgetChars: Math.min(place.client.contextChars, event.agent === null ? Infinity : SUBAGENT_CHARS),
      isLate: place.isLate,
      continues: continuesFrom(event.source),
      ...known,
      tells,
      // The conversation goes on after a compaction, and so does what the person was told.
      tellsPerson: () => event.source !== "compact" && !place.isLate() && isNew("told"),
    });
    await lookAside(place, workspace);
    const news = tells && lines.length > 0 ? await takeNewClient(place) : [];
    const notice = render([...listPlaceLines(place, isNew), ...lines, ...news]);
    return { context, notice, delivered: inTurn(delivered, noteTold) };
  } finally {
    workspace.close();
    await startDueDrain(place, "session-start");
  }
};

function inTurn(...notes: readonly (() => void)[]): () => void {
  return () => {
    for (const note of notes) note();
  };
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

/** For a client that has one process for both: the block, and then the prompt is captured. */
export const onWholePrompt: Handler<"prompt"> = async (event, place) => {
  try {
    const start = place.client.startsWithPrompt === true ? await startWithPrompt(event, place) : "";
    const contextChars = place.client.contextChars - start.length;
    const room = { ...place, client: { ...place.client, contextChars } };
    const answer = await answerWith(event, room, await earlierFor(event, place));
    return { ...answer, context: start + (answer.context ?? "") };
  } finally {
    await capture(event, place);
  }
};

// What the model has already, of a client that takes nothing back from a conversation without telling. Every other is told in
// full each time.

function contextOf({ session, agent }: EventOrigin, { state }: HookPlace): ContextPlace {
  return { state, session, agent };
}

/** Whatever the start says, and if it says nothing, nothing of what was shown before counts from here on. */
async function beginShown(event: SessionStart, place: HookPlace): Promise<StartMemo> {
  if (place.client.tellsRewinds !== true) return { delivered: () => undefined };
  const { beginWithBlock } = await import("../app/recall/shown-record.ts");
  const { source, transcript } = event;
  return beginWithBlock(contextOf(event, place), { isResumed: source === "resume", transcript });
}

async function earlierFor(event: PromptSubmit, place: HookPlace): Promise<EarlierRoom> {
  const { length } = event;
  if (length === undefined) return {};
  const { openShown } = await import("../app/recall/shown-record.ts");
  return { openEarlier: () => openShown(contextOf(event, place), length) };
}

// For a client whose session start cannot give the block: the next prompt of that session brings it, once.

const STARTED = "started";
const CONTINUES = "continues";

/** @returns false for any other client. */
async function deferStart(
  { client, state, now }: HookPlace,
  session: string | null,
  source: StartSource,
): Promise<boolean> {
  if (client.startsWithPrompt !== true) return false;
  if (session === null) return true;
  const { claimOnce, releaseClaim } = await import("../app/recall/claim-once.ts");
  releaseClaim(state, [STARTED, session]);
  releaseClaim(state, [CONTINUES, session]);
  if (continuesFrom(source)) claimOnce(state, { words: [CONTINUES, session], holdsMs: SESSION_MS, now });
  return true;
}

async function startWithPrompt({ session, transcript }: PromptSubmit, place: HookPlace): Promise<string> {
  const { claimOnce, releaseClaim } = await import("../app/recall/claim-once.ts");
  const { now } = place;
  if (session === null) return "";
  const isDue = (what: string): boolean =>
    claimOnce(place.state, { words: [what, session], holdsMs: SESSION_MS, now });
  if (transcript !== undefined) {
    const { countMarks } = await import("../app/session/count-marks.ts");
    const count = countMarks(transcript);
    // One more than at the last prompt.
    if (count > 0 && isDue(`compacted ${count}`)) await deferStart(place, session, "compact");
  }
  if (!isDue(STARTED)) return "";
  const { isNowhere, startSession } = await import("../app/session/start-session.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const workspace = await openPlace(place);
  try {
    if (isNowhere(workspace) || isPaused(workspace.state.path, { now, session })) return "";
    const { context } = await startSession(workspace, {
      session,
      budgetChars: place.client.contextChars,
      isLate: place.isLate,
      continues: !isDue(CONTINUES),
      tellsPerson: () => false,
    });
    return context;
  } finally {
    workspace.close();
    // Then nobody hears it, and the next prompt is to bring it.
    if (place.isLate()) releaseClaim(place.state, [STARTED, session]);
  }
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

// A session begins: the block for the model, the lines for the person, and what is to be told of the machine that it begins on (an
// agent that is newer than what was tested, another home, another Node), which keeps no session from its memories.

import { CLIENT_LABELS, sayUntested } from "../agents/client-settings.ts";
import type { HookAnswer, HookEvent } from "../agents/hook-event.ts";
import type { StartPart } from "../app/recall/session-record.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { withRemedy } from "../memory/remedies.ts";
import { contextOf, startDueDrain } from "./handlers.ts";
import { type Handler, type HookPlace, LOST_NODE, NO_ANSWER, SESSION_HOME } from "./hook.ts";
import { openPlace } from "./open-place.ts";

/** Two paths of one event come within moments of each other. */
const CLAIM_MS = 3_000;

/** A subagent has one task, and is told of the most trusted memories alone. */
const SUBAGENT_CHARS = 3_000;

type SessionStart = Extract<HookEvent, { readonly kind: "session-start" }>;

/** The block that a session begins with, and the notices that the person sees once. */
export const onSessionStart: Handler<"session-start"> = async (event, place) => {
  const { claimOnce, dropOldClaims } = await import("../app/recall/claim-once.ts");
  const { session, agent, source } = event;
  const words = ["session-start", session ?? "", source, ...(agent === null ? [] : [agent])];
  const claim = { words, holdsMs: CLAIM_MS, now: place.began, by: place.script };
  if (!claimOnce(place.state, claim)) return NO_ANSWER;
  // From here on its parts are due, also if this process is killed.
  const start = await beginStart(event, place);
  const { isNowhere } = await import("../app/session/start-session.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { trimSpools } = await import("../app/capture/spool.ts");
  const workspace = await openPlace(place);
  try {
    const { now, state } = workspace;
    trimSpools(state.path, now);
    dropOldClaims(state.path, now);
    const hasUnread = workspace.troubles.unread.size > 0;
    if (hasUnread || isNowhere(workspace) || isPaused(state.path, { now, session })) {
      start.noteGiven(start.parts);
      // A pause that cannot be read either does not keep this from being told.
      return hasUnread ? { notice: await sayUnread(workspace) } : NO_ANSWER;
    }
    place.answering.afterwards.push(() => startBackground(place, workspace));
    return await openSession(event, place, { workspace, start });
  } finally {
    workspace.close();
    await startDueDrain(place, "session-start");
  }
};

type BegunStart = {
  readonly parts: readonly StartPart[];
  /** Absent where nobody knows. */
  readonly isKnown?: (block: string) => boolean;
  readonly noteGiven: (parts: readonly StartPart[]) => void;
};

/** Whatever the start says, and if it says nothing, nothing of what was shown before counts from here on. */
async function beginStart(event: SessionStart, place: HookPlace): Promise<BegunStart> {
  const { beginContext, describeBlock, START_PARTS } = await import("../app/recall/session-record.ts");
  const { source, agent, transcript } = event;
  // The conversation goes on after a compaction, and so does what the person was told.
  const parts = START_PARTS.filter((part) => part === "block" || source !== "compact");
  // A start that runs beside the first prompt would be given twice.
  const isDue = agent === null && place.client.startsApart !== true;
  const continues = CONTINUING.includes(source);
  const begun = beginContext(contextOf(event, place), { due: isDue ? parts : [], continues });
  let said: ReturnType<typeof describeBlock> | null = null;
  const isKnown = (block: string): boolean => {
    said = describeBlock(block, transcript ?? "");
    const last = begun?.lastBlock;
    return source === "resume" && last?.digest === said.digest && last.transcript === said.transcript;
  };
  const tells = place.client.tellsRewinds === true && transcript !== undefined;
  return { parts, ...(tells && { isKnown }), noteGiven: (given) => begun?.noteGiven(given, said) };
}

const CONTINUING: readonly SessionStart["source"][] = ["resume", "compact", "fork"];

type Opening = { readonly workspace: Workspace; readonly start: BegunStart };

async function openSession(
  { session, agent, source }: SessionStart,
  place: HookPlace,
  { workspace, start }: Opening,
): Promise<HookAnswer> {
  const { orWhenLate } = await import("../memory/answering.ts");
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const { sayLateStart, startSession } = await import("../app/session/start-session.ts");
  const { isLate } = place;
  const { contextChars, showsNotices: tells, startsWithPrompt } = place.client;
  const { isKnown, noteGiven } = start;
  const isNew = (what: string): boolean => tells && claimAfterwards(workspace, what, session ?? "");
  const isSubagent = agent !== null;
  const parts = start.parts.filter((part) => (part === "block" ? startsWithPrompt !== true : !isSubagent));
  const opening = await orWhenLate(
    workspace,
    () =>
      startSession(workspace, {
        ...{ session, isLate, parts, continues: CONTINUING.includes(source) },
        ...(isKnown !== undefined && { isKnown }),
        budgetChars: isSubagent ? Math.min(contextChars, SUBAGENT_CHARS) : contextChars,
        tells: tells && !isSubagent,
        tellsPerson: () => !isSubagent && isNew("told"),
      }),
    (late) => ({ context: "", lines: isSubagent ? [] : sayLateStart(late, { session, tells }), given: [] }),
  );
  const { context, lines, given } = opening;
  place.answering.afterwards.push(() => noteGiven(given));
  if (isSubagent) return { context };
  const news = [
    ...(tells && lines.length > 0 ? await takeNewClient(place, workspace) : []),
    ...(tells ? await takeSyncNews(workspace) : []),
  ];
  return { context, notice: render([...listPlaceLines(place, isNew), ...lines, ...news]) };
}

async function takeSyncNews(workspace: Workspace): Promise<string[]> {
  if (workspace.config.config["sync.auto"] === "off") return [];
  return (await import("../app/sync/due-sync.ts")).listSyncNews(workspace);
}

/** A look at the files that memories cite and at what is left in line, of which the next prompts are told, and a sync that is due.
 * A start that is late has the most need of both, and all it takes is to start a process. */
async function startBackground(place: HookPlace, workspace: Workspace): Promise<void> {
  const { startDueLook } = await import("../app/session/look-aside.ts");
  const { node, script, cwd, claude, shellEnv: env } = place;
  await startDueLook(workspace, { node, script, cwd, claude, env });
  if (workspace.config.config["sync.auto"] === "off") return;
  const { startDueSync } = await import("../app/sync/due-sync.ts");
  await startDueSync(workspace, { node, script, cwd, claude, env: { ...env, HOME: place.home } });
}

async function sayUnread({ troubles, roots }: Workspace): Promise<string> {
  const { takeStateTroubles } = await import("../app/workspace/open-records.ts");
  return render(takeStateTroubles(troubles, roots).map((each) => withRemedy(each, "unread")));
}

function render(lines: readonly string[]): string {
  return lines.map((line) => `credence: ${line}`).join("\n");
}

/** Once a day for each version. That the hooks answer is known by whoever reads it. */
async function takeNewClient({ client, state }: HookPlace, workspace: Workspace): Promise<string[]> {
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const { readClientVersions } = await import("../app/clients/client-versions.ts");
  const { name } = client;
  const version = readClientVersions(state)[name] ?? null;
  const said = sayUntested({ name, label: CLIENT_LABELS[name] ?? name }, version);
  if (said === null || !claimAfterwards(workspace, "untested", said)) return [];
  return [withRemedy(`${said}; hooks answered in this session`, "untested")];
}

/** Each once in a session: `isNew` says whether it was told. */
function listPlaceLines(place: HookPlace, isNew: (what: string) => boolean): string[] {
  const lines = { home: sayHome(place), node: sayNode(place) };
  return Object.entries(lines).flatMap(([what, line]) => (line !== null && isNew(what) ? [line] : []));
}

/** Whose memories these are: those of the home that install saw. */
function sayHome({ home, shellEnv }: HookPlace): string | null {
  const given = shellEnv[SESSION_HOME] || home;
  const other = `this session's HOME is not ${home}, which Credence was installed for and goes on using`;
  return given === home ? null : withRemedy(other, "other-home");
}

/** The launcher found another; the next one that is removed may be the last. */
function sayNode({ node, shellEnv }: HookPlace): string | null {
  const lost = shellEnv[LOST_NODE] || null;
  const instead = `Node is gone (${lost}), and Credence runs with ${node} instead`;
  return lost === null ? null : withRemedy(instead, "lost-node");
}

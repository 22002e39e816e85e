import { type Handler, NO_ANSWER } from "./hook.ts";
import { openPlace } from "./open-place.ts";
import { startDueDrain } from "./start-due-drain.ts";

/** Two paths of one event come within moments of each other; a session can be resumed soon. */
const CLAIM_MS = 3_000;
const SESSION_MS = 24 * 3_600_000;

/** The block that a session begins with, and what the person is told once. */
export const onSessionStart: Handler<"session-start"> = async (event, place) => {
  const { claimOnce, dropOldClaims } = await import("../app/recall/claim-once.ts");
  const { startSession } = await import("../app/session/start-session.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { trimSpools } = await import("../app/capture/trim-spools.ts");
  const workspace = await openPlace(place);
  try {
    const { now, state } = workspace;
    trimSpools(state.path, now);
    const session = event.session ?? "";
    if (workspace.roots.length === 0 || isPaused(state.path, { now, session: event.session }))
      return NO_ANSWER;
    const claim = ["session-start", session, event.source];
    if (!claimOnce(state.path, { words: claim, holdsMs: CLAIM_MS, now })) return NO_ANSWER;
    dropOldClaims(state.path, now);
    const { context, lines } = startSession(workspace, {
      session: event.session,
      budgetChars: place.client.contextChars,
      isLate: place.isLate,
      continues: event.source === "resume" || event.source === "compact" || event.source === "fork",
      tellsPerson: () =>
        place.client.showsNotices &&
        !place.isLate() &&
        claimOnce(state.path, { words: ["told", session], holdsMs: SESSION_MS, now }),
    });
    return { context, notice: lines.map((line) => `credence: ${line}`).join("\n") };
  } finally {
    workspace.close();
    await startDueDrain(place, "session-start");
  }
};

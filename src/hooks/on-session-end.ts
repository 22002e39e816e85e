import { type Handler, NO_ANSWER } from "./hook.ts";
import { startDueDrain } from "./start-due-drain.ts";

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

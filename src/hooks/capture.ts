// Appends an event to the session's spool. Fails open: what cannot be captured is not, and the session goes on.

import type { AfterTool, PromptSubmit, TurnEnd } from "../agents/hook-event.ts";
import type { HookPlace } from "./hook.ts";

export async function capture(event: AfterTool | PromptSubmit | TurnEnd, place: HookPlace): Promise<void> {
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const { captureEvent } = await import("../app/capture/capture-event.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const { now, client, isObserver } = place;
  const at = openCapture(place);
  if (at === null) return;
  const isSilent = isPaused(at.state, { now, session: event.session });
  const outcome = captureEvent(at, event, { client: client.name, now, isObserver, isPaused: isSilent });
  if (outcome.kind === "failed") await place.note(`CAPTURE_${outcome.why}`);
}

// Starts the Observer where it is due. A hook never waits for it, and without a provider nothing of it is loaded.

import type { HookPlace } from "./hook.ts";

export type Occasion = "session-start" | "session-end" | "before-compact" | "turn-end";

export async function startDueDrain(place: HookPlace, occasion: Occasion): Promise<void> {
  const { openCapture } = await import("../app/capture/open-capture.ts");
  const at = place.isObserver ? null : openCapture(place);
  if (at === null || at.config["observer.provider"] === "none") return;
  const { isDrainDue } = await import("../app/observe/due.ts");
  if (!isDrainDue(at, { occasion, now: place.now })) return;
  const { startDrain } = await import("../app/observe/start-drain.ts");
  const { node, script, cache, shellEnv: env } = place;
  startDrain({ node, script, state: at.state, cache, root: at.root.path, env });
}

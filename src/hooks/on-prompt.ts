import { type Handler, NO_ANSWER } from "./hook.ts";
import { openPlace } from "./open-place.ts";

const CLAIM_MS = 60_000;

/** The block for a prompt, or nothing. */
export const onPrompt: Handler<"prompt"> = async (event, place) => {
  const { claimOnce } = await import("../app/recall/claim-once.ts");
  const { recallMemories } = await import("../app/recall/recall-memories.ts");
  const { isPaused } = await import("../app/workspace/pause.ts");
  const workspace = await openPlace(place);
  try {
    const { now, state } = workspace;
    if (workspace.roots.length === 0 || isPaused(state.path, { now, session: event.session }))
      return NO_ANSWER;
    // A client that does not name its prompts is answered each time.
    const words = ["prompt", event.session ?? "", event.prompt ?? ""];
    const isFirst = event.prompt === null || claimOnce(state.path, { words, holdsMs: CLAIM_MS, now });
    if (!isFirst) return NO_ANSWER;
    const { text } = recallMemories(workspace, {
      prompt: event.text,
      session: event.session,
      promptId: event.prompt,
      budgetChars: place.client.contextChars,
      isLate: place.isLate,
    });
    return { context: text };
  } finally {
    workspace.close();
  }
};

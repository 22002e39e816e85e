import type { Handler } from "./hook.ts";
import { openPlace } from "./open-place.ts";

/** The block for a prompt, or nothing. */
export const onPrompt: Handler<"prompt"> = async ({ text, session, prompt }, place) => {
  const { answerPrompt } = await import("../app/recall/answer-prompt.ts");
  const workspace = await openPlace(place);
  try {
    const room = { budgetChars: place.client.contextChars, isLate: place.isLate };
    return { context: answerPrompt(workspace, { text, session, promptId: prompt }, room) };
  } finally {
    workspace.close();
  }
};
